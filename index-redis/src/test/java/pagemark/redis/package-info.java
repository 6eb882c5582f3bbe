/// Tests of the Redis index on real servers.
@NullMarked
package pagemark.redis;

import org.jspecify.annotations.NullMarked;
