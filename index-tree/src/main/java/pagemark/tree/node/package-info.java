/// What the items of a tree hold. The text of the package `pagemark.tree` draws a tree of them.
///
/// - A [Leaf] has the [Leaf.Register]s of a range of places. A group of up to about 30 entries is
///   one leaf.
/// - An [Inner] node has its [Inner.Child]s. Beside it, [InnerCounts] has a [Tally] for each child:
///   how many entries are below it, of each cell.
///
/// A [NodeKey] is the key of a node. [RowPacker.RegisterPacker] packs registers into bytes, and
/// [RowPacker] the rows of a rebuild.
///
/// Everything here is pure and immutable. This package may use the ports of `index-core`.
@NullMarked
package pagemark.tree.node;

import org.jspecify.annotations.NullMarked;
