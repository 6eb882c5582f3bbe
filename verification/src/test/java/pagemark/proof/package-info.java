/// Whole-stack proofs: what a client sees over HTTP, page after page, against the table itself. A
/// walk over all pages is in [PageWalk], the order they must have in [TableOrder], and
/// [PageComparison] holds one against the other. [FileProof] does so for a file of real data,
/// [StandInIT] in every build for generated data of the same kind.
@NullMarked
package pagemark.proof;

import org.jspecify.annotations.NullMarked;
