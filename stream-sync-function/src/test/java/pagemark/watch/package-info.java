@NullMarked
package pagemark.watch;

import org.jspecify.annotations.NullMarked;
