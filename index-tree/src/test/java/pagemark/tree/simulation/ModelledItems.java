package pagemark.tree.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.simulation.SimulatedNodes.ItemKey;

/// What requests must do, said as plainly as possible: items in a map.
final class ModelledItems {
  private final Map<ItemKey, Item> items = new HashMap<>();

  @Nullable Item item(ItemKey key) {
    return items.get(key);
  }

  NodeAnswer answer(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Get get -> new NodeAnswer.Content(content(get));
      case NodeRequest.GetNode get -> {
        Item counts = items.get(new ItemKey(get.node(), Item.Name.C));
        yield new NodeAnswer.Node(content(get), (InnerCounts) counts);
      }
      case Write write -> {
        Item now = items.get(ItemKey.of(write));
        if (!isAllowed(write)) {
          yield new NodeAnswer.Refused(now);
        }
        make(write);
        boolean tells = write instanceof NodeRequest.RaiseTallies;
        yield new NodeAnswer.Done(tells ? (InnerCounts) items.get(ItemKey.of(write)) : null);
      }
      case NodeRequest.Transaction(List<Write> writes) -> {
        if (!writes.stream().allMatch(this::isAllowed)) {
          yield new NodeAnswer.Refused(null);
        }
        writes.forEach(this::make);
        yield new NodeAnswer.Done(null);
      }
    };
  }

  private Item.@Nullable Content content(NodeRequest.Read read) {
    return (Item.Content) items.get(new ItemKey(read.node(), Item.Name.N));
  }

  private boolean isAllowed(Write write) {
    Item now = items.get(ItemKey.of(write));
    return switch (write) {
      case NodeRequest.Put put -> isAsExpected(put.expected(), now);
      case NodeRequest.Delete delete -> isAsExpected(delete.expected(), now);
      case NodeRequest.RaiseTallies raise ->
          now instanceof InnerCounts counts && isNewer(raise, counts.children());
      case NodeRequest.ReplaceChildren replace ->
          now instanceof InnerCounts counts
              && counts.children().keySet().containsAll(replace.gone());
    };
  }

  private static boolean isAsExpected(Expected expected, @Nullable Item now) {
    return switch (expected) {
      case Expected.Absent() -> now == null;
      case Expected.Present() -> now != null;
      case Expected.Version(var kind, long version) ->
          now != null && now.getClass() == kind && now.version() == version;
    };
  }

  private static boolean isNewer(NodeRequest.RaiseTallies raise, Map<Long, Tally> children) {
    for (var told : raise.tallies().entrySet()) {
      Tally known = children.get(told.getKey());
      if (known == null || known.version() >= told.getValue().version()) {
        return false;
      }
    }
    return true;
  }

  private void make(Write write) {
    ItemKey key = ItemKey.of(write);
    switch (write) {
      case NodeRequest.Put put -> items.put(key, put.item());
      case NodeRequest.Delete _ -> items.remove(key);
      case NodeRequest.RaiseTallies raise -> count(key, raise.tallies(), List.of());
      case NodeRequest.ReplaceChildren replace -> count(key, replace.made(), replace.gone());
    }
  }

  private void count(ItemKey key, Map<Long, Tally> made, Iterable<Long> gone) {
    items.computeIfPresent(
        key,
        (_, item) -> {
          Map<Long, Tally> children = new HashMap<>(((InnerCounts) item).children());
          gone.forEach(children::remove);
          children.putAll(made);
          return new InnerCounts(item.version() + 1, children);
        });
  }
}
