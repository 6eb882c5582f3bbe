/// Items from JSON lines into a table. Enter at [Loader].
@NullMarked
package pagemark.load;

import org.jspecify.annotations.NullMarked;
