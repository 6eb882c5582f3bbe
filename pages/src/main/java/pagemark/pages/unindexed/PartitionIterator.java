package pagemark.pages.unindexed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.BinarySort;
import pagemark.key.NumberSort;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.UnfitException;
import pagemark.listing.Access;
import pagemark.listing.Partitions;
import pagemark.listing.Selection;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;
import pagemark.pages.table.TableRead;
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

  /// How far one partition of a [MergedScan] was read, and whether it may hold more of the first
  /// items.
  static final class PartitionScan {
    private final AttributeValue partition;
    private final int bucket;
    private Map<String, AttributeValue> next = Map.of();
    private @Nullable SortKey last;
    private int reads;
    private boolean done;
    private boolean mostlyUnasked;
    private boolean endsInTie;
    private boolean readsTie;
    private boolean hasCutTie;

    /// @param bucket the number of its bucket; the same for all partitions if they are not buckets
    PartitionScan(AttributeValue partition, int bucket) {
      this.partition = partition;
      this.bucket = bucket;
    }

    AttributeValue partition() {
      return partition;
    }

    /// Whether both partitions are shards of one bucket.
    boolean isPeerOf(PartitionScan other) {
      return bucket == other.bucket;
    }

    /// Where the next read continues; empty for the first.
    Map<String, AttributeValue> next() {
      return next;
    }

    int reads() {
      return reads;
    }

    /// Whether it was read to its end.
    boolean isDone() {
      return done;
    }

    /// Whether all its items up to a sort value, included, are known.
    boolean isKnownTo(SortKey edge, Order order) {
      return done || (last != null && compare(last, edge, order) > 0);
    }

    /// Whether the last read ended inside a tie of this sort value, or at its end.
    boolean endsInTieOf(@Nullable SortKey edge) {
      return endsInTie && last != null && last.equals(edge);
    }

    /// Whether an item with this sort value lies in the part that was read.
    boolean reaches(SortKey sort, Order order) {
      return last != null && compare(sort, last, order) <= 0;
    }

    private static int compare(SortKey a, SortKey b, Order order) {
      return order == Order.ASCENDING ? a.compareTo(b) : b.compareTo(a);
    }

    /// Whether more than half of the items of the last read do not match the request.
    boolean isMostlyUnasked() {
      return mostlyUnasked;
    }

    /// Whether DynamoDB cut a read that was to complete a tie, before it reached its limit.
    boolean hasCutTie() {
      return hasCutTie;
    }

    /// Marks the next read as one that is to complete a tie.
    void completesTie() {
      readsTie = true;
    }

    /// @param limit the limit of the query that returned `read`
    /// @param asked how many of its items match the request
    void add(TableRead read, int limit, int asked, String sortAttribute) {
      List<Map<String, AttributeValue>> items = read.items();
      reads++;
      next = read.left().next();
      done = next.isEmpty();
      mostlyUnasked = 2 * asked < items.size();
      hasCutTie = readsTie && !done && items.size() < limit;
      readsTie = false;
      for (Map<String, AttributeValue> item : items) {
        SortKey sort = SortKey.of(Objects.requireNonNull(item.get(sortAttribute), sortAttribute));
        endsInTie = sort.equals(last);
        last = sort;
      }
    }
  }

  /// The range of sort values that may hold the items of a first page or of a page at a cursor.
  ///
  /// @param low the smallest sort value; null for the begin of the group
  /// @param high the largest sort value, included; null for the end of the group
  record SortRange(@Nullable AttributeValue low, @Nullable AttributeValue high) {

    /// @param from the page's cursor; null if it has none
    /// @param order of reading
    static SortRange of(Scope scope, @Nullable CursorPoint from, Order order) {
      PositionCodec codec = scope.positions();
      SortWindow window = scope.window();
      AttributeValue low = window == null ? null : sortValue(codec, window.from());
      AttributeValue high = window == null ? null : sortValue(codec, window.to());
      if (from != null) {
        AttributeValue edge = codec.sortValue(from.position());
        return order == Order.ASCENDING ? new SortRange(edge, high) : new SortRange(low, edge);
      }
      return new SortRange(low, high);
    }

    private static @Nullable AttributeValue sortValue(
        PositionCodec codec, @Nullable Position edge) {
      return edge == null ? null : codec.sortValue(edge);
    }

    /// The sort value at which reading in `order` begins; null for the group's first.
    @Nullable AttributeValue begin(Order order) {
      return order == Order.ASCENDING ? low : high;
    }

    /// The sort value at which reading in `order` ends; null for the group's last.
    @Nullable AttributeValue end(Order order) {
      return begin(order.reversed());
    }
  }

  /// A sort attribute's value, compared as DynamoDB compares it. It need not fit the listing's
  /// type.
  public record SortKey(Bytes bytes) implements Comparable<SortKey> {

    /// @param value a string, a number or binary; every sort key is one of these
    public static SortKey of(AttributeValue value) {
      try {
        return new SortKey(type(value).bytes(value));
      } catch (UnfitException e) {
        throw new IllegalArgumentException("no sort key: a value of type " + value.type(), e);
      }
    }

    private static SortType.AsBytes type(AttributeValue value) {
      if (value.n() != null) {
        return new NumberSort();
      }
      return value.b() == null ? new StringSort() : new BinarySort();
    }

    @Override
    public int compareTo(SortKey other) {
      return bytes.compareTo(other.bytes);
    }
  }
}
