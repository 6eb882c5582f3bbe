/// What every function of the sync side is wired from: its environment.
@NullMarked
package pagemark.function;

import org.jspecify.annotations.NullMarked;
