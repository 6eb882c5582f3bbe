@NullMarked
package pagemark.key;

import org.jspecify.annotations.NullMarked;
