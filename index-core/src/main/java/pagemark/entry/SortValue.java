package pagemark.entry;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The range of positions that have one sort value.
///
/// In the score layout the score is the sort value. In the bytes layout a member begins with its
/// sort value, which 00 01 ends (docs/internals/key-format.md).
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

  /// A position with the sort value that a separator divides: entries with that sort value may lie
  /// on both sides of it.
  ///
  /// @param separator a place, or the first bytes of one
  /// @return null if entries on both sides have different sort values
  public static @Nullable Position dividedBy(Bytes separator, Layout layout) {
    if (!Place.hasMember(separator)) {
      return null;
    }
    Position position = Place.position(separator);
    if (layout == Layout.SCORE) {
      return position;
    }
    byte[] member = position.member().toArray();
    return ends(member) < member.length ? position : null;
  }

  private static Bytes prefix(Position position, byte last) {
    byte[] member = position.member().toArray();
    byte[] prefix = Arrays.copyOf(member, ends(member));
    prefix[prefix.length - 1] = last;
    return Bytes.of(prefix);
  }

  /// The length of the sort value and its end mark; the member's length if it has none.
  private static int ends(byte[] member) {
    int i = 0;
    while (i + 1 < member.length && (member[i] != 0 || member[i + 1] != 1)) {
      i += member[i] == 0 ? 2 : 1;
    }
    return Math.min(i + 2, member.length);
  }
}
