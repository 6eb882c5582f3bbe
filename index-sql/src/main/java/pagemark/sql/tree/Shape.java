package pagemark.sql.tree;

/// Says when nodes split and join.
///
/// @param leafMax the maximum number of entries of a node of the lowest level
/// @param innerMax the maximum number of nodes below one of a higher level
public record Shape(int leafMax, int innerMax) {
  /// Gives about 1,000 entries for each node. A page in the middle of one skips 500 entries on
  /// average.
  public static final Shape DEFAULT = new Shape(1_500, 128);

  /// A node with more parts than this is split.
  public int max(int level) {
    return level == 0 ? leafMax : innerMax;
  }

  /// The maximum number of parts of the nodes into which a node is split. It leaves room for half
  /// as many again, because with new entries at the end only the last node grows.
  int target(int level) {
    return max(level) * 2 / 3;
  }

  /// A node with fewer parts than this joins a neighbour.
  int min(int level) {
    return max(level) / 6;
  }
}
