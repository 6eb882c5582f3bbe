/// The index in memory, which is the oracle for every store, and the contracts that every store
/// passes.
@NullMarked
package pagemark.index;

import org.jspecify.annotations.NullMarked;
