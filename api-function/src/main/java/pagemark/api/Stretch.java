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
import pagemark.key.PositionCodec;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of a group or window from an end or from a cursor on, as far as they were read:
/// complete once it is known which the first ones are.
///
/// DynamoDB has its own order among equal sort values. So the tie that a cursor stands in is read
/// from its beginning, and the last one that is wanted has the edge's sort value; all that tie with
/// it must be known.
final class Stretch {
  /// So many items may tie at the edge; and what of them the first reads did not bring must fit
  /// into one more read, which DynamoDB cuts at 1 MB.
  static final int TIE_MAX = 1_000;

  private static final int READS_MAX = 8;
  private static final int LATER_READ = 100;

  private final PageRequest request;
  private final PositionCodec codec;
  private final @Nullable CursorPoint from;
  private final Order order;
  private final int wanted;
  private final List<TableRead> reads = new ArrayList<>();
  private final Map<Bytes, Placed> placed = new LinkedHashMap<>();
  private Map<String, AttributeValue> next = Map.of();
  private @Nullable AttributeValue edge;
  private int tied;
  private boolean hasReadTie;
  private boolean complete;
  private boolean hasSeenMore;

  /// @param wanted how many items must be known
  Stretch(PageRequest request, int wanted) {
    this.request = request;
    this.codec = request.listing().definition().positions();
    this.from = request.start() instanceof Start.Cursor(var point, _) ? point : null;
    this.order = isForward() ? request.order() : request.order().reversed();
    this.wanted = wanted;
  }

  private boolean isForward() {
    return from == null || from.forward();
  }

  boolean isComplete() {
    return complete;
  }

  /// Whether nothing more is read, complete or not.
  boolean isExhausted() {
    return hasReadTie || reads.size() == READS_MAX;
  }

  /// What to read next.
  RunQuery query() {
    AttributeValue group = codec.group().value(request.group());
    SortWindow window = request.window();
    AttributeValue low = window == null ? null : codec.sortValue(window.from());
    AttributeValue high = window == null ? null : codec.sortValue(window.to());
    if (from != null) {
      AttributeValue edgeOfCursor = codec.sortValue(from.position());
      low = order == Order.ASCENDING ? edgeOfCursor : low;
      high = order == Order.DESCENDING ? edgeOfCursor : high;
    }
    return new RunQuery(group, low, high, order, limit(), next);
  }

  /// At a cursor growing, so that a large tie around it is passed in time.
  private int limit() {
    if (edge != null) {
      return TIE_MAX + 1 - tied;
    }
    int later = from == null ? LATER_READ : Math.min(TIE_MAX, LATER_READ << reads.size());
    return reads.isEmpty() ? wanted + 1 : later;
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
    AttributeValue sort = item.get(codec.sortAttribute());
    complete |= edge != null && !edge.equals(sort);
    if (definition.indexable(item) instanceof Indexed(var group, var entry)
        && group.equals(request.group())
        && isWithin(entry.position())) {
      if (complete) {
        hasSeenMore = true;
        return;
      }
      Position position = entry.position();
      placed.putIfAbsent(codec.itemKey(position), new Placed(position, item));
      countTied(sort);
    }
  }

  /// On this side of the cursor, and in the window.
  private boolean isWithin(Position position) {
    SortWindow window = request.window();
    if (window != null && !window.holds(position)) {
      return false;
    }
    return from == null || position.compareTo(from.boundary()) >= 0 == (order == Order.ASCENDING);
  }

  private void countTied(@Nullable AttributeValue sort) {
    if (edge != null) {
      tied++;
    } else if (placed.size() == wanted) {
      edge = sort;
      String name = codec.sortAttribute();
      tied = (int) placed.values().stream().filter(p -> isSame(sort, p.item().get(name))).count();
    }
  }

  private static boolean isSame(@Nullable AttributeValue a, @Nullable AttributeValue b) {
    return a != null && a.equals(b);
  }

  /// The first `max` items, in the order of reading.
  List<Placed> first(int max) {
    Comparator<Placed> byPosition = Comparator.comparing(Placed::position);
    return placed.values().stream()
        .sorted(order == Order.ASCENDING ? byPosition : byPosition.reversed())
        .limit(max)
        .toList();
  }

  /// Whether there are more than `max` items.
  boolean hasMoreThan(int max) {
    return hasSeenMore || placed.size() > max || !next.isEmpty();
  }

  List<TableRead> reads() {
    return List.copyOf(reads);
  }
}
