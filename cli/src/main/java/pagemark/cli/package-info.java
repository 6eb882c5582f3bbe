/// The `pagemark` command. Enter at [Pagemark].
@NullMarked
package pagemark.cli;

import org.jspecify.annotations.NullMarked;
