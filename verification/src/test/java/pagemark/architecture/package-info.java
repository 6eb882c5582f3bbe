/// What may depend on what, held by a test.
@NullMarked
package pagemark.architecture;

import org.jspecify.annotations.NullMarked;
