package pagemark.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.api.TableReader.Run;
import pagemark.api.TableReader.RunQuery;
import pagemark.key.Bytes;
import pagemark.key.Position;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Order;
import pagemark.listing.PageSize;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A group's items from an end of it, as far as they were read: complete once it is known which the
/// first ones are.
///
/// The last one that is wanted has the edge's sort value; all that tie with it must be known.
final class Beginning {
  /// So many items may tie at the edge; and what of them the first reads did not bring must fit
  /// into one more read, which DynamoDB cuts at 1 MB.
  static final int TIE_MAX = 1_000;

  private static final int READS_MAX = 8;

  private final PageRequest request;
  private final int wanted;
  private final List<TableRead> reads = new ArrayList<>();
  private final Map<Bytes, Placed> placed = new LinkedHashMap<>();
  private Map<String, AttributeValue> next = Map.of();
  private @Nullable AttributeValue edge;
  private int tied;
  private boolean hasReadTie;
  private boolean complete;

  /// @param wanted how many items must be known
  Beginning(PageRequest request, int wanted) {
    this.request = request;
    this.wanted = wanted;
  }

  /// An item, and where it stands by what was read of it.
  record Placed(Position position, Map<String, AttributeValue> item) {}

  boolean isComplete() {
    return complete;
  }

  /// Whether nothing more is read, complete or not.
  boolean isExhausted() {
    return hasReadTie || reads.size() == READS_MAX;
  }

  /// What to read next.
  RunQuery query() {
    AttributeValue group = request.listing().definition().group().value(request.group());
    return new RunQuery(group, request.order(), limit(), next);
  }

  private int limit() {
    if (edge != null) {
      return TIE_MAX + 1 - tied;
    }
    return reads.isEmpty() ? wanted + 1 : PageSize.LIMIT;
  }

  void add(Run run) {
    hasReadTie = edge != null;
    reads.add(run.read());
    next = run.next();
    run.read().items().forEach(this::add);
    complete |= next.isEmpty();
  }

  private void add(Map<String, AttributeValue> item) {
    IndexDefinition definition = request.listing().definition();
    AttributeValue sort = item.get(definition.positions().sortAttribute());
    complete |= edge != null && !edge.equals(sort);
    if (!complete
        && definition.indexable(item) instanceof Indexed(var group, var entry)
        && group.equals(request.group())) {
      Position position = entry.position();
      placed.putIfAbsent(definition.positions().itemKey(position), new Placed(position, item));
      countTied(sort);
    }
  }

  private void countTied(@Nullable AttributeValue sort) {
    if (edge != null) {
      tied++;
    } else if (placed.size() == wanted) {
      edge = sort;
      String name = request.listing().definition().positions().sortAttribute();
      tied = (int) placed.values().stream().filter(p -> isSame(sort, p.item().get(name))).count();
    }
  }

  private static boolean isSame(@Nullable AttributeValue a, @Nullable AttributeValue b) {
    return a != null && a.equals(b);
  }

  /// The first `max` items, in order.
  List<Placed> first(int max) {
    Comparator<Placed> byPosition = Comparator.comparing(Placed::position);
    return placed.values().stream()
        .sorted(request.order() == Order.ASCENDING ? byPosition : byPosition.reversed())
        .limit(max)
        .toList();
  }

  List<TableRead> reads() {
    return List.copyOf(reads);
  }
}
