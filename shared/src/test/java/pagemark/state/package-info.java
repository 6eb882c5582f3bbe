/// The in-memory notes, for tests of the functions, and the contract that they pass like the state
/// table.
@NullMarked
package pagemark.state;

import org.jspecify.annotations.NullMarked;
