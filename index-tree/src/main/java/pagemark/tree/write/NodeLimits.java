package pagemark.tree.write;

import java.util.function.ToIntFunction;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;

/// The limits of nodes, which the store gives. They belong to the writer and not to the layout: a
/// tree that was written with other limits stays readable and changes over time.
///
/// @param leafBytes the maximum size of a leaf
/// @param childrenMax the maximum number of children of an inner node
/// @param countsBytes the maximum size of an inner node's counts, if it has more than
///   [#CHILDREN_MIN] children; a listing with many cells has fewer children in a node
/// @param structureBytes the maximum size of a structure, with the same exception
/// @param sizes the size of an item in the store
public record NodeLimits(
    int leafBytes,
    int childrenMax,
    int countsBytes,
    int structureBytes,
    ToIntFunction<Item> sizes) {
  /// A node with this many children is not divided, however large they are.
  static final int CHILDREN_MIN = 3;

  /// How full the pieces of a split leaf are.
  static final double FILL = 0.7;

  /// How full they are if the leaf grows at its end.
  static final double FILL_AT_END = 0.95;

  /// The share of new places behind all others from which on a leaf grows at its end.
  static final double AT_END = 0.8;

  /// How many times the maximum the end leaf may have while others are in the way. Splits that
  /// others refuse cost more than larger puts.
  static final int CROWDED = 4;

  /// Nodes are joined if they fill at most this share of one.
  static final double JOINED = 0.75;

  int bytes(Item item) {
    return sizes.applyAsInt(item);
  }

  boolean isTooLarge(Inner inner) {
    return inner.children().size() > childrenMax
        || (inner.children().size() > CHILDREN_MIN && bytes(inner) > structureBytes);
  }

  boolean isTooLarge(Inner inner, InnerCounts counts) {
    return isTooLarge(inner)
        || (inner.children().size() > CHILDREN_MIN && bytes(counts) > countsBytes);
  }

  boolean isSmall(Inner inner, InnerCounts counts) {
    return inner.children().size() <= JOINED * childrenMax
        && bytes(inner) <= JOINED * structureBytes
        && bytes(counts) <= JOINED * countsBytes;
  }
}
