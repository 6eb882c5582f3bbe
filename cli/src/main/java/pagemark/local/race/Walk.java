package pagemark.local.race;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Selection;
import pagemark.pages.scope.Scope;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// Reads to a page as DynamoDB alone can: one Query after another, each of a page's size, from the
/// LastEvaluatedKey of the one before. Each step is one call, made when it is asked for.
public final class Walk implements Iterator<Walk.Step> {
  /// The most calls of a walk.
  public static final int CALLS_MAX = 100;

  /// The most read units of a walk; it ends before a call that might pass them.
  public static final int UNITS_MAX = 300;

  private static final Duration TIME_MAX = Duration.ofSeconds(10);

  /// An eventually consistent Query reads 1 MB at most, for half a unit each 4 KB.
  private static final double CALL_UNITS_MAX = 128;

  private final DynamoDbClient dynamo;
  private final SingleQuery query;
  private final long wanted;
  private final InstantSource clock;
  private final Instant began;
  private Map<String, AttributeValue> next = Map.of();
  private Step last = new Step(0, 0, 0, 0, 0, null);

  private Walk(DynamoDbClient dynamo, SingleQuery query, long wanted, InstantSource clock) {
    this.dynamo = dynamo;
    this.query = query;
    this.wanted = wanted;
    this.clock = clock;
    this.began = clock.instant();
  }

  /// Why a walk has ended.
  public enum End {
    /// It has met the page's last item.
    REACHED,
    /// The group has no more items.
    EXHAUSTED,
    /// It has made [#CALLS_MAX] calls.
    CALLS,
    /// It has taken 10 seconds.
    TIME,
    /// The next call might pass [#UNITS_MAX].
    UNITS
  }

  /// How far a walk has come.
  ///
  /// @param units the read units that DynamoDB has counted
  /// @param read how many items the calls have read
  /// @param found how many of them are on the page or before it
  /// @param end null if it goes on
  public record Step(
      int calls, double units, long read, long found, long millis, @Nullable End end) {}

  /// @param wanted how many items there are up to the page's last one
  /// @return empty if no Query gives this order
  public static Optional<Walk> of(
      DynamoDbClient dynamo, Scope scope, long wanted, InstantSource clock) {
    return SingleQuery.of(scope).map(query -> new Walk(dynamo, query, wanted, clock));
  }

  /// How DynamoDB alone lists a group without filters: by one `query`, by a `merge` of several, or
  /// by a `scan` of the whole table, because no key has the order.
  public static String way(Listing listing) {
    Selection whole = Selection.whole(listing.definition());
    List<Access> complete =
        listing.accesses().stream()
            .filter(access -> access.projectionCovers(listing.attributes()))
            .toList();
    boolean isOne =
        complete.stream()
            .map(Access::partitions)
            .anyMatch(each -> !each.areBuckets() && each.count(whole) == 1);
    return isOne ? "query" : complete.isEmpty() ? "scan" : "merge";
  }

  @Override
  public boolean hasNext() {
    return last.end() == null;
  }

  /// Makes one call.
  @Override
  public Step next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    QueryResponse response = dynamo.query(query.request(next));
    next = response.hasLastEvaluatedKey() ? response.lastEvaluatedKey() : Map.of();
    // The FilterExpression has no conditions of the listing itself, such as `where`.
    long found = last.found() + response.items().stream().filter(this::isOnPages).count();
    ConsumedCapacity consumed = response.consumedCapacity();
    double units = last.units() + (consumed == null ? 0 : consumed.capacityUnits());
    Duration taken = Duration.between(began, clock.instant());
    int calls = last.calls() + 1;
    last =
        new Step(
            calls,
            units,
            last.read() + response.scannedCount(),
            Math.min(found, wanted),
            taken.toMillis(),
            end(calls, units, found, taken));
    return last;
  }

  private boolean isOnPages(Map<String, AttributeValue> item) {
    Scope scope = query.scope();
    return !scope.isExpired(item, began)
        && scope.entry(item).filter(entry -> scope.isWithin(entry.position())).isPresent();
  }

  private @Nullable End end(int calls, double units, long found, Duration taken) {
    if (found >= wanted) {
      return End.REACHED;
    }
    if (next.isEmpty()) {
      return End.EXHAUSTED;
    }
    if (calls >= CALLS_MAX) {
      return End.CALLS;
    }
    if (taken.compareTo(TIME_MAX) >= 0) {
      return End.TIME;
    }
    return units + CALL_UNITS_MAX > UNITS_MAX ? End.UNITS : null;
  }
}
