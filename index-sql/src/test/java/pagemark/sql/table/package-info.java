@NullMarked
package pagemark.sql.table;

import org.jspecify.annotations.NullMarked;
