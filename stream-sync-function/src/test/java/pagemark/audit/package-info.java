@NullMarked
package pagemark.audit;

import org.jspecify.annotations.NullMarked;
