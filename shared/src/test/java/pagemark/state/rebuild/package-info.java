@NullMarked
package pagemark.state.rebuild;

import org.jspecify.annotations.NullMarked;
