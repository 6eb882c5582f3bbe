@NullMarked
package pagemark.table;

import org.jspecify.annotations.NullMarked;
