package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.entry.Group;
import pagemark.function.StreamSyncHandler;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Inspector.GroupDump;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.redis.RedisCluster;
import pagemark.services.TestContext;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One primary of three is killed, and comes back with its data. It has no replica.
@Nightly
@TakesLong(nightly = 15)
final class KilledPrimaryIT {
  private static final int VICTIM = 1;
  private static final long SEED = 7;
  private static final int WRITES = 200;
  private static final int BATCH = 25;

  /// The longest time for an answer: a few timeouts of the index. The function has 60 seconds.
  private static final Duration ANSWERED_MAX = Patience.of(Duration.ofSeconds(20));

  @TempDir private Path folder;

  private RedisCluster cluster;
  private IndexStore index;

  @BeforeEach
  void start() {
    cluster = RedisCluster.start(folder);
    index = IndexStores.open(cluster.url(), IndexSettings.DEFAULT);
  }

  @AfterEach
  void stop() {
    index.close();
    cluster.close();
  }

  @Test
  void namesTheFirstBlockedRecordAsFailedAndDiscardsNothing() {
    SyncFixture fixture =
        new SyncFixture(
            index,
            cluster.markers(index),
            TableModel.COMMENTS,
            TableModel.STREAM,
            InstantSource.system());
    StreamSyncHandler handler = fixture.handler();
    TableModel table = new TableModel(InstantSource.system());
    String live = group(fixture, false);
    String dead = group(fixture, true);
    List<DynamodbStreamRecord> before =
        List.of(
            table.put(comment("leaves", live)),
            table.put(comment("comes", dead)),
            table.put(comment("goes", dead)));
    assertEquals(List.of(), failures(handler, before));

    cluster.server(VICTIM).kill();
    List<DynamodbStreamRecord> batch =
        List.of(
            table.put(comment("first", live)),
            table.put(comment("second", live)),
            table.put(comment("third", dead)),
            table.put(comment("fourth", live)),
            table.put(comment("leaves", dead)),
            table.put(comment("comes", live)),
            table.remove("goes"));
    List<DynamodbStreamRecord> again = batch.subList(2, batch.size());
    assertEquals(List.of(number(batch.get(2))), failures(handler, batch));
    assertEquals(
        List.of("comes", "first", "fourth", "leaves", "second"),
        keys(fixture, live),
        "all that could be applied, and what could not move yet");
    cluster.awaitFailed(VICTIM);
    assertEquals(List.of(number(batch.get(2))), failures(handler, again));

    cluster.restart(VICTIM);
    RedisCluster.await(() -> failures(handler, again).isEmpty());
    fixture.assertHolds(List.of(live, dead), table.items(), "when it is back");
    assertEquals(List.of("leaves", "third"), keys(fixture, dead));
  }

  @Test
  void failedRecordsAreAppliedOnceThePrimaryIsBack() {
    System.out.println("KilledPrimaryIT seed " + SEED);
    SyncFixture fixture =
        new SyncFixture(
            index,
            cluster.markers(index),
            RandomTable.LISTINGS,
            TableModel.STREAM,
            InstantSource.system());
    StreamSyncHandler handler = fixture.handler();
    RandomTable random = new RandomTable(new Random(SEED), InstantSource.system());
    List<DynamodbStreamRecord> records = random.writes(WRITES);
    int from = deliver(handler, records, 0, WRITES / 3);
    assertEquals(WRITES / 3, from);
    cluster.server(VICTIM).kill();
    for (int delivery = 0; delivery < 5; delivery++) {
      from = deliver(handler, records, from, Math.min(from + BATCH, WRITES));
    }
    assertTrue(from < WRITES / 3 + BATCH, "held up at " + from);
    cluster.restart(VICTIM);
    int held = from;
    RedisCluster.await(() -> deliver(handler, records, held, held + 1) > held);
    assertEquals(WRITES, deliver(handler, records, held, WRITES));
    fixture.assertHolds(RandomTable.GROUPS, random.table.items(), "seed " + SEED);
  }

  /// Delivers batches as an event source does.
  ///
  /// @return the index of the first record that failed, or `to`
  private static int deliver(
      StreamSyncHandler handler, List<DynamodbStreamRecord> records, int from, int to) {
    for (int at = from; at < to; at += BATCH) {
      List<DynamodbStreamRecord> batch = records.subList(at, Math.min(at + BATCH, to));
      List<String> failures = failures(handler, batch);
      if (!failures.isEmpty()) {
        assertEquals(1, failures.size());
        return at
            + batch.stream().map(KilledPrimaryIT::number).toList().indexOf(failures.getFirst());
      }
    }
    return to;
  }

  private static List<String> failures(
      StreamSyncHandler handler, List<DynamodbStreamRecord> batch) {
    StreamsEventResponse response =
        assertTimeout(
            ANSWERED_MAX, () -> handler.handleRequest(TableModel.event(batch), new TestContext()));
    return response.getBatchItemFailures().stream()
        .map(StreamsEventResponse.BatchItemFailure::getItemIdentifier)
        .toList();
  }

  private static String number(DynamodbStreamRecord record) {
    return record.getDynamodb().getSequenceNumber();
  }

  private static Map<String, AttributeValue> comment(String key, String group) {
    return Map.of("PK", fromS(key), "PK2", fromS(group), "SK", fromS("2024-05-01 00:00"));
  }

  private String group(SyncFixture fixture, boolean victims) {
    String generation = fixture.generations().getFirst().id();
    return IntStream.range(0, 1_000)
        .mapToObj(i -> "group" + i)
        .filter(
            name ->
                victims
                    == (VICTIM
                        == cluster.owner(new GroupRef(generation, "comments", new Group(name)))))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> keys(SyncFixture fixture, String group) {
    GroupDump dump = fixture.dump(fixture.generations().getFirst(), group);
    return dump.all().stream().map(position -> position.member().text()).toList();
  }
}
