/// The page index on Redis and Valkey, on a single server or a cluster.
///
/// Enter at [RedisIndex.Provider], which ServiceLoader finds for `redis://` and `rediss://` URLs.
/// It opens a [RedisIndex], which gives the ports of the index:
///
/// - [RedisIndex.RedisReader] reads pages and counts, with one call each.
/// - [RedisWriter] applies changes ([WriteCalls]) and reads registers ([SharedCalls.LookCalls]).
///   The calls for all groups of a batch go out together: one round trip for each node, a second
///   one only rarely. [RedisWriter.FenceSweep] removes old fences.
/// - [RedisMarkers] marks slots, counts them, and removes generations. It warns if the server drops
///   keys when its memory is full.
/// - [RedisIndex.RedisInspector] reads all entries, for audits. [RedisInspector.Keyspace] finds the
///   groups of a generation.
///
/// Each operation builds a [call of a script][pagemark.redis.script.ScriptCall], sends it over
/// [`connection`][pagemark.redis.connection.RedisConnection], and reads the reply.
///
/// This package may use both of these, and the ports of `shared`. `docs/internals/index-layout.md`
/// lists every key and every script, and what they cost.
@NullMarked
package pagemark.redis;

import org.jspecify.annotations.NullMarked;
