package pagemark.state.rebuild;

import static java.util.Objects.requireNonNull;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import pagemark.index.Markers;
import pagemark.state.StateTable;
import pagemark.state.Work;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/// All that `pagemark-state` says about generations, of whatever listing: also of those that this
/// process does not know.
///
/// @param byListing the ids of each listing's generations, in any state. A listing may have no ids,
///   but items in quarantine or in doubt
/// @param rebuilt the ids of those that rebuilds are building
public record NamedGenerations(SortedMap<String, Set<String>> byListing, Set<String> rebuilt) {
  private static final String LISTING = "listing#";
  private static final String GENERATION = "generation#";
  private static final String QUARANTINE = "quarantine#";
  private static final String SUSPECT = "suspect#";

  /// Reads the whole state table.
  public static NamedGenerations read(StateTable state) {
    return new Reading(state, InstantSource.system()).goOn(() -> true);
  }

  /// Reads the whole state table, consistently: a unit for each 4 KB. A table that is too large for
  /// one run is read in several.
  public static final class Reading {
    /// How old a part may be. What was registered since then is younger than what anybody removes.
    private static final Duration VALID = Duration.ofHours(12);

    private final StateTable state;
    private final InstantSource clock;
    private NamedGenerations named = none();
    private Map<String, AttributeValue> after = Map.of();
    private Instant begun = Instant.EPOCH;

    public Reading(StateTable state, InstantSource clock) {
      this.state = state;
      this.clock = clock;
    }

    private static NamedGenerations none() {
      return new NamedGenerations(new TreeMap<>(), new TreeSet<>());
    }

    /// Reads to the end, from where the last call stopped if that is not long ago.
    ///
    /// @throws IllegalStateException if the time is over; the next call goes on
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
                  .formatted(state.name()));
        }
        ScanResponse response = state.dynamo().scan(request());
        response.items().forEach(named::add);
        after = response.lastEvaluatedKey();
      } while (!after.isEmpty());
      return named;
    }

    private ScanRequest request() {
      return ScanRequest.builder()
          .tableName(state.name())
          .consistentRead(true)
          .filterExpression(
              "sk = :lease OR begins_with(pk, :listing) OR begins_with(pk, :quarantine)"
                  + " OR begins_with(pk, :suspect)")
          .projectionExpression("pk, sk, #plan.generation")
          .expressionAttributeNames(Map.of("#plan", "plan"))
          .expressionAttributeValues(
              Map.of(
                  ":lease", fromS(Work.LEASE),
                  ":listing", fromS(LISTING),
                  ":quarantine", fromS(QUARANTINE),
                  ":suspect", fromS(SUSPECT)))
          .exclusiveStartKey(after.isEmpty() ? null : after)
          .build();
    }
  }

  private void add(Map<String, AttributeValue> item) {
    String pk = text(item, "pk");
    String sk = text(item, "sk");
    if (pk.startsWith(LISTING) && sk.startsWith(GENERATION)) {
      byListing
          .computeIfAbsent(pk.substring(LISTING.length()), _ -> new TreeSet<>())
          .add(sk.substring(GENERATION.length()));
    } else if (pk.startsWith(QUARANTINE) || pk.startsWith(SUSPECT)) {
      byListing.computeIfAbsent(pk.substring(pk.indexOf('#') + 1), _ -> new TreeSet<>());
    } else if (item.containsKey("plan")) {
      rebuilt.add(text(requireNonNull(item.get("plan")).m(), "generation"));
    }
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return requireNonNull(item.get(name), name).s();
  }

  /// Whether a generation, or a rebuild under way, needs data of the index.
  public boolean need(Markers.Data data) {
    return rebuilt.contains(data.generation())
        || (!data.ofRebuild()
            && byListing.values().stream().anyMatch(ids -> ids.contains(data.generation())));
  }
}
