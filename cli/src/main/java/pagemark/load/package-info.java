/// Loads items from JSON lines into a table, for `pagemark load` and the web page. Enter at
/// [Loader] for a file, at [ItemReader] for one item.
@NullMarked
package pagemark.load;

import org.jspecify.annotations.NullMarked;
