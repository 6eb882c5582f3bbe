package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import pagemark.state.Generation.State;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/// Builds changes of generations as parts of one transaction. The transaction fails if a generation
/// has changed since it was read.
///
/// @param live the generations of the listing, as they were read
public record GenerationChanges(String table, List<Generation> live) {
  /// Registers a generation, and retires all others that are building.
  public List<TransactWriteItem> registration(Generation generation) {
    TransactWriteItem put =
        TransactWriteItem.builder()
            .put(
                p ->
                    p.tableName(table)
                        .item(StateItems.write(generation))
                        .conditionExpression("attribute_not_exists(pk)"))
            .build();
    return Stream.concat(
            Stream.of(put),
            live.stream()
                .filter(other -> other.state() == State.BUILDING)
                .map(other -> change(other.listing(), other.id(), State.BUILDING, State.RETIRED)))
        .toList();
  }

  /// Makes a live generation the serving one, and retires the one that served before. The
  /// transaction fails if `id` is not a live generation of `listing`.
  public List<TransactWriteItem> swap(String listing, String id) {
    State old =
        live.stream()
            .filter(generation -> generation.id().equals(id))
            .map(Generation::state)
            .findFirst()
            .orElse(State.BUILDING);
    return Stream.concat(
            Stream.of(change(listing, id, old, State.SERVING)),
            live.stream()
                .filter(other -> other.isServing() && !other.id().equals(id))
                .map(other -> change(listing, other.id(), State.SERVING, State.RETIRED)))
        .toList();
  }

  /// Retires all generations.
  public List<TransactWriteItem> retirement() {
    return live.stream()
        .map(other -> change(other.listing(), other.id(), other.state(), State.RETIRED))
        .toList();
  }

  private TransactWriteItem change(String listing, String id, State old, State next) {
    return TransactWriteItem.builder()
        .update(
            u ->
                u.tableName(table)
                    .key(StateItems.key(listing, id))
                    .updateExpression("SET #state = :next")
                    .conditionExpression("#state = :old")
                    .expressionAttributeNames(Map.of("#state", "state"))
                    .expressionAttributeValues(
                        Map.of(":next", fromS(next.name()), ":old", fromS(old.name()))))
        .build();
  }
}
