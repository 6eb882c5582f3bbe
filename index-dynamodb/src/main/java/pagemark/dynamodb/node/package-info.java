/// What the items of an index table hold. The text of the package `pagemark.dynamodb` draws a tree
/// of them, and `docs/index-layout-dynamodb.md` specifies every attribute.
///
/// - A [Leaf] has the [Register]s of a range of places. A group of up to about 30 entries is one
///   leaf.
/// - An [Inner] node has its [Child]s. Beside it, [InnerCounts] has a [Tally] for each child: how
///   many entries are below it, of each cell.
///
/// A [NodeKey] is the key of a node. [ItemCodec] writes items as attributes and reads them.
///
/// Everything here is pure and immutable. This package may use the keys and ports of `shared`, and
/// the attribute values of the SDK.
@NullMarked
package pagemark.dynamodb.node;

import org.jspecify.annotations.NullMarked;
