@NullMarked
package pagemark.words;

import org.jspecify.annotations.NullMarked;
