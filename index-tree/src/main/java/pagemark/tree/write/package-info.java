/// Writes the counted tree of a group, which the text of the package `pagemark.tree` draws. Enter
/// at [TreeWriter]; [GroupWriter] writes a batch.
///
/// Data flows through it like this:
///
/// 1. [Paths] finds the leaf of each [PlaceOp], from the inner nodes that [TreeWriter.Structures]
///    keeps.
/// 2. [SweptLeaves.Fold] judges the ops of a leaf by its registers, and gives the leaf as it must
///    be.
/// 3. The writer puts the leaf if its version is the one that it has read. If the leaf has become
///    too large, [LeafSplit] replaces it by pieces in one transaction, and [InnerSplit] divides a
///    parent that has too many children. [NodeLimits] has the limits.
/// 4. [Propagation] raises the tallies of the changed leaves in their parents, a level at a time,
///    up to the root. Only then is the write acknowledged.
/// 5. Once a day, a sweep goes through the tree, a lowest inner node at a time ([SweptNode]). It
///    drops what is too old, joins small leaves, and unlinks what has been empty for long. Nothing
///    else makes a tree smaller.
///
/// A write costs a read and a put of each leaf that it touches, and an update for each inner node
/// above them. Splits are rare; they cost a transaction.
///
/// Whoever dies on the way leaves a sound tree, whose counts are behind: the batch comes again,
/// finds its ops done, and raises the tallies.
///
/// This package may use `node` and `request`.
@NullMarked
package pagemark.tree.write;

import org.jspecify.annotations.NullMarked;
