package pagemark.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import pagemark.entry.Order;
import pagemark.proof.PageWalk.Page;
import pagemark.proof.TableOrder.Group;

/// Compares the pages of a listing, as they come over HTTP, with the groups of its table: each page
/// holds the items of its ranks, all attributes of them, and the group's total.
final class PageComparison {
  private static final int DESCRIBED_MAX = 20;

  private final PageWalk walk;
  private final List<String> firstMismatches = new ArrayList<>();
  private long mismatches;
  private long pages;
  private long items;

  PageComparison(PageWalk walk) {
    this.walk = walk;
  }

  /// Each `step`-th page of `group` and the last one, in both orders.
  void compare(Group group, int size, int step) throws InterruptedException, ExecutionException {
    List<String> ascending = group.items().stream().map(ItemText::of).toList();
    compare(new PageWalk.Path(group.name(), Order.ASCENDING, size), ascending, step);
    compare(new PageWalk.Path(group.name(), Order.DESCENDING, size), ascending.reversed(), step);
  }

  /// Every page of `path`, with the texts of the items that they hold, in its order.
  void compare(PageWalk.Path path, List<String> wanted)
      throws InterruptedException, ExecutionException {
    compare(path, wanted, 1);
  }

  private void compare(PageWalk.Path path, List<String> wanted, int step)
      throws InterruptedException, ExecutionException {
    List<Page> shown = walk.pages(path, step);
    long last = ((long) wanted.size() + path.size() - 1) / path.size();
    List<Long> numbers = shown.stream().map(Page::number).toList();
    if (!numbers.equals(PageWalk.numbers(last, step).boxed().toList())) {
      differs("%s has other pages than 1 to %d".formatted(path, last));
    }
    for (Page page : shown) {
      int from = (int) Math.min((page.number() - 1) * path.size(), wanted.size());
      int to = Math.min(from + path.size(), wanted.size());
      if (!isRight(page, wanted.subList(from, to), wanted.size(), last)) {
        differs("%s differs on page %d".formatted(path, page.number()));
      }
      items += page.items().size();
    }
    pages += shown.size();
  }

  private static boolean isRight(Page page, List<String> wanted, long total, long last) {
    return page.totalItems() == total
        && page.totalPages() == last
        && page.items().stream().map(ItemText::of).toList().equals(wanted);
  }

  /// How many pages were compared so far.
  long pages() {
    return pages;
  }

  /// How many items these pages hold.
  long items() {
    return items;
  }

  private void differs(String what) {
    mismatches++;
    if (firstMismatches.size() < DESCRIBED_MAX) {
      firstMismatches.add(what);
    }
  }

  /// How many pages differed, or were too many or too few.
  long mismatches() {
    return mismatches;
  }

  /// The first difference, in words; empty if there is none.
  List<String> firstMismatches() {
    return List.copyOf(firstMismatches);
  }
}
