package pagemark.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.api.TableReader.Run;
import pagemark.api.TableReader.RunQuery;
import pagemark.key.Bytes;
import pagemark.key.Position;
import pagemark.key.PositionCodec;
import pagemark.listing.Access;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of a selection from an end or from a cursor on, as far as they were read, in one
/// partition or in several whose items are merged by position.
///
/// The edge is the sort value of the last item that is wanted, among those known. It is known which
/// items are the first ones once every partition was read to beyond the edge, or to its end:
/// DynamoDB has its own order among equal sort values, so all that tie with the edge must be known,
/// and the tie that a cursor stands in is read from its beginning.
///
/// The first time, every partition is asked for its share of the page and one item more; then only
/// those that may still have items before the edge.
final class Stretch {
  /// So many items may tie at the edge; and none of the reads that complete the tie may be cut by
  /// DynamoDB at 1 MB.
  static final int TIE_MAX = 1_000;

  private static final int ROUNDS_MAX = 8;

  /// From here on a partition is asked for all that the page may still take.
  private static final int ROUNDS_SHARED = 4;

  private static final int LATER_READ = 100;

  private final PageRequest request;
  private final PositionCodec codec;
  private final Walk walk;
  private final Sieve sieve;
  private final Order order;
  private final int wanted;
  private final List<Strand> strands = new ArrayList<>();
  private final List<TableRead> rounds = new ArrayList<>();
  private final Map<Bytes, Placed> placed = new LinkedHashMap<>();
  private List<Strand> asked = List.of();
  private List<Integer> limits = List.of();
  private @Nullable SortKey edge;
  private boolean hasLookedFurther;

  /// @param order of reading
  /// @param wanted how many items must be known
  private Stretch(PageRequest request, Walk walk, Order order, int wanted) {
    this.request = request;
    this.codec = request.listing().definition().positions();
    this.walk = walk;
    this.sieve = new Sieve(request, walk.access(), order);
    this.order = order;
    this.wanted = wanted;
  }

  /// Empty where no Query goes through the selection in order.
  static Optional<Stretch> of(PageRequest request) {
    boolean backward = request.start() instanceof Start.Cursor(var point, _) && !point.forward();
    Order order = backward ? request.order().reversed() : request.order();
    return Walk.of(request, order)
        .map(walk -> new Stretch(request, walk, order, wanted(request, walk.access())));
  }

  /// Some more where items are read by their keys, as they may be gone there.
  private static int wanted(PageRequest request, Access access) {
    boolean covers = request.listing().projectionCovers(access);
    return request.size() + (covers ? 0 : PageReader.spares(request));
  }

  /// In which it is read.
  Order order() {
    return order;
  }

  /// Whether the items read have all that a page shows.
  boolean isCovered() {
    return request.listing().projectionCovers(walk.access());
  }

  /// As many as there are to find, at most.
  int wanted() {
    return wanted;
  }

  /// Where the first items are known and no others, one round more tells whether there are; in a
  /// window, which has an end, as many as it takes.
  boolean isComplete() {
    return isExact() && (placed.size() > request.size() || isOver() || isLookedFurther());
  }

  private boolean isLookedFurther() {
    return isExhausted() || (hasLookedFurther && walk.range().end(order) == null);
  }

  private boolean isExact() {
    return unsettled().isEmpty() && (placed.size() >= wanted || isOver());
  }

  private boolean isOver() {
    return walk.isOver() && strands.stream().allMatch(Strand::isDone);
  }

  /// The partitions that may hold more of the first items.
  private List<Strand> unsettled() {
    SortKey now = edge;
    return strands.stream()
        .filter(strand -> now == null ? !strand.isDone() : !strand.isKnownTo(now, order))
        .toList();
  }

  /// Whether nothing more is read, complete or not.
  boolean isExhausted() {
    return rounds.size() == ROUNDS_MAX
        || tied() > TIE_MAX
        || unsettled().stream().anyMatch(Strand::hasCutTie);
  }

  private int tied() {
    SortKey now = edge;
    return now == null
        ? 0
        : (int) placed.values().stream().filter(p -> now.equals(sort(p))).count();
  }

