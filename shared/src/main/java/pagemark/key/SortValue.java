package pagemark.key;

import java.util.Arrays;

/// The range of positions that have one sort value.
///
/// In the score layout the score is the sort value. In the bytes layout a member begins with its
/// sort value, which 00 01 ends (docs/key-format.md).
public final class SortValue {
  private SortValue() {}

  /// The boundary before all entries with the sort value of `position`.
  public static Position begin(Position position, Layout layout) {
    return switch (layout) {
      case SCORE -> new Position(position.score(), Bytes.utf8(""));
      case BYTES -> new Position(0, prefix(position, (byte) 1));
    };
  }

  /// The boundary after all entries with the sort value of `position`.
  public static Position end(Position position, Layout layout) {
    return switch (layout) {
      case SCORE -> new Position(Math.nextUp(position.score()), Bytes.utf8(""));
      case BYTES -> new Position(0, prefix(position, (byte) 2));
    };
  }

  private static Bytes prefix(Position position, byte last) {
    byte[] member = position.member().toArray();
    int i = 0;
    while (member[i] != 0 || member[i + 1] != 1) {
      i += member[i] == 0 ? 2 : 1;
    }
    byte[] prefix = Arrays.copyOf(member, i + 2);
    prefix[i + 1] = last;
    return Bytes.of(prefix);
  }
}
