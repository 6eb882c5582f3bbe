package pagemark.proof;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import pagemark.entry.Order;
import pagemark.proof.TableOrder.Group;

/// Compares what `prefix` finds, for begins of titles as readers type them: in any case, with
/// accents in one or two characters.
///
/// @param walk of [AnyTables#TITLES]
record TitlePrefixes(PageWalk walk, Random random) {
  private static final int CHARACTERS_MAX = 8;
  private static final int SIZE = 20;

  /// The items of a group in the order of their titles.
  private record Titled(Group group, List<String> folded, List<String> texts) {
    static Titled of(Group group) {
      return new Titled(
          group,
          group.items().stream().map(i -> FoldedTitle.of(Attribute.text(i, "page"))).toList(),
          group.items().stream().map(ItemText::of).toList());
    }

    List<String> beginWith(String prefix) {
      List<String> found = new ArrayList<>();
      for (int i = 0; i < texts.size(); i++) {
        if (folded.get(i).startsWith(prefix)) {
          found.add(texts.get(i));
        }
      }
      return found;
    }
  }

  /// Every page that random prefixes find.
  ///
  /// @param groups of [AnyTables#TITLES]
  /// @param ofEach how many prefixes of each group
  PageComparison compare(List<Group> groups, int ofEach)
      throws InterruptedException, ExecutionException {
    PageComparison comparison = new PageComparison(walk);
    for (Group group : groups) {
      Titled titled = Titled.of(group);
      for (int i = 0; i < ofEach; i++) {
        compare(comparison, titled, typed(group));
      }
    }
    return comparison;
  }

  private void compare(PageComparison comparison, Titled titled, String typed)
      throws InterruptedException, ExecutionException {
    Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
    List<String> found = titled.beginWith(FoldedTitle.of(typed));
    comparison.compare(
        new PageWalk.Path(titled.group().name(), order, SIZE, "prefix=" + PageWalk.encoded(typed)),
        order == Order.ASCENDING ? found : found.reversed());
  }

  /// Blanks alone are no prefix.
  private String typed(Group group) {
    String title =
        Attribute.text(group.items().get(random.nextInt(group.size())), "page").stripLeading();
    int characters =
        Math.min(1 + random.nextInt(CHARACTERS_MAX), title.codePointCount(0, title.length()));
    String begin = title.substring(0, title.offsetByCodePoints(0, characters));
    return switch (random.nextInt(4)) {
      case 0 -> begin.toUpperCase(Locale.ROOT);
      case 1 -> begin.toLowerCase(Locale.ROOT);
      case 2 -> Normalizer.normalize(begin, Normalizer.Form.NFD);
      default -> begin;
    };
  }
}
