package pagemark.pages.unindexed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.listing.Access;
import pagemark.listing.Partitions;
import pagemark.listing.Selection;
import pagemark.pages.scope.Scope;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The partitions that may hold the items of a request, in the order of reading. If they are
/// buckets of time, it opens them one after the other from the begin of the range, and more each
/// time (1, 4, 16, 64), as nobody knows which are empty. Otherwise it opens all at once.
final class PartitionIterator {
  /// How many Queries are sent in parallel at most.
  static final int QUERIES_MAX = 64;

  /// The factor by which the number of buckets to open grows each time.
  private static final int GROWTH = 4;

  private final Scope scope;
  private final Access access;
  private final SortRange range;
  private final Order order;
  private @Nullable AttributeValue at;
  private boolean over;
  private int buckets = 1;
  private int opened;

  /// @param order the order of reading
  private PartitionIterator(Scope scope, Access access, SortRange range, Order order) {
    this.scope = scope;
    this.access = access;
    this.range = range;
    this.order = order;
    this.at = range.begin(order);
  }

  /// Takes the first access whose partitions hold nothing but the selection, and which carries what
  /// the listing's conditions look at. Empty if there is none, or if its partitions are buckets and
  /// the range has no begin.
  static Optional<PartitionIterator> of(Scope scope, SortRange range, Order order) {
    return scope.listing().accesses().stream()
        .filter(access -> isReadable(scope, access))
        .filter(access -> !access.partitions().areBuckets() || range.begin(order) != null)
        .findFirst()
        .map(access -> new PartitionIterator(scope, access, range, order));
  }

  private static boolean isReadable(Scope scope, Access access) {
    Selection selection = scope.selection();
    Partitions partitions = access.partitions();
    return scope.value() == null
        && carriesConditions(scope, access)
        && partitions.serve(scope.queriedGroup(), selection)
        && partitions.read(scope.listing().definition(), selection).equals(selection)
        && partitions.count(selection) <= QUERIES_MAX;
  }

  private static boolean carriesConditions(Scope scope, Access access) {
    return scope.listing().definition().where().stream()
        .allMatch(condition -> access.carries(condition.path().attribute()));
  }

  Access access() {
    return access;
  }

  /// Whether the items read have all attributes that a page shows.
  boolean isCovered() {
    return access.projectionCovers(scope.listing().attributes());
  }

  SortRange range() {
    return range;
  }

  /// Whether all partitions are open.
  boolean isOver() {
    return over;
  }

  /// Opens the next partitions.
  List<PartitionScan> open() {
    List<PartitionScan> opened = new ArrayList<>();
    if (!access.partitions().areBuckets()) {
      opened.addAll(partitionScans(names(range.low(), range.high())));
      over = true;
      return opened;
    }
    int max = QUERIES_MAX / access.partitions().count(scope.selection());
    for (int i = 0; i < Math.min(buckets, max) && !over; i++) {
      opened.addAll(bucket());
    }
    buckets = Math.min(buckets * GROWTH, QUERIES_MAX);
    return opened;
  }

  private List<PartitionScan> bucket() {
    List<String> names = names(at, at);
    AttributeValue end = range.end(order);
    Optional<AttributeValue> next =
        at == null ? Optional.empty() : access.partitions().beside(at, order == Order.ASCENDING);
    over = next.isEmpty() || (end != null && names.equals(names(end, end)));
    at = next.orElse(null);
    return partitionScans(names);
  }

  private List<String> names(@Nullable AttributeValue low, @Nullable AttributeValue high) {
    return access
        .partitions()
        .names(scope.queriedGroup(), scope.selection(), low, high)
        .orElseThrow(() -> new IllegalStateException("the partitions are bounded"));
  }

  private List<PartitionScan> partitionScans(List<String> names) {
    opened++;
    return names.stream()
        .map(name -> new PartitionScan(access.partitions().value(name), opened))
        .toList();
  }
}
