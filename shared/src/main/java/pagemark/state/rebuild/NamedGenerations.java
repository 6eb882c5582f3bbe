package pagemark.state.rebuild;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import pagemark.index.Markers;
import pagemark.state.StateItems;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/// All that `pagemark-state` says about generations, of whatever listing: also of those that this
/// process does not know.
///
/// @param byListing the ids of each listing's generations, in any state. If what is kept about
///   items was read too, a listing may have nothing but that, and no ids
/// @param rebuilt the ids of those that rebuilds are building
public record NamedGenerations(SortedMap<String, Set<String>> byListing, Set<String> rebuilt) {
  private static final String LISTING = "listing#";
  private static final String GENERATION = "generation#";

  /// Reads the whole state table, with the listings that have nothing but items in quarantine or in
  /// doubt.
  ///
  /// @throws software.amazon.awssdk.core.exception.SdkException if it cannot be read
  public static NamedGenerations read(DynamoDbClient dynamo, String table) {
    return new Reading(dynamo, table, true, InstantSource.system()).goOn(() -> true);
  }

  /// Reads the whole state table, consistently: a unit for each 4 KB. A table that is too large for
  /// one run is read in several.
  public static final class Reading {
    /// How old a part may be. What was registered since then is younger than what anybody removes.
    private static final Duration VALID = Duration.ofHours(12);

    private final DynamoDbClient dynamo;
    private final String table;
    private final boolean aboutItems;
    private final InstantSource clock;
    private NamedGenerations named = none();
    private Map<String, AttributeValue> after = Map.of();
    private Instant begun = Instant.EPOCH;

    /// @param aboutItems whether to read the names of listings too that have nothing but items in
    ///   quarantine or in doubt
    public Reading(DynamoDbClient dynamo, String table, boolean aboutItems, InstantSource clock) {
      this.dynamo = dynamo;
      this.table = table;
      this.aboutItems = aboutItems;
      this.clock = clock;
    }

    private static NamedGenerations none() {
      return new NamedGenerations(new TreeMap<>(), new TreeSet<>());
    }

    /// Reads to the end, from where the last call stopped if that is not long ago.
    ///
    /// @throws IllegalStateException if the time is over; the next call goes on
    /// @throws software.amazon.awssdk.core.exception.SdkException if the table cannot be read
    public synchronized NamedGenerations goOn(BooleanSupplier hasTime) {
      if (after.isEmpty() || begun.plus(VALID).isBefore(clock.instant())) {
        named = none();
        after = Map.of();
        begun = clock.instant();
      }
      do {
        if (!hasTime.getAsBoolean()) {
          throw new IllegalStateException(
              "the table %s is too large to be read in one run; the next one goes on"
                  .formatted(table));
        }
        ScanResponse response = dynamo.scan(request());
        response.items().forEach(named::add);
        after = response.lastEvaluatedKey();
      } while (!after.isEmpty());
      return named;
    }

    private ScanRequest request() {
      Map<String, AttributeValue> values = new HashMap<>();
      values.put(":listing", fromS(LISTING));
      values.put(":job", fromS(RebuildJobItem.JOB));
      String filter = "begins_with(pk, :listing) OR sk = :job";
      if (aboutItems) {
        values.put(":quarantine", fromS(StateItems.QUARANTINE));
        values.put(":suspect", fromS(StateItems.SUSPECT));
        filter += " OR begins_with(pk, :quarantine) OR begins_with(pk, :suspect)";
      }
      ScanRequest.Builder request =
          ScanRequest.builder()
              .tableName(table)
              .consistentRead(true)
              .filterExpression(filter)
              .projectionExpression("pk, sk, generation")
              .expressionAttributeValues(values);
      return (after.isEmpty() ? request : request.exclusiveStartKey(after)).build();
    }
  }

  private void add(Map<String, AttributeValue> item) {
    String pk = StateItems.required(item, "pk").s();
    String sk = StateItems.required(item, "sk").s();
    if (pk.startsWith(LISTING) && sk.startsWith(GENERATION)) {
      byListing
          .computeIfAbsent(pk.substring(LISTING.length()), _ -> new TreeSet<>())
          .add(sk.substring(GENERATION.length()));
    } else if (pk.startsWith(StateItems.QUARANTINE) || pk.startsWith(StateItems.SUSPECT)) {
      byListing.computeIfAbsent(pk.substring(pk.indexOf('#') + 1), _ -> new TreeSet<>());
    } else if (item.containsKey("generation")) {
      rebuilt.add(StateItems.required(item, "generation").s());
    }
  }

  /// Whether a generation, or a rebuild under way, needs data of the index.
  public boolean need(Markers.Data data) {
    return rebuilt.contains(data.generation())
        || (!data.ofRebuild()
            && byListing.values().stream().anyMatch(ids -> ids.contains(data.generation())));
  }
}
