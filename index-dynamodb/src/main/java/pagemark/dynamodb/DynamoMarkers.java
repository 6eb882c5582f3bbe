package pagemark.dynamodb;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import pagemark.dynamodb.table.GenerationTables;
import pagemark.dynamodb.table.MarkerItem;
import pagemark.index.Markers;
import pagemark.tree.request.MissingGenerationException;

/// Keeps the marker of each generation in its table, which is one slot. Only this class creates and
/// deletes such tables.
record DynamoMarkers(GenerationTables tables, MarkerItem marker) implements Markers {
  @Override
  public int building(String generation, String nonce, Instant birth) {
    tables.create(generation);
    return marker.building(generation, nonce, birth) ? 1 : 0;
  }

  @Override
  public int ready(String generation, String nonce) {
    try {
      return marker.ready(generation, nonce) ? 0 : 1;
    } catch (MissingGenerationException e) {
      return 1;
    }
  }

  @Override
  public Map<State, Integer> count(String generation) {
    return marker.state(generation).map(state -> Map.of(state, 1)).orElse(Map.of());
  }

  /// Removes the marker first, because DynamoDB may serve a table for a while after it was told to
  /// delete it.
  @Override
  public void drop(String generation) {
    marker.remove(generation);
    tables.delete(generation);
    tables.deleteRuns(generation);
  }

  @Override
  public Optional<StoredData> storedData() {
    return Optional.of(tables);
  }

  @Override
  public int slots() {
    return 1;
  }
}
