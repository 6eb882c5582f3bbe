package pagemark.pages.unindexed;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.pages.table.TableRead;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How far one partition of a [MergedScan] was read, and whether it may hold more of the first
/// items.
final class PartitionScan {
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
