/// What the documents say is true.
@NullMarked
package pagemark.docs;

import org.jspecify.annotations.NullMarked;
