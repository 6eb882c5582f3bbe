package pagemark.sql;

/// When anchors split and merge.
///
/// @param leafMax most entries between two anchors of the lowest level
/// @param innerMax most anchors between two of the next level
record Shape(int leafMax, int innerMax) {
  /// About 1,000 entries an anchor: a page in its middle skips 500 on average.
  static final Shape DEFAULT = new Shape(1_500, 128);

  /// More parts than this make a node split.
  int max(int level) {
    return level == 0 ? leafMax : innerMax;
  }

  /// What the nodes that it is split into have, at most: room for half as many again, as behind the
  /// last entry only the last node grows.
  int target(int level) {
    return max(level) * 2 / 3;
  }

  /// Fewer parts than this make a node join one beside it.
  int min(int level) {
    return max(level) / 6;
  }
}
