@NullMarked
package pagemark.function;

import org.jspecify.annotations.NullMarked;
