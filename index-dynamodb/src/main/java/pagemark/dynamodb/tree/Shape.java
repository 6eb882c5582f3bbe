package pagemark.dynamodb.tree;

import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Inner;

/// The limits of nodes. They belong to the writer and not to the layout: a tree that was written
/// with other limits stays readable and changes over time.
///
/// @param leafBytes the maximum size of a leaf. One of up to 1,024 bytes costs one unit to write,
///   which is why larger ones only pay for groups with thousands of writes a second
/// @param kidsMax the maximum number of kids of an inner node
/// @param countsBytes the maximum size of an inner node's counts, if it has more than [#KIDS_MIN]
///   kids; a listing with many cells has fewer kids in a node
/// @param structureBytes the maximum size of a structure, with the same exception
public record Shape(int leafBytes, int kidsMax, int countsBytes, int structureBytes) {
  public static final Shape DEFAULT = new Shape(1_024, 100, 2_048, 16_384);

  /// A node with this many kids is not divided, however large they are.
  static final int KIDS_MIN = 3;

  /// How full the pieces of a split leaf are.
  static final double FILL = 0.7;

  /// How full they are if the leaf grows at its end.
  static final double FILL_AT_END = 0.95;

  /// The share of new places behind all others from which on a leaf grows at its end.
  static final double AT_END = 0.8;

  /// A leaf below this share of its maximum is joined with a neighbour.
  static final double SMALL = 0.25;

  /// Two leaves are joined if they fill at most this share of one.
  static final double JOINED = 0.75;

  boolean isTooLarge(Inner inner) {
    return inner.kids().size() > kidsMax
        || (inner.kids().size() > KIDS_MIN && inner.bytes() > structureBytes);
  }

  boolean isTooLarge(Inner inner, Counts counts) {
    return isTooLarge(inner) || (inner.kids().size() > KIDS_MIN && counts.bytes() > countsBytes);
  }
}
