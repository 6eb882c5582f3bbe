@NullMarked
package pagemark.sync;

import org.jspecify.annotations.NullMarked;
