package pagemark.pages.unindexed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.PositionCodec;
import pagemark.pages.items.PageItems.FetchedItems.PositionedItem;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;
import pagemark.pages.table.FetchPlan.RangeQuery;
import pagemark.pages.table.FetchPlan.Ranges;
import pagemark.pages.table.TableRead;
import pagemark.pages.unindexed.PartitionIterator.PartitionScan;
import pagemark.pages.unindexed.PartitionIterator.SortKey;
import pagemark.pages.unindexed.PartitionIterator.SortRange;
import pagemark.pages.unindexed.UnindexedPages.RequestFilter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the first items of a selection, from an end or from a cursor on, without the index. The
/// items may lie in several partitions; they are merged by position.
///
/// 1. The first round reads from every partition its share of the page and one item more.
/// 2. The edge is the sort value of the last item that the page needs, among the items known so
///    far. The first items are certain once every partition is read beyond the edge or to its end.
/// 3. Until then, each further round reads from the partitions that may still hold items before the
///    edge.
///
/// DynamoDB has its own order among equal sort values. So all items that tie with the edge must be
/// known, and the tie in which a cursor stands is read from its begin.
///
/// A round is one round trip. Reading gives up after 8 rounds, or if more than 1,000 items tie at
/// the edge.
final class MergedScan {
  /// How many items may tie at the edge. Also, DynamoDB may not cut the reads that complete the tie
  /// at 1 MB.
  static final int TIE_MAX = 1_000;

  private static final int ROUNDS_MAX = 8;

  /// From this round on, each partition is asked for all items that the page may still need.
  private static final int ROUNDS_SHARED = 4;

  private static final int LATER_READ = 100;

  private final int size;
  private final boolean isAtCursor;
  private final PositionCodec codec;
  private final PartitionIterator partitionIterator;
  private final RequestFilter requestFilter;
  private final Order order;
  private final int wanted;
  private final List<PartitionScan> partitionScans = new ArrayList<>();
  private final List<TableRead> rounds = new ArrayList<>();
  private final Map<Bytes, PositionedItem> placed = new LinkedHashMap<>();
  private List<PartitionScan> asked = List.of();
  private List<Integer> limits = List.of();
  private @Nullable SortKey edge;
  private boolean hasLookedFurther;

  /// @param order the order of reading
  private MergedScan(PageRequest request, PartitionIterator partitionIterator, Order order) {
    Scope scope = request.scope();
    this.size = scope.size();
    this.isAtCursor = request.cursor() != null;
    this.codec = scope.positions();
    this.partitionIterator = partitionIterator;
    this.requestFilter =
        new RequestFilter(scope, request.cursor(), partitionIterator.access(), order);
    this.order = order;
    this.wanted = size + (partitionIterator.isCovered() ? 0 : request.spares());
  }

  /// Empty if no Query can read the selection in order.
  static Optional<MergedScan> of(PageRequest request) {
    Scope scope = request.scope();
    if (!scope.positions().isQueryable()) {
      return Optional.empty();
    }
    CursorPoint from = request.cursor();
    Order order = from == null || from.forward() ? scope.order() : scope.order().reversed();
    return PartitionIterator.of(scope, SortRange.of(scope, from, order), order)
        .map(partitionIterator -> new MergedScan(request, partitionIterator, order));
  }

  /// The order of reading.
  Order order() {
    return order;
  }

  /// Whether the items read have all attributes that a page shows.
  boolean isCovered() {
    return partitionIterator.isCovered();
  }

  /// How many items must be known, if there are so many: the page's, and a few more if the items
  /// are then read by key, as some may be gone by then.
  int wanted() {
    return wanted;
  }

  /// Whether the first items are certain, and also whether others follow. To learn the latter takes
  /// one more round; in a window, which has an end, as many as needed.
  boolean isComplete() {
    return isExact() && (placed.size() > size || isOver() || isLookedFurther());
  }

  private boolean isLookedFurther() {
    return isExhausted() || (hasLookedFurther && partitionIterator.range().end(order) == null);
  }

  private boolean isExact() {
    return unsettled().isEmpty() && (placed.size() >= wanted || isOver());
  }

  private boolean isOver() {
    return partitionIterator.isOver() && partitionScans.stream().allMatch(PartitionScan::isDone);
  }

  /// The partitions that may still hold some of the first items.
  private List<PartitionScan> unsettled() {
    SortKey now = edge;
    return partitionScans.stream()
        .filter(
            partitionScan ->
                now == null ? !partitionScan.isDone() : !partitionScan.isKnownTo(now, order))
        .toList();
  }

  /// Whether a limit is reached, so that nothing more is read.
  boolean isExhausted() {
    return rounds.size() == ROUNDS_MAX
        || tied() > TIE_MAX
        || unsettled().stream().anyMatch(PartitionScan::hasCutTie);
  }

