package pagemark.sql;

import java.nio.ByteBuffer;
import java.util.Arrays;
import pagemark.key.Bytes;
import pagemark.key.Position;

/// A position as the one byte string that the tables order by: the score, then the member.
///
/// A score is `80` where it is 0, as in the bytes layout; else `7F` or `81` for its sign, and the
/// eight bytes of the double, those of a negative one inverted. So bytes order as positions do, and
/// every place lies between [#FIRST] and [#END].
final class Place {
  /// Before every place.
  static final Bytes FIRST = Bytes.of(new byte[0]);

  /// Behind every place.
  static final Bytes END = Bytes.of(new byte[] {(byte) 0xFF});

  /// The longest that fits into the keys of every database, beside what else they have. An index of
  /// PostgreSQL takes keys of a third of a page, one of MySQL 3,072 bytes.
  static final int BYTES_MAX = 2_600;

  private static final byte NEGATIVE = 0x7F;
  private static final byte ZERO = (byte) 0x80;
  private static final byte POSITIVE = (byte) 0x81;
  private static final int SCORE_BYTES = 1 + Double.BYTES;

  private Place() {}

  static Bytes of(Position position) {
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

  static Position position(Bytes place) {
    byte[] bytes = place.toArray();
    if (bytes[0] == ZERO) {
      return new Position(0, member(bytes, 1));
    }
    long bits = ByteBuffer.wrap(bytes).getLong(1);
    double score = Double.longBitsToDouble(bytes[0] == NEGATIVE ? ~bits : bits);
    return new Position(score, member(bytes, SCORE_BYTES));
  }

  private static Bytes member(byte[] bytes, int from) {
    return Bytes.of(Arrays.copyOfRange(bytes, from, bytes.length));
  }
}
