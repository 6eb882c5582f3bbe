/// Whole-stack proofs: what a client sees over HTTP, page after page, against what plain code makes
/// of the table.
@NullMarked
package pagemark.proof;

import org.jspecify.annotations.NullMarked;
