/// Order and bytes of positions and places.
@NullMarked
package pagemark.entry;

import org.jspecify.annotations.NullMarked;
