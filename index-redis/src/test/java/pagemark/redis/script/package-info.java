@NullMarked
package pagemark.redis.script;

import org.jspecify.annotations.NullMarked;
