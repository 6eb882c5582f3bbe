/// The state of Pagemark in memory, for tests of the functions, and the contracts that it passes
/// like the state table.
@NullMarked
package pagemark.state;

import org.jspecify.annotations.NullMarked;
