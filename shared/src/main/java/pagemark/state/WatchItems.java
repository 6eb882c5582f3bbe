package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Stores what the watch knows of a stream in `pagemark-state`. The items expire a week after the
/// last watch.
///
/// | pk | sk | holds |
/// | --- | --- | --- |
/// | `followed#STREAM` | `until` | a [Look] |
/// | `followed#STREAM` | `replay` | a [Replay] that is under way |
public record WatchItems(DynamoDbClient dynamo, String table, String stream) {
  private static final Duration KEPT = Duration.ofDays(7);
  private static final String LOOK = "until";
  private static final String REPLAY = "replay";

  /// How far the stream is known to be applied.
  ///
  /// @param until every record that was created before this time is applied
  /// @param positions for each shard, the sequence number of the last record created before `until`
  public record Look(Instant until, Map<String, String> positions) {}

  /// A second reading of the stream, because a store has lost writes.
  ///
  /// @param since earlier records need not be read
  /// @param noticed when the losses were noticed that it repairs; later records need not be read
  /// @param positions for each shard, the sequence number of the last record that is done
  public record Replay(Instant since, Instant noticed, Map<String, String> positions) {}

  public Optional<Look> look() {
    return Optional.ofNullable(items().get(LOOK))
        .map(
            item ->
                new Look(StateItems.instant(StateItems.required(item, "until")), positions(item)));
  }

  public Optional<Replay> replay() {
    return Optional.ofNullable(items().get(REPLAY))
        .map(
            item ->
                new Replay(
                    StateItems.instant(StateItems.required(item, "since")),
                    StateItems.instant(StateItems.required(item, "noticed")),
                    positions(item)));
  }

  public void keep(Look look, Instant now) {
    put(LOOK, Map.of("until", StateItems.millis(look.until())), look.positions(), now);
  }

  public void keep(Replay replay, Instant now) {
    put(
        REPLAY,
        Map.of(
            "since",
            StateItems.millis(replay.since()),
            "noticed",
            StateItems.millis(replay.noticed())),
        replay.positions(),
        now);
  }

  public void forgetReplay() {
    dynamo.deleteItem(
        delete -> delete.tableName(table).key(Map.of("pk", fromS(pk()), "sk", fromS(REPLAY))));
  }

  private String pk() {
    return "followed#" + stream;
  }

  private Map<String, Map<String, AttributeValue>> items() {
    return dynamo.query(StateItems.partition(table, pk()).build()).items().stream()
        .collect(Collectors.toMap(item -> StateItems.required(item, "sk").s(), item -> item));
  }

  private void put(
      String sk, Map<String, AttributeValue> times, Map<String, String> positions, Instant now) {
    Map<String, AttributeValue> item = new HashMap<>(times);
    Map<String, AttributeValue> shards = new HashMap<>();
    positions.forEach((shard, position) -> shards.put(shard, fromS(position)));
    item.put("pk", fromS(pk()));
    item.put("sk", fromS(sk));
    item.put("positions", fromM(shards));
    item.put("expires", fromN(Long.toString(now.plus(KEPT).getEpochSecond())));
    dynamo.putItem(put -> put.tableName(table).item(item));
  }

  private static Map<String, String> positions(Map<String, AttributeValue> item) {
    Map<String, String> positions = new HashMap<>();
    StateItems.required(item, "positions").m().forEach((shard, at) -> positions.put(shard, at.s()));
    return positions;
  }
}
