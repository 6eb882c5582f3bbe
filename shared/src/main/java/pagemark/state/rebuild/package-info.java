/// The rebuilds that are under way: whose they are, and how far they have come. Enter at
/// [Rebuilds].
///
/// 1. An owner takes the listing's [Lease]. A [RebuildJob] says who holds it, and has the plan.
/// 2. Each segment of the table notes how far it is, as a [SegmentProgress] with its
///    [RebuildCounts]. A process that continues a rebuild begins there. Rows that were read and not
///    yet applied are its [WaitingRows].
/// 3. Every change checks in its transaction that the caller still owns the rebuild. If not, it
///    fails with [RebuildLostException].
///
/// A note of a segment costs one write. [NamedGenerations] says which generations of all listings
/// are still needed.
///
/// This package may use `pagemark.state`, and the rows of `pagemark.index.rows`.
@NullMarked
package pagemark.state.rebuild;

import org.jspecify.annotations.NullMarked;