  private int tied() {
    SortKey now = edge;
    return now == null
        ? 0
        : (int) placed.values().stream().filter(p -> now.equals(sort(p))).count();
  }

  private SortKey sort(PositionedItem item) {
    return SortKey.of(Objects.requireNonNull(item.item().get(codec.sortAttribute())));
  }

  /// The queries of the next round, to be sent in parallel.
  Ranges queries() {
    hasLookedFurther = isExact();
    asked = unsettled();
    if (partitionScans.stream().allMatch(PartitionScan::isDone)) {
      asked = partitionIterator.open();
      partitionScans.addAll(asked);
    } else if (asked.isEmpty()) {
      asked = partitionScans.stream().filter(partitionScan -> !partitionScan.isDone()).toList();
    }
    List<RangeQuery> queries = asked.stream().map(this::query).toList();
    limits = queries.stream().map(RangeQuery::limit).toList();
    asked.stream()
        .filter(partitionScan -> partitionScan.endsInTieOf(edge))
        .forEach(PartitionScan::completesTie);
    return new Ranges(partitionIterator.access(), queries);
  }

  private RangeQuery query(PartitionScan partitionScan) {
    return new RangeQuery(
        partitionScan.partition(),
        partitionIterator.range().low(),
        partitionIterator.range().high(),
        order,
        limit(partitionScan),
        partitionScan.next());
  }

  private int limit(PartitionScan partitionScan) {
    if (partitionScan.endsInTieOf(edge)) {
      int rest = TIE_MAX + 1 - tied();
      return partitionScan.reads() == 1 ? Math.min(rest, LATER_READ) : rest;
    }
    if (partitionScan.isMostlyUnasked()) {
      return later(partitionScan.reads());
    }
    return Math.ceilDiv(lacking(partitionScan), sharing(partitionScan))
        + 1
        + (hasCursorTie(partitionScan) ? 1 : 0);
  }

  /// The limit of a read after one that mostly did not match. At a cursor it doubles each time, so
  /// that a large tie around the cursor is passed in few rounds.
  private int later(int reads) {
    return isAtCursor ? Math.min(TIE_MAX, LATER_READ << reads) : LATER_READ;
  }

  /// Whether the first read also returns the cursor's own item. Among several partitions, nobody
  /// knows which one holds it.
  private boolean hasCursorTie(PartitionScan partitionScan) {
    return isAtCursor && partitionScan.reads() == 0 && partitionScans.size() == 1;
  }

  /// How many of the wanted items may follow in this partition.
  private int lacking(PartitionScan partitionScan) {
    long within =
        placed.values().stream().filter(p -> partitionScan.reaches(sort(p), order)).count();
    int before = partitionScan.reads() == 0 ? placed.size() : (int) within;
    return Math.max(1, wanted - before);
  }

  /// How many partitions these items are expected to be spread over.
  private int sharing(PartitionScan partitionScan) {
    if (partitionScan.reads() == 0) {
      return asked.size();
    }
    List<PartitionScan> among = rounds.size() == 1 ? partitionScans : asked;
    return rounds.size() >= ROUNDS_SHARED
        ? 1
        : (int) among.stream().filter(s -> !s.isDone() && s.isPeerOf(partitionScan)).count();
  }

  /// Adds the results of [#queries], in their order.
  void add(List<TableRead> reads) {
    for (int i = 0; i < reads.size(); i++) {
      TableRead read = reads.get(i);
      long found = read.items().stream().filter(this::keep).count();
      asked.get(i).add(read, limits.get(i), (int) found, codec.sortAttribute());
    }
    rounds.add(reads.stream().reduce(TableRead::plus).orElseThrow());
    List<PositionedItem> first = first(wanted);
    edge = first.size() < wanted ? null : sort(first.getLast());
  }

  /// Keeps an item that matches.
  ///
  /// @return whether it matches
  private boolean keep(Map<String, AttributeValue> item) {
    Optional<Position> position = requestFilter.position(item);
    position.ifPresent(at -> placed.putIfAbsent(codec.itemKey(at), new PositionedItem(at, item)));
    return position.isPresent();
  }

  /// The first `max` known items, in the order of reading.
  List<PositionedItem> first(int max) {
    Comparator<PositionedItem> byPosition = Comparator.comparing(PositionedItem::position);
    return placed.values().stream()
        .sorted(order == Order.ASCENDING ? byPosition : byPosition.reversed())
        .limit(max)
        .toList();
  }

  /// Whether there are, or may be, more than `max` items.
  boolean hasMoreThan(int max) {
    return placed.size() > max || !isOver();
  }

  /// The reads of the table, one for each round.
  List<TableRead> reads() {
    return List.copyOf(rounds);
  }
}
