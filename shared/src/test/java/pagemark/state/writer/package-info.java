@NullMarked
package pagemark.state.writer;

import org.jspecify.annotations.NullMarked;
