package pagemark.state.rebuild;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import pagemark.index.Markers;
import pagemark.state.StateItems;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/// All that `pagemark-state` says about generations, of whatever listing: also of those that this
/// process does not know.
///
/// @param byListing the ids of each listing's generations, in any state
/// @param rebuilt the ids of those that rebuilds are building
public record NamedGenerations(SortedMap<String, Set<String>> byListing, Set<String> rebuilt) {
  /// Megabytes of the state table. It has one item for each generation, suspect and quarantined
  /// item, and is far smaller.
  private static final int PARTS_MAX = 200;

  private static final String LISTING = "listing#";
  private static final String GENERATION = "generation#";

  /// Reads the whole state table, consistently: a unit for each 4 KB.
  ///
  /// @throws IllegalStateException if the table is too large to be read
  /// @throws software.amazon.awssdk.core.exception.SdkException if it cannot be read
  public static NamedGenerations read(DynamoDbClient dynamo, String table) {
    NamedGenerations named = new NamedGenerations(new TreeMap<>(), new TreeSet<>());
    ScanRequest.Builder request =
        ScanRequest.builder()
            .tableName(table)
            .consistentRead(true)
            .filterExpression("begins_with(pk, :listing) OR sk = :job")
            .projectionExpression("pk, sk, generation")
            .expressionAttributeValues(
                Map.of(":listing", fromS(LISTING), ":job", fromS(RebuildJobItem.JOB)));
    for (int part = 0; part < PARTS_MAX; part++) {
      ScanResponse response = dynamo.scan(request.build());
      response.items().forEach(named::add);
      if (response.lastEvaluatedKey().isEmpty()) {
        return named;
      }
      request.exclusiveStartKey(response.lastEvaluatedKey());
    }
    throw new IllegalStateException(
        "the table %s has more than %d MB, too many to find all generations"
            .formatted(table, PARTS_MAX));
  }

  private void add(Map<String, AttributeValue> item) {
    String pk = StateItems.required(item, "pk").s();
    String sk = StateItems.required(item, "sk").s();
    if (pk.startsWith(LISTING) && sk.startsWith(GENERATION)) {
      byListing
          .computeIfAbsent(pk.substring(LISTING.length()), _ -> new TreeSet<>())
          .add(sk.substring(GENERATION.length()));
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
