package pagemark.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import pagemark.listing.Partitions;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The partitions in which the items of a request stand, in the order of reading: all at once, or
/// bucket by bucket from an edge on. Of the buckets, nobody knows which are empty; so more are
/// opened each time.
final class Walk {
  /// Queries sent at once, at most.
  static final int QUERIES_MAX = 64;

  /// So many times as many buckets are opened each time.
  private static final int GROWTH = 4;

  private final PageRequest request;
  private final Access access;
  private final SortRange range;
  private final Order order;
  private @Nullable AttributeValue at;
  private boolean over;
  private int buckets = 1;
  private int opened;

  /// @param order of reading
  private Walk(PageRequest request, Access access, SortRange range, Order order) {
    this.request = request;
    this.access = access;
    this.range = range;
    this.order = order;
    this.at = range.begin(order);
  }

  /// By the first access that can be read in order and meets the selection alone; empty where none
  /// does, and where any bucket could be the first.
  static Optional<Walk> of(PageRequest request, Order order) {
    SortRange range = SortRange.of(request, order);
    return request.listing().accesses().stream()
        .filter(access -> isReadable(request, access))
        .filter(access -> !access.partitions().areBuckets() || range.begin(order) != null)
        .findFirst()
        .map(access -> new Walk(request, access, range, order));
  }

  private static boolean isReadable(PageRequest request, Access access) {
    Listing listing = request.listing();
    Partitions partitions = access.partitions();
    return listing.isInOrder(access)
        && partitions.serve(request.group(), request.selection())
        && partitions.read(listing.definition(), request.selection()).equals(request.selection())
        && partitions.count(request.selection()) <= QUERIES_MAX;
  }

  Access access() {
    return access;
  }

  SortRange range() {
    return range;
  }

  /// Whether nothing is left to open.
  boolean isOver() {
    return over;
  }

  /// The next partitions.
  List<Strand> open() {
    List<Strand> opened = new ArrayList<>();
    if (!access.partitions().areBuckets()) {
      opened.addAll(strands(names(range.low(), range.high())));
      over = true;
      return opened;
    }
    int max = QUERIES_MAX / access.partitions().count(request.selection());
    for (int i = 0; i < Math.min(buckets, max) && !over; i++) {
      opened.addAll(bucket());
    }
    buckets = Math.min(buckets * GROWTH, QUERIES_MAX);
    return opened;
  }

  private List<Strand> bucket() {
    List<String> names = names(at, at);
    AttributeValue end = range.end(order);
    Optional<AttributeValue> next =
        at == null ? Optional.empty() : access.partitions().beside(at, order == Order.ASCENDING);
    over = next.isEmpty() || (end != null && names.equals(names(end, end)));
    at = next.orElse(null);
    return strands(names);
  }

  private List<String> names(@Nullable AttributeValue low, @Nullable AttributeValue high) {
    return access
        .partitions()
        .names(request.group(), request.selection(), low, high)
        .orElseThrow(() -> new IllegalStateException("the partitions are bounded"));
  }

  private List<Strand> strands(List<String> names) {
    opened++;
    return names.stream().map(name -> new Strand(access.partitions().value(name), opened)).toList();
  }
}
