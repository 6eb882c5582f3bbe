package pagemark.dynamodb.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import pagemark.dynamodb.request.Calls;
import pagemark.dynamodb.request.ItemCodec;
import pagemark.dynamodb.request.TableNames;
import pagemark.index.IndexException;
import pagemark.index.Markers.State;
import pagemark.tree.request.MissingGenerationException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/// The marker of a generation: the item `marker`, `M` in its table. Its attributes are `state`
/// (`BUILDING` or `READY`), `nonce`, and `birth` in milliseconds since 1970.
///
/// Each call costs one unit or a half.
public record MarkerItem(Calls calls, TableNames names) {
  private static final Map<String, AttributeValue> KEY =
      Map.of(
          ItemCodec.PARTITION,
          fromB(SdkBytes.fromString("marker", UTF_8)),
          ItemCodec.SORT,
          fromS("M"));

  private static final String STATE = "state";
  private static final String NONCE = "nonce";
  private static final String BIRTH = "birth";

  /// Marks a generation BUILDING unless it has `nonce` already.
  ///
  /// @return true if this call marked the table
  /// @throws MissingGenerationException if the generation has no table
  /// @throws IndexException.Unavailable if DynamoDB fails
  public boolean building(String generation, String nonce, Instant birth) {
    Map<String, AttributeValue> item =
        Map.of(
            ItemCodec.PARTITION,
            KEY.get(ItemCodec.PARTITION),
            ItemCodec.SORT,
            KEY.get(ItemCodec.SORT),
            STATE,
            fromS(State.BUILDING.name()),
            NONCE,
            fromS(nonce),
            BIRTH,
            fromN(Long.toString(birth.toEpochMilli())));
    String table = names.table(generation);
    try {
      calls.make(
          table,
          dynamo ->
              dynamo.putItem(
                  p ->
                      p.tableName(table)
                          .item(item)
                          .conditionExpression("attribute_not_exists(#nonce) OR #nonce <> :nonce")
                          .expressionAttributeNames(Map.of("#nonce", NONCE))
                          .expressionAttributeValues(Map.of(":nonce", fromS(nonce)))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /// Marks a generation READY if it has `nonce`.
  ///
  /// @return whether it has it
  /// @throws MissingGenerationException if the generation has no table
  /// @throws IndexException.Unavailable if DynamoDB fails
  public boolean ready(String generation, String nonce) {
    String table = names.table(generation);
    try {
      calls.make(
          table,
          dynamo ->
              dynamo.updateItem(
                  u ->
                      u.tableName(table)
                          .key(KEY)
                          .updateExpression("SET #state = :ready")
                          .conditionExpression("#nonce = :nonce")
                          .expressionAttributeNames(Map.of("#state", STATE, "#nonce", NONCE))
                          .expressionAttributeValues(
                              Map.of(
                                  ":ready", fromS(State.READY.name()), ":nonce", fromS(nonce)))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /// Reads the state of a generation, consistently. Empty if it has no marker, or no table.
  ///
  /// @throws IndexException.Unavailable if DynamoDB fails
  public Optional<State> state(String generation) {
    String table = names.table(generation);
    try {
      GetItemResponse found =
          calls.make(
              table,
              dynamo -> dynamo.getItem(g -> g.tableName(table).key(KEY).consistentRead(true)));
      return found.hasItem() ? Optional.of(state(found.item())) : Optional.empty();
    } catch (MissingGenerationException e) {
      return Optional.empty();
    }
  }

  private static State state(Map<String, AttributeValue> item) {
    return State.valueOf(Objects.requireNonNull(item.get(STATE)).s());
  }

  /// Removes the marker of a generation. Without a table, there is none to remove.
  ///
  /// @throws IndexException.Unavailable if DynamoDB fails
  public void remove(String generation) {
    String table = names.table(generation);
    try {
      calls.make(table, dynamo -> dynamo.deleteItem(d -> d.tableName(table).key(KEY)));
    } catch (MissingGenerationException e) {
      return;
    }
  }
}
