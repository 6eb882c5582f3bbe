package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Fence;

/// Converts a fence to the text that the scripts store, and back. The text of a removal is the
/// mark. Any other text is `mark cell score`, followed by the member if that is not the item key.
/// The mark is `sequence`, or `sequence~tag` if a repair left the fence.
final class FenceText {
  private static final Pattern ENTRY =
      Pattern.compile("(\\S+) (\\S*) (\\S+)(?: (.*))?", Pattern.DOTALL);

  private FenceText() {}

  /// The fence that a repair has seen, as the scripts take it: `=` and the text, which is empty if
  /// there was no fence.
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
