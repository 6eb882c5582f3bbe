@NullMarked
package pagemark.sql.connection;

import org.jspecify.annotations.NullMarked;
