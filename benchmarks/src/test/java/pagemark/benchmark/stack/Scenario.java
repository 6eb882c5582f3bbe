package pagemark.benchmark.stack;

import java.util.List;
import java.util.Random;

/// Page requests of one group.
///
/// @param filters such as `&rating=1,4,5`; empty for none
/// @param expected the ids of all items that the requests page through, in their order
record Scenario(String name, String listing, String filters, List<String> expected) {
  private static final int SIZE = 20;

  int pages() {
    return (expected.size() + SIZE - 1) / SIZE;
  }

  /// The number of any page.
  int any(Random random) {
    return 1 + random.nextInt(pages());
  }

  String request(int number) {
    return "/%s/%s?size=%d%s&page=%d".formatted(listing, Dataset.GROUP, SIZE, filters, number);
  }

  /// @throws IllegalStateException if the page is not the one of that number
  void requireRight(int number, PageClient.Page page) {
    List<String> found = page.ids();
    int from = (number - 1) * SIZE;
    if (!found.equals(expected.subList(from, Math.min(from + SIZE, expected.size())))
        || page.total() != expected.size()) {
      throw new IllegalStateException(
          "%s, page %d: %s with %d in all".formatted(name, number, found, page.total()));
    }
  }
}
