/// What the functions of this module share. [FunctionEnvironment] reads their variables; a missing
/// one stops the function at its start, and the message names it. [FunctionLog] writes lines to
/// their logs.
@NullMarked
package pagemark.function;

import org.jspecify.annotations.NullMarked;
