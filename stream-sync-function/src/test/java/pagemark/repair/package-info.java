@NullMarked
package pagemark.repair;

import org.jspecify.annotations.NullMarked;
