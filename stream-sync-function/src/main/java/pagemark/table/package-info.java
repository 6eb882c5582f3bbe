/// Reads the followed table, consistently: by key, and as a whole.
@NullMarked
package pagemark.table;

import org.jspecify.annotations.NullMarked;
