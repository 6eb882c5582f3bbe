/// Makes the services that all functions of this module share from their environment variables.
/// Enter at [FunctionParts].
@NullMarked
package pagemark.function;

import org.jspecify.annotations.NullMarked;
