/// The log of the functions of this module. Enter at [FunctionLog], which writes one line at a
/// time.
@NullMarked
package pagemark.log;

import org.jspecify.annotations.NullMarked;
