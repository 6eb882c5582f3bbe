package pagemark.benchmark.stack;

import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/// A kind of page request.
///
/// @param pattern the query, as a reader writes it
/// @param size items on a page
/// @param base path and query without the start of the page: `/entries/one?size=20`
/// @param start how the page's start is asked for
/// @param expected the ids of all items that the request pages through, in its order
/// @param anchor by the number of a page: the place in `expected` of an item that it must have
record Scenario(
    String name,
    String pattern,
    int size,
    String base,
    Start start,
    List<String> expected,
    IntUnaryOperator anchor) {
  /// How the start of a page is asked for.
  @FunctionalInterface
  interface Start {
    /// @param number of the page that is wanted, from 1
    /// @return such as `page=3`
    String of(int number) throws Exception;
  }

  /// A request by page number. The listing `all` has no groups.
  static Scenario numbered(
      String name, String listing, String query, int size, List<String> expected) {
    String filters = query.isEmpty() ? "" : "&" + query;
    String path = listing.equals("all") ? listing : listing + "/" + Dataset.GROUP;
    String base = "/%s?size=%d%s".formatted(path, size, filters);
    String pattern = query.isEmpty() ? "?page=N" : "?%s&page=N".formatted(query);
    return new Scenario(
        name,
        pattern,
        size,
        base,
        number -> "page=" + number,
        expected,
        number -> (number - 1) * size);
  }

  Scenario named(String name, String pattern, Start start) {
    return new Scenario(name, pattern, size, base, start, expected, anchor);
  }

  Scenario anchored(IntUnaryOperator other) {
    return new Scenario(name, pattern, size, base, start, expected, other);
  }

  int pages() {
    return (expected.size() + size - 1) / size;
  }

  /// The number of any page.
  int any(Random random) {
    return 1 + random.nextInt(pages());
  }

  String request(int number) throws Exception {
    return base + "&" + start.of(number);
  }

  /// @throws IllegalStateException if the page is not the one of that number; a jump's page may
  ///   begin anywhere before the item that it asks for
  void requireRight(int number, PageClient.Page page) {
    List<String> found = page.ids();
    int place = anchor.applyAsInt(number);
    int from = isJump() ? expected.indexOf(found.getFirst()) : place;
    List<String> items = expected.subList(from, Math.min(from + size, expected.size()));
    if (!found.equals(items)
        || !found.contains(expected.get(place))
        || page.total() != expected.size()) {
      throw new IllegalStateException(
          "%s, page %d: %s with %d in all".formatted(name, number, found, page.total()));
    }
  }

  private boolean isJump() {
    return pattern.startsWith("?at=") || pattern.startsWith("?item=");
  }
}
