@NullMarked
package pagemark.rebuild;

import org.jspecify.annotations.NullMarked;