  private SortKey sort(Placed item) {
    return SortKey.of(Objects.requireNonNull(item.item().get(codec.sortAttribute())));
  }

  /// What to read next, at once.
  List<RunQuery> queries() {
    hasLookedFurther = isExact();
    asked = unsettled();
    if (strands.stream().allMatch(Strand::isDone)) {
      asked = walk.open();
      strands.addAll(asked);
    } else if (asked.isEmpty()) {
      asked = strands.stream().filter(strand -> !strand.isDone()).toList();
    }
    List<RunQuery> queries = asked.stream().map(this::query).toList();
    limits = queries.stream().map(RunQuery::limit).toList();
    asked.stream().filter(strand -> strand.endsInTieOf(edge)).forEach(Strand::completesTie);
    return queries;
  }

  private RunQuery query(Strand strand) {
    return new RunQuery(
        walk.access(),
        strand.partition(),
        walk.range().low(),
        walk.range().high(),
        order,
        limit(strand),
        strand.next());
  }

  private int limit(Strand strand) {
    if (strand.endsInTieOf(edge)) {
      int rest = TIE_MAX + 1 - tied();
      return strand.reads() == 1 ? Math.min(rest, LATER_READ) : rest;
    }
    if (strand.isMostlyUnasked()) {
      return later(strand.reads());
    }
    return Math.ceilDiv(lacking(strand), sharing(strand)) + 1 + (hasCursorTie(strand) ? 1 : 0);
  }

  /// At a cursor growing, so that a large tie around it is passed in time.
  private int later(int reads) {
    return isAtCursor() ? Math.min(TIE_MAX, LATER_READ << reads) : LATER_READ;
  }

  private boolean isAtCursor() {
    return request.start() instanceof Start.Cursor;
  }

  /// A cursor's own item comes with its tie; among several partitions, nobody knows in which.
  private boolean hasCursorTie(Strand strand) {
    return isAtCursor() && strand.reads() == 0 && strands.size() == 1;
  }

  /// How many of the items wanted may come behind what was read.
  private int lacking(Strand strand) {
    long within = placed.values().stream().filter(p -> strand.reaches(sort(p), order)).count();
    int before = strand.reads() == 0 ? placed.size() : (int) within;
    return Math.max(1, wanted - before);
  }

  /// Among how many partitions those are expected to be spread.
  private int sharing(Strand strand) {
    if (strand.reads() == 0) {
      return asked.size();
    }
    List<Strand> among = rounds.size() == 1 ? strands : asked;
    return rounds.size() >= ROUNDS_SHARED
        ? 1
        : (int) among.stream().filter(s -> !s.isDone() && s.isPeerOf(strand)).count();
  }

  /// @param runs what the queries brought, in their order
  void add(List<Run> runs) {
    for (int i = 0; i < runs.size(); i++) {
      Run run = runs.get(i);
      long found = run.read().items().stream().filter(this::place).count();
      asked.get(i).add(run, limits.get(i), (int) found, codec.sortAttribute());
    }
    rounds.add(runs.stream().map(Run::read).reduce(TableRead::plus).orElseThrow());
    List<Placed> first = first(wanted);
    edge = first.size() < wanted ? null : sort(first.getLast());
  }

  private boolean place(Map<String, AttributeValue> item) {
    Optional<Position> position = sieve.position(item);
    position.ifPresent(at -> placed.putIfAbsent(codec.itemKey(at), new Placed(at, item)));
    return position.isPresent();
  }

  /// The first `max` items, in the order of reading.
  List<Placed> first(int max) {
    Comparator<Placed> byPosition = Comparator.comparing(Placed::position);
    return placed.values().stream()
        .sorted(order == Order.ASCENDING ? byPosition : byPosition.reversed())
        .limit(max)
        .toList();
  }

  /// Whether there are more than `max` items, or may be.
  boolean hasMoreThan(int max) {
    return placed.size() > max || !isOver();
  }

  /// One for each round.
  List<TableRead> reads() {
    return List.copyOf(rounds);
  }
}
