/// The in-memory index, which is the oracle for every store, and the contract tests that it passes
/// like them.
@NullMarked
package pagemark.index;

import org.jspecify.annotations.NullMarked;
