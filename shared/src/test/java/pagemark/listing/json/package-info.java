@NullMarked
package pagemark.listing.json;

import org.jspecify.annotations.NullMarked;
