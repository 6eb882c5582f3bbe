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

  /// Every page of `group`, in both orders.
  void compare(Group group, int size) throws InterruptedException, ExecutionException {
    List<String> ascending = group.items().stream().map(ItemText::of).toList();
    compare(new PageWalk.Path(group.name(), Order.ASCENDING, size), ascending);
    compare(new PageWalk.Path(group.name(), Order.DESCENDING, size), ascending.reversed());
  }

  /// Every page of `path`, with the texts of the items that they hold, in its order.
  void compare(PageWalk.Path path, List<String> wanted)
      throws InterruptedException, ExecutionException {
    List<Page> shown = walk.pages(path);
    long last = ((long) wanted.size() + path.size() - 1) / path.size();
    if (shown.size() != last) {
      differs("%s has %d pages instead of %d".formatted(path, shown.size(), last));
    }
    for (int i = 0; i < shown.size(); i++) {
      int from = Math.min(i * path.size(), wanted.size());
      int to = Math.min(from + path.size(), wanted.size());
      if (!isRight(shown.get(i), wanted.subList(from, to), wanted.size(), last)) {
        differs("%s differs on page %d".formatted(path, i + 1));
      }
      items += shown.get(i).items().size();
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
