/// The counted tree, which finds the entry of a rank. Enter at [CountedTree] to read and at
/// [TreeUpdate] to write.
///
/// A table has no ranks. So a large group has a tree. Each [NodeTable.TreeNode] counts the entries
/// from its place to the next node's, in total and for each cell; the nodes of a level are counted
/// by those above, up to the group's row.
///
/// Reads go from the root down, with one statement for each level:
///
/// 1. [CountedTree] finds the lowest nodes that hold some ranks or places.
/// 2. [RangeRead] reads the entries of a page there. [CountedTree.RangeCounts] counts entries by
///    reading them.
///
/// Writes:
///
/// 1. [TreeUpdate.TouchedNodes] finds the nodes over the changed entries, and [TreeUpdate] corrects
///    their counts.
/// 2. [TreeShaping] splits nodes that have become too large, and joins small ones. [Shape] has the
///    limits. A split at [TreeShaping.AppendedEntries] reads nothing.
/// 3. [NodeTable.NodeWrites] collects the nodes of all groups and writes them together.
///
/// [NodeTable] holds the nodes. [TreeAudit] checks their counts and corrects wrong ones.
///
/// A page costs one statement for each level, up to 128 rows each. A write costs as many, for all
/// its groups together, and one that writes the nodes; a split or join adds some more. A group of
/// up to 1,500 entries has none.
///
/// This package may use `connection` and `table`.
@NullMarked
package pagemark.sql.tree;

import org.jspecify.annotations.NullMarked;
