/// Sends script calls to Redis. Enter at [RedisConnection].
///
/// 1. [IndexUrl] parses the URL: address, TLS, and how to log in. [IamTokens] makes the tokens of a
///    [IndexUrl.CacheUser] who logs in with IAM ([IamTokens.IamToken]).
/// 2. [RedisClients] makes a client at its first use, for a single server or a cluster.
///    [RedisNodes] knows its nodes. A [Platform] gives it the clock, the AWS credentials and the
///    certificates.
/// 3. [RedisConnection] makes a call, and makes it once more if the connection was dead or its
///    login out of date. [RedisNodes.RoundTrip] sends many calls at once, to all nodes in parallel.
/// 4. [Refusal] explains errors. No message contains a secret.
///
/// This package may use [`script`][pagemark.redis.script.ScriptCall] for what it sends, and
/// `IndexException` and `IndexSettings` of the ports. An open client holds 16 connections to a node
/// at most. Nothing is begun after the reply timeout.
@NullMarked
package pagemark.redis.connection;

import org.jspecify.annotations.NullMarked;
