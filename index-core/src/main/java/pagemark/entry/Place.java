package pagemark.entry;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// Writes a position as one byte string that orders as positions do: the score, then the member.
/// Stores that are not Redis keep places, as one key column or attribute.
///
/// The score 0, which every position of the bytes layout has, is `80`. Any other score is `7F`
/// (negative) or `81` (positive), followed by the eight bytes of the double, inverted if it is
/// negative. Every place is between [#FIRST] and [#END].
public final class Place {
  /// Sorts before every place.
  public static final Bytes FIRST = Bytes.of(new byte[0]);

  /// Sorts after every place.
  public static final Bytes END = Bytes.of(new byte[] {(byte) 0xFF});

  private static final byte NEGATIVE = 0x7F;
  private static final byte ZERO = (byte) 0x80;
  private static final byte POSITIVE = (byte) 0x81;
  private static final int SCORE_BYTES = 1 + Double.BYTES;
  private static final Bytes ZEROS = Bytes.of(new byte[] {ZERO});
  private static final Bytes POSITIVES = Bytes.of(new byte[] {POSITIVE});

  private Place() {}

  public static Bytes of(Position position) {
    double score = position.score();
    byte[] member = position.member().toArray();
    if (score == 0) {
      return Bytes.of(ByteBuffer.allocate(1 + member.length).put(ZERO).put(member).array());
    }
    long bits = Double.doubleToLongBits(score);
    ByteBuffer bytes = ByteBuffer.allocate(SCORE_BYTES + member.length);
    bytes.put(score < 0 ? NEGATIVE : POSITIVE).putLong(score < 0 ? ~bits : bits).put(member);
    return Bytes.of(bytes.array());
  }

  /// The shortest byte string that has the same places before it as a boundary has positions. If
  /// the boundary is a score alone, it has fewer bytes than a place: no place has a shorter score.
  public static Bytes boundary(Position boundary) {
    if (boundary.member().length() > 0) {
      return of(boundary);
    }
    byte[] score = of(boundary).toArray();
    if (boundary.score() == Double.MIN_VALUE) {
      score[SCORE_BYTES - 1] = 0; // 81 and zeros: no positive score is lower
    }
    int length = score.length;
    while (score[length - 1] == 0) {
      length--;
    }
    return Bytes.of(Arrays.copyOf(score, length));
  }

  public static Position position(Bytes place) {
    byte[] bytes = place.toArray();
    if (bytes[0] == ZERO) {
      return new Position(0, member(bytes, 1));
    }
    long bits = ByteBuffer.wrap(bytes).getLong(1);
    double score = Double.longBitsToDouble(bytes[0] == NEGATIVE ? ~bits : bits);
    return new Position(score, member(bytes, SCORE_BYTES));
  }

  /// Whether a place, or its first bytes, have bytes of the member.
  public static boolean hasMember(Bytes place) {
    return place.length() > scoreBytes(place);
  }

  /// The number of bytes that the score of a place takes, or would take if the place were longer.
  private static int scoreBytes(Bytes place) {
    return place.compareTo(ZEROS) >= 0 && place.compareTo(POSITIVES) < 0 ? 1 : SCORE_BYTES;
  }

  private static Bytes member(byte[] bytes, int from) {
    return Bytes.of(Arrays.copyOfRange(bytes, from, bytes.length));
  }
}
