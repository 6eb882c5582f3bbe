/// The page index on Redis and Valkey. `docs/index-layout.md` lists every key; each Lua script is a
/// file beside the class that calls it.
///
/// Enter at [RedisIndexProvider], which ServiceLoader finds for `redis://` and `rediss://` URLs.
@NullMarked
package pagemark.redis;

import org.jspecify.annotations.NullMarked;
