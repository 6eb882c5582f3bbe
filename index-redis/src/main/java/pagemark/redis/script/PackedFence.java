package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.entry.Sha256;
import pagemark.index.Fence;
import pagemark.index.Sequence;

/// Packs a fence as `packed.lua` describes. The callers of the scripts do it, because it takes Java
/// less time than Lua.
final class PackedFence {
  private static final int LONG_LENGTH = 0x80;
  private static final int SEVEN_DIGITS = 3;
  private static final int DIGITS = 7;
  private static final int SHORT_SEQUENCE = 21;

  /// The parts that a fence can have besides its sequence.
  private enum Part {
    ENTRY(1),
    CELL(2),
    MEMBER(4),
    TAG(8),
    LONG_SEQUENCE(16);

    private final int bit;

    Part(int bit) {
      this.bit = bit;
    }

    private int bitIf(boolean exists) {
      return exists ? bit : 0;
    }
  }

  private PackedFence() {}

  /// The fence of an item, but for the member at its end.
  ///
  /// @param digest of the item
  /// @param tag empty if a record leaves the fence
  /// @param entry null if the item is removed
  static byte[] of(
      byte[] digest, Bytes item, Sequence sequence, String tag, @Nullable Entry entry) {
    boolean hasCell = entry != null && !entry.cell().isWhole();
    boolean hasMember = entry != null && !entry.position().member().equals(item);
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    rest.write(
        Part.ENTRY.bitIf(entry != null)
            | Part.CELL.bitIf(hasCell)
            | Part.MEMBER.bitIf(hasMember)
            | Part.TAG.bitIf(!tag.isEmpty())
            | Part.LONG_SEQUENCE.bitIf(sequence.digits().length() > SHORT_SEQUENCE));
    rest.writeBytes(packed(sequence));
    if (!tag.isEmpty()) {
      write(tag, rest);
    }
    if (entry != null && hasCell) {
      write(entry.cell().name(), rest);
    }
    int member = entry != null && hasMember ? entry.position().member().length() : 0;
    ByteArrayOutputStream fence = new ByteArrayOutputStream();
    fence.writeBytes(digest);
    writeLength(rest.size() + member, fence);
    fence.writeBytes(rest.toByteArray());
    return fence.toByteArray();
  }

  private static void writeLength(int length, ByteArrayOutputStream out) {
    if (length >= LONG_LENGTH) {
      out.write(LONG_LENGTH + (length >> Byte.SIZE));
    }
    out.write(length);
  }

  private static void write(String text, ByteArrayOutputStream out) {
    out.write(text.length());
    out.writeBytes(text.getBytes(US_ASCII));
  }

  /// A sequence as 21 or 42 digits, three bytes for each seven of them.
  static byte[] packed(Sequence sequence) {
    String digits = sequence.digits();
    int length = digits.length() > SHORT_SEQUENCE ? 2 * SHORT_SEQUENCE : SHORT_SEQUENCE;
    String padded = "0".repeat(length - digits.length()) + digits;
    byte[] packed = new byte[length / DIGITS * SEVEN_DIGITS];
    for (int from = 0, at = 0; from < length; from += DIGITS) {
      int seven = Integer.parseInt(padded, from, from + DIGITS, 10);
      packed[at++] = (byte) (seven >> (2 * Byte.SIZE));
      packed[at++] = (byte) (seven >> Byte.SIZE);
      packed[at++] = (byte) seven;
    }
    return packed;
  }

  /// The 16 bytes that stand for an item key in packed fences. Their first four choose the field,
  /// so they are evenly distributed for all keys. They are those of a hash: SHA-256 of the
  /// generation's id and the key. So nobody can choose keys whose fences share a field.
  ///
  /// | item key | bytes |
  /// | --- | --- |
  /// | up to 11 bytes | 4 of the hash, the key, zeros up to 15 bytes, the key's length |
  /// | longer | 15 of the hash, `FF` |
  ///
  /// So two short keys never have the same digest. Two long ones would be one item; nobody can find
  /// such keys in less than 2^60 tries.
  static final class ItemDigest {
    private static final int LENGTH = 16;
    private static final int HASH = 4;
    private static final int SHORT_MAX = LENGTH - HASH - 1;
    private static final byte LONG = (byte) 0xFF;

    private ItemDigest() {}

    static byte[] of(String generation, Bytes item) {
      byte[] key = item.toArray();
      byte[] digest = Arrays.copyOf(Sha256.of(generation.getBytes(US_ASCII), key), LENGTH);
      digest[LENGTH - 1] = LONG;
      if (key.length <= SHORT_MAX) {
        Arrays.fill(digest, HASH, LENGTH, (byte) 0);
        System.arraycopy(key, 0, digest, HASH, key.length);
        digest[LENGTH - 1] = (byte) key.length;
      }
      return digest;
    }
  }

  /// Converts a fence to the text that the scripts store, and back. The text of a removal is the
  /// mark. Any other text is `mark cell score`, followed by the member if that is not the item key.
  /// The mark is `sequence`, or `sequence~tag` if a repair left the fence.
  static final class FenceText {
    private static final Pattern ENTRY =
        Pattern.compile("(\\S+) (\\S*) (\\S+)(?: (.*))?", Pattern.DOTALL);

    private FenceText() {}

    /// The fence that a repair has seen, as the scripts take it: `=` and the text, which is empty
    /// if there was no fence.
    static byte[] seen(Bytes item, @Nullable Fence fence) {
      String text = fence == null ? "" : text(item, fence);
      return ("=" + text).getBytes(ISO_8859_1);
    }

    private static String text(Bytes item, Fence fence) {
      Entry entry = fence.entry();
      if (entry == null) {
        return fence.mark();
      }
      Bytes member = entry.position().member();
      String score = Scores.text(entry.position().score());
      String text = fence.mark() + " " + entry.cell().name() + " " + score;
      return member.equals(item) ? text : text + " " + new String(member.toArray(), ISO_8859_1);
    }

    static Fence parse(Bytes item, byte[] bytes) {
      String text = new String(bytes, ISO_8859_1);
      Matcher entry = ENTRY.matcher(text);
      if (!entry.matches()) {
        return Fence.of(text, null);
      }
      Bytes member = entry.group(4) == null ? item : Bytes.of(entry.group(4).getBytes(ISO_8859_1));
      Position position = new Position(Double.parseDouble(entry.group(3)), member);
      return Fence.of(entry.group(1), new Entry(new Cell(entry.group(2)), position));
    }

    /// Converts scores to the decimal text that Redis takes in arguments, and replies back.
    static final class Scores {
      private Scores() {}

      static String text(double score) {
        return score == Math.rint(score) ? Long.toString((long) score) : Double.toString(score);
      }

      static Position position(Object member, Object score) {
        return new Position(
            Double.parseDouble(new String((byte[]) score, US_ASCII)), Bytes.of((byte[]) member));
      }
    }
  }
}
