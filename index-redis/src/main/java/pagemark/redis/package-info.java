/// The page index on Redis and Valkey, on a single server or a cluster.
///
/// Enter at [RedisIndexProvider], which ServiceLoader finds for `redis://` and `rediss://` URLs.
///
/// Every operation is one Lua script, which runs atomically on the keys of one slot. Each script is
/// a file with a header that names its KEYS, ARGV and reply. One class beside it builds the call
/// and reads the reply:
///
/// - [RedisReader] reads pages ([PageScript]) and counts ([FacetsScript]), with one call each.
/// - [RedisWriter] applies changes ([WriteScript]) and reads registers ([LookScript]). The calls
///   for all groups of a batch go out together: one round trip for each node, a second one only
///   rarely.
/// - [RedisMarkers] marks slots ([BuildingScript], [ReadyScript]), counts them ([StateScript]) and
///   removes generations ([DropScript]).
/// - [FenceSweep] removes old fences ([SweepScript]).
/// - [RedisInspector] reads everything, for audits.
///
/// All of them send [ScriptCall]s over a [RedisConnection], which retries once on a new connection.
/// [RoundTrip] sends many calls at once, [RedisClients] makes the clients, [IamTokens] the logins,
/// and [Refusal] explains errors.
///
/// `docs/index-layout.md` lists every key and every script.
@NullMarked
package pagemark.redis;

import org.jspecify.annotations.NullMarked;
