@NullMarked
package pagemark.redis.connection;

import org.jspecify.annotations.NullMarked;
