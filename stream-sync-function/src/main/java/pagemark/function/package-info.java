/// Reads the environment of the functions of this module. Enter at [FunctionEnvironment]. Only
/// handlers use it. A missing variable stops the function at its start, and the message names it.
@NullMarked
package pagemark.function;

import org.jspecify.annotations.NullMarked;
