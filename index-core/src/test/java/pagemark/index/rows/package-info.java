@NullMarked
package pagemark.index.rows;

import org.jspecify.annotations.NullMarked;
