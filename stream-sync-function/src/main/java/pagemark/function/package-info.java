/// Reads the environment of the functions of this module. Enter at [FunctionEnvironment]. Only
/// handlers use it.
@NullMarked
package pagemark.function;

import org.jspecify.annotations.NullMarked;
