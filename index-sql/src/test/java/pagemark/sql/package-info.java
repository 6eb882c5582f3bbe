/// Tests of the index in SQL.
@NullMarked
package pagemark.sql;

import org.jspecify.annotations.NullMarked;
