@NullMarked
package pagemark.listing;

import org.jspecify.annotations.NullMarked;
