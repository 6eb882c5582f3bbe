@NullMarked
package pagemark.sql.tree;

import org.jspecify.annotations.NullMarked;
