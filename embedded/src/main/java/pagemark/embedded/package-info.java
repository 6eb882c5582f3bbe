/// Runs DynamoDB Local and Redis as child processes that listen on loopback only and never outlive
/// this JVM. Enter at [DynamoDbLocal] and [RedisServer].
///
/// Both start in [Ports], which finds a free port, as a [TetheredProcess], which ends with this
/// JVM. A [TetheredProcess.Probe] tells when they are ready. [LoopbackServer] runs in the JVM of
/// DynamoDB Local, and keeps it on loopback. [RedisServer.Binary] finds a Redis that runs on this
/// machine, and a [JarFolder.Download] fetches DynamoDB Local for a release.
///
/// This package knows nothing of Pagemark: it uses the JDK and the client libraries of its servers.
/// A start of DynamoDB Local takes seconds of processor time, so tests share one.
@NullMarked
package pagemark.embedded;

import org.jspecify.annotations.NullMarked;
