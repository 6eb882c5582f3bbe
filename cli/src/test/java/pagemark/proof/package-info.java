/// Whole-stack proofs: what a client sees over HTTP, page after page, against the table itself. A
/// walk over all pages is in [PageWalk], the order they must have in [TableOrder].
@NullMarked
package pagemark.proof;

import org.jspecify.annotations.NullMarked;
