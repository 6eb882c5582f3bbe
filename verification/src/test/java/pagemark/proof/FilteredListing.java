package pagemark.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pagemark.entry.Order;
import pagemark.proof.TableOrder.Group;

/// A listing with filters, and what it must show under them.
record FilteredListing(TableOrder order, List<FilterValues> filters) {

  /// Every page of `group` under one combination of values.
  ///
  /// @param wanted of each filter
  void compare(
      PageComparison comparison, Group group, List<List<String>> wanted, PageWalk.Path path)
      throws InterruptedException, ExecutionException {
    List<String> texts =
        group.items().stream()
            .filter(
                item ->
                    IntStream.range(0, filters.size())
                        .allMatch(i -> wanted.get(i).contains(filters.get(i).of(item))))
            .map(ItemText::of)
            .toList();
    comparison.compare(
        new PageWalk.Path(path.group(), path.order(), path.size(), text(wanted)),
        path.order() == Order.ASCENDING ? texts : texts.reversed());
  }

  private String text(List<List<String>> wanted) {
    return IntStream.range(0, filters.size())
        .mapToObj(
            i ->
                filters.get(i).name()
                    + "="
                    + wanted.get(i).stream()
                        .map(PageWalk::encoded)
                        .collect(Collectors.joining(",")))
        .collect(Collectors.joining("&"));
  }

  /// Each cell alone.
  List<List<List<String>>> cells() {
    List<List<List<String>>> cells = List.of(List.of());
    for (FilterValues filter : filters) {
      List<List<List<String>>> longer = new ArrayList<>();
      for (List<List<String>> begin : cells) {
        for (String value : filter.values()) {
          List<List<String>> cell = new ArrayList<>(begin);
          cell.add(List.of(value));
          longer.add(cell);
        }
      }
      cells = longer;
    }
    return cells;
  }
}
