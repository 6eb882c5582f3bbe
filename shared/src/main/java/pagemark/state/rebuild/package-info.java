/// The rebuilds that are under way: whose they are, and how far they have come. Enter at
/// [Rebuilds].
///
/// 1. An owner takes the listing's [Lease]. A [RebuildJob] says who holds it, and has the plan.
/// 2. Each segment of the table notes how far it is, as a [SegmentProgress] with its
///    [RebuildCounts]. A process that continues a rebuild begins there.
/// 3. Every change checks in its transaction that the caller still owns the rebuild. If not, it
///    fails with [RebuildLostException].
///
/// [RebuildItems] keeps all of it in the state table; [RebuildJobItem] is the job as an item. A
/// note of a segment costs one transaction. [NamedGenerations] says which generations of all
/// listings are still needed.
///
/// This package may use `pagemark.state`, for generations and for the conversion of items.
@NullMarked
package pagemark.state.rebuild;

import org.jspecify.annotations.NullMarked;
