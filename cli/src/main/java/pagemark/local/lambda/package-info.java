/// Calls the functions of this project as the Lambda service does. Enter at [LocalFunction].
@NullMarked
package pagemark.local.lambda;

import org.jspecify.annotations.NullMarked;
