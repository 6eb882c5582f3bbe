package pagemark.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;

/// The table of cases by which every store judges, `verdicts.txt`.
final class VerdictCases {
  private static final String TAG = "1.k3x9f0";
  private static final Sequence NONE = new Sequence("0");

  private VerdictCases() {}

  /// A line of the table.
  ///
  /// @param fence what stands: `none`, `row`, a number, or a number and `~` if a repair left it
  /// @param stands `here` if the item is in the first cell then, `gone` if it is not there
  /// @param rule of the op: `row`, a number, or `seen` or `other` for a repair that has seen the
  ///   fence that stands, or another one
  /// @param says as `stands`, of the op; `cell` says that the item is in the other cell
  /// @param byItem empty if there is no such case, because a row leaves no fence by item
  record Case(
      String line,
      String fence,
      String stands,
      String rule,
      String says,
      Optional<Verdict> byItem,
      Verdict byPlace) {
    static Case of(String line) {
      String[] words = line.split(" +", -1);
      Optional<Verdict> byItem =
          words[4].equals("-") ? Optional.empty() : Optional.of(verdict(words[4]));
      return new Case(line, words[0], words[1], words[2], words[3], byItem, verdict(words[5]));
    }

    private static Verdict verdict(String word) {
      return Verdict.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /// The op that leaves the fence which stands; null if there is none.
    ///
    /// @param place where the item is or was
    @Nullable Op before(Bytes item, Position place) {
      Rule leaves =
          switch (fence) {
            case "none" -> null;
            case "row" -> new Rule.Unfenced();
            case String number when number.endsWith("~") ->
                new Rule.Unchanged(null, Map.of(), number(number.replace("~", "")), TAG);
            default -> new Rule.Newer(number(fence));
          };
      return leaves == null ? null : op(item, leaves, place, stands);
    }

    /// The fence that [#before] leaves.
    @Nullable Fence seen(Bytes item, Position place) {
      Op before = before(item, place);
      if (before == null) {
        return null;
      }
      Fence left = before.rule().leaves(before.entry());
      return left == null ? Fence.ofRow(Objects.requireNonNull(before.entry())) : left;
    }

    /// The op that is judged.
    Op op(Bytes item, Position place) {
      return op(item, rule(seen(item, place), place), place, says);
    }

    private Rule rule(@Nullable Fence stood, Position place) {
      return switch (rule) {
        case "row" -> new Rule.Unfenced();
        case "seen" -> repair(stood, place);
        case "other" -> repair(new Fence(number("3"), null), place);
        default -> new Rule.Newer(number(rule));
      };
    }

    private static Rule repair(@Nullable Fence seen, Position place) {
      return new Rule.Unchanged(
          seen, seen == null ? Map.of() : Map.of(place, seen), NONE, "2.k3x9f0");
    }

    private static Op op(Bytes item, Rule rule, Position place, String says) {
      Entry here = new Entry(OpenedStore.FOUR_EN, place);
      return switch (says) {
        case "here" -> new Op(item, rule, here, Set.of());
        case "cell" -> new Op(item, rule, new Entry(OpenedStore.FIVE_EN, place), Set.of(here));
        case "gone" -> new Op(item, rule, null, Set.of(here));
        default -> throw new IllegalArgumentException(says);
      };
    }

    @Override
    public String toString() {
      return line;
    }
  }

  private static Sequence number(String digits) {
    return new Sequence(digits);
  }

  static @Nullable Cell cell(Op op) {
    return op.entry() == null ? null : op.entry().cell();
  }

  static List<Case> all() {
    try (InputStream table =
        Objects.requireNonNull(VerdictCases.class.getResourceAsStream("verdicts.txt"))) {
      return new String(table.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(Case::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
