/// Makes an index right where there is reason to doubt it, by what the table says. The entrance is
/// [VerifiedRepair]; the stream's handler, rebuilds, audits and the repair function go through it.
@NullMarked
package pagemark.repair;

import org.jspecify.annotations.NullMarked;
