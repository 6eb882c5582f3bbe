package pagemark.proof;

import java.util.List;
import java.util.concurrent.ExecutionException;
import pagemark.entry.Order;
import pagemark.proof.TableOrder.Group;

/// The pages of a listing under each value of an open filter.
///
/// @param filter the request parameter
/// @param attribute whose values it takes: strings or numbers
record OpenValues(TableOrder order, String filter, String attribute) {
  private static final int SIZE = 7;

  /// Compares every page of the values that most items have, within each of the largest groups.
  PageComparison compare(ProofStack stack, int groups, int values)
      throws InterruptedException, ExecutionException {
    TableOrder within = new TableOrder(order.listing(), attribute, order.sort(), order.key());
    try (PageWalk walk = stack.walk(order)) {
      PageComparison done = new PageComparison(walk);
      for (Group group : first(stack.groups(order), groups)) {
        for (Group value : first(within.groups(group.items()), values)) {
          compare(done, group.name(), value);
        }
      }
      return done;
    }
  }

  private static List<Group> first(List<Group> groups, int max) {
    return groups.subList(0, Math.min(max, groups.size()));
  }

  private void compare(PageComparison done, String group, Group value)
      throws InterruptedException, ExecutionException {
    String chosen = filter + "=" + PageWalk.encoded(value.name());
    List<String> ascending = value.items().stream().map(ItemText::of).toList();
    done.compare(new PageWalk.Path(group, Order.ASCENDING, SIZE, chosen), ascending);
    done.compare(new PageWalk.Path(group, Order.DESCENDING, SIZE, chosen), ascending.reversed());
  }
}
