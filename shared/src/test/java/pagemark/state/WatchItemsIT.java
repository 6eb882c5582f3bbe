package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.state.WatchItems.Look;
import pagemark.state.WatchItems.Replay;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Tests [WatchItems] on DynamoDB Local.
final class WatchItemsIT {
  private static final String STREAM = "arn:aws:dynamodb:eu-central-1:1:table/t/stream/2026-";
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00.123Z");
  private static final LocalDynamo DYNAMO = LocalDynamo.create();

  /// @param stream different for each test
  private static WatchItems items(String stream) {
    return new WatchItems(DYNAMO.client(), DYNAMO.table(), STREAM + stream);
  }

  private static Look look(int hours, String position) {
    return new Look(NOW.minus(Duration.ofHours(hours)), Map.of("shard-1", position));
  }

  private static Replay replay(int hours, String position) {
    return new Replay(NOW.minus(Duration.ofHours(hours)), NOW, Map.of("shard-1", position));
  }

  @Test
  void aStreamThatWasNeverWatchedIsUnknown() {
    assertEquals(Optional.empty(), items("new").look());
    assertEquals(Optional.empty(), items("new").replay());
    items("new").forgetReplay();
  }

  @Test
  void aLookAndAReplayAreReadBack() {
    WatchItems items = items("kept");
    Look look = new Look(NOW, Map.of("shard-1", "100000000000000000001", "shard-2", "END"));
    items.keep(look, NOW);
    assertEquals(Optional.of(look), items.look());
    assertEquals(Optional.empty(), items.replay());

    Replay replay = replay(2, "7");
    items.keep(replay, NOW);
    assertEquals(Optional.of(look), items.look(), "beside the other");
    assertEquals(Optional.of(replay), items.replay());
  }

  @Test
  void aLaterLookOrReplayReplacesTheEarlierOne() {
    WatchItems items = items("later");
    items.keep(look(2, "1"), NOW);
    items.keep(new Look(NOW, Map.of()), NOW);
    assertEquals(Optional.of(new Look(NOW, Map.of())), items.look(), "a shard that is gone, too");
    items.keep(replay(2, "1"), NOW);
    items.keep(replay(3, "2"), NOW);
    assertEquals(Optional.of(replay(3, "2")), items.replay());
  }

  /// One stream's ARN is the beginning of the other's.
  @Test
  void streamsDoNotShareItems() {
    items("a").keep(look(1, "1"), NOW);
    items("a").keep(replay(1, "1"), NOW);
    items("a2").keep(look(2, "2"), NOW);
    items("a2").keep(replay(2, "2"), NOW);
    items("a").forgetReplay();
    assertEquals(Optional.of(look(1, "1")), items("a").look());
    assertEquals(Optional.of(look(2, "2")), items("a2").look());
    assertEquals(Optional.of(replay(2, "2")), items("a2").replay());
  }

  /// The table's time to live reads the attribute `expires`.
  @Test
  void bothExpireAWeekAfterTheyWereKept() {
    WatchItems items = items("expires");
    items.keep(look(1, "1"), NOW);
    items.keep(replay(1, "1"), NOW);
    Set<String> expires = new HashSet<>();
    for (String sk : List.of("until", "replay")) {
      Map<String, AttributeValue> key = new HashMap<>();
      key.put("pk", AttributeValue.fromS("followed#" + STREAM + "expires"));
      key.put("sk", AttributeValue.fromS(sk));
      Map<String, AttributeValue> item =
          DYNAMO.client().getItem(g -> g.tableName(DYNAMO.table()).key(key)).item();
      expires.add(Objects.requireNonNull(item.get("expires"), sk).n());
    }
    long week = NOW.plus(Duration.ofDays(7)).getEpochSecond();
    assertEquals(Set.of(Long.toString(week)), expires);
  }
}
