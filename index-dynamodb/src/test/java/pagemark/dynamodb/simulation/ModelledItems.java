package pagemark.dynamodb.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Request;
import pagemark.dynamodb.request.Request.Expected;
import pagemark.dynamodb.request.Request.Write;
import pagemark.dynamodb.simulation.SimulatedDynamo.ItemKey;

/// What requests must do, said as plainly as possible: items in a map.
final class ModelledItems {
  private final Map<ItemKey, Item> items = new HashMap<>();

  @Nullable Item item(ItemKey key) {
    return items.get(key);
  }

  Answer answer(Request request) {
    return switch (request) {
      case Request.Get get -> new Answer.Content(content(get));
      case Request.GetNode get -> {
        Item counts = items.get(new ItemKey(get.node(), Item.Name.C));
        yield new Answer.Node(content(get), (Counts) counts);
      }
      case Write write -> {
        Item now = items.get(ItemKey.of(write));
        if (!isAllowed(write)) {
          yield new Answer.Refused(now);
        }
        make(write);
        boolean tells = write instanceof Request.Tell;
        yield new Answer.Done(tells ? (Counts) items.get(ItemKey.of(write)) : null);
      }
      case Request.Transaction(List<Write> writes) -> {
        if (!writes.stream().allMatch(this::isAllowed)) {
          yield new Answer.Refused(null);
        }
        writes.forEach(this::make);
        yield new Answer.Done(null);
      }
    };
  }

  private Item.@Nullable Content content(Request.Read read) {
    return (Item.Content) items.get(new ItemKey(read.node(), Item.Name.N));
  }

  private boolean isAllowed(Write write) {
    Item now = items.get(ItemKey.of(write));
    return switch (write) {
      case Request.Put put -> isAsExpected(put.expected(), now);
      case Request.Delete delete -> isAsExpected(delete.expected(), now);
      case Request.Tell tell -> now instanceof Counts counts && isNewer(tell, counts.kids());
      case Request.Exchange exchange ->
          now instanceof Counts counts && counts.kids().keySet().containsAll(exchange.gone());
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

  private static boolean isNewer(Request.Tell tell, Map<Long, Tally> kids) {
    for (var told : tell.tallies().entrySet()) {
      Tally known = kids.get(told.getKey());
      if (known == null || known.version() >= told.getValue().version()) {
        return false;
      }
    }
    return true;
  }

  private void make(Write write) {
    ItemKey key = ItemKey.of(write);
    switch (write) {
      case Request.Put put -> items.put(key, put.item());
      case Request.Delete _ -> items.remove(key);
      case Request.Tell tell -> count(key, tell.tallies(), List.of());
      case Request.Exchange exchange -> count(key, exchange.made(), exchange.gone());
    }
  }

  private void count(ItemKey key, Map<Long, Tally> made, Iterable<Long> gone) {
    items.computeIfPresent(
        key,
        (_, item) -> {
          Map<Long, Tally> kids = new HashMap<>(((Counts) item).kids());
          gone.forEach(kids::remove);
          kids.putAll(made);
          return new Counts(item.version() + 1, kids);
        });
  }
}
