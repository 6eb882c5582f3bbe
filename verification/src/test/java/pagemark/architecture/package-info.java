/// Tests of which code may depend on which.
@NullMarked
package pagemark.architecture;

import org.jspecify.annotations.NullMarked;
