/// The rebuilds that are under way: whose they are, and how far they have come. Enter at
/// [Rebuilds].
///
/// [Work][pagemark.state.Work] says who holds the listing's lease, and has the plan. Each segment
/// of the table notes how far it is, as a [SegmentProgress]: a process that continues a rebuild
/// begins there.
///
/// A note of a segment costs one write. [NamedGenerations] says which generations of all listings
/// are still needed.
///
/// This package may use `pagemark.state`, and the rows of `pagemark.index.rows`.
@NullMarked
package pagemark.state.rebuild;

import org.jspecify.annotations.NullMarked;
