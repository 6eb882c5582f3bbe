package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.embedded.RedisServer;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Markers.State;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.redis.RedisCluster;
import pagemark.redis.Replica;
import pagemark.repair.WitnessCheck;
import pagemark.state.Generation;
import pagemark.state.Inexact;

/// A replica of Redis that was behind takes over, with less than was acknowledged. The next write
/// notices it, or, if there is none, the check of the noted witnesses. The records since then
/// restore the index.
@Nightly
@TakesLong(nightly = 12)
final class ThinnerRedisIT {
  private static final int VICTIM = 1;
  private static final int LOST = 1_000;
  private static final int BATCH = 100;
  @TempDir private Path folder;

  private final List<AutoCloseable> open = new ArrayList<>();
  private Duration ahead = Duration.ofMinutes(-11);
  private final InstantSource clock = () -> Instant.now().plus(ahead);
  private final TableModel table = new TableModel(clock);
  private final List<DynamodbStreamRecord> records = new ArrayList<>();
  private List<String> groups = List.of();
  private WitnessCheck.Result looked = new WitnessCheck.Result(null, null);

  @SuppressWarnings("NullAway.Init")
  private SyncFixture fixture;

  @SuppressWarnings("NullAway.Init")
  private StreamSync consumer;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closeable : open.reversed()) {
      closeable.close();
    }
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    open.add(closeable);
    return closeable;
  }

  /// Makes the store lose all writes from the call on. The returned action makes it come back.
  private interface Loss {
    Runnable lose();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noticesAFailoverToAReplicaThatWasBehind(boolean writes) {
    RedisServer server = opened(RedisServer.start(RedisServer.Options.inMemory()));
    begin(server.uri().toString(), IntStream.range(0, 20).mapToObj(i -> "group" + i).toList());
    Replica replica = opened(Replica.of(server, folder));
    Loss loss =
        () -> {
          replica.detach();
          return () -> opened(replica.takeOver(folder));
        };
    run(loss, writes);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noticesAFailoverOfOneNodeOfACluster(boolean writes) {
    RedisCluster cluster = opened(RedisCluster.start());
    String generation = "g-comments";
    begin(
        cluster.url(),
        IntStream.range(0, 1_000)
            .mapToObj(i -> "group" + i)
            .filter(
                name ->
                    cluster.owner(new GroupRef(generation, "comments", new Group(name))) == VICTIM)
            .limit(20)
            .toList());
    Replica replica = opened(Replica.of(cluster, VICTIM));
    Loss loss =
        () -> {
          replica.detach();
          return () -> replica.takeOverInCluster(cluster, 0);
        };
    run(loss, writes);
  }

  private void begin(String url, List<String> names) {
    IndexStore index = opened(IndexStores.open(url, IndexSettings.DEFAULT));
    fixture = new SyncFixture(index, TableModel.COMMENTS, TableModel.STREAM, clock);
    fixture.table = table;
    consumer = fixture.consumer();
    groups = names;
  }

  private void run(Loss loss, boolean writes) {
    write(200);
    // the lost writes are minutes younger than the others
    ahead = ahead.plus(Duration.ofMinutes(5));
    consumer.note(Optional.of(clock.instant()));
    assertEquals(Set.of(), generation().inexact());
    Runnable comeBack = loss.lose();
    ahead = ahead.plus(Duration.ofMinutes(5));
    int first = records.size();
    write(LOST);
    Instant since = createdAt(records.get(first));
    ahead = ahead.plus(Duration.ofMinutes(1));
    consumer.note(Optional.of(clock.instant()));
    assertFalse(isBroken(), "before the loss");
    assertNull(looked.unchecked());
    comeBack.run();

    if (writes) {
      DynamodbStreamRecord next = put(records.size());
      RedisCluster.await(() -> isAcknowledged(List.of(next)));
    } else {
      RedisCluster.await(this::isBroken, () -> "the last check: " + looked);
    }
    assertFalse(generation().isExact(Instant.EPOCH));
    Inexact mark = generation().inexact().iterator().next();
    assertEquals(Inexact.Cause.LOST_WRITES, mark.cause());
    assertTrue(!mark.since().isAfter(since), mark + " and not after " + since);
    assertTrue(mark.since().isAfter(since.minus(Duration.ofMinutes(4))), mark + " " + since);
    assertEquals(
        Map.of(State.READY, fixture.index.markers().slots()),
        fixture.index.markers().count(generation().id()));

    replay(mark);
    fixture.assertHolds(groups, table.items(), "once the records were read again");
    assertFalse(isBroken(), "after that");
    assertNull(looked.unchecked());
  }

  private static Instant createdAt(DynamodbStreamRecord record) {
    return record.getDynamodb().getApproximateCreationDateTime().toInstant();
  }

  private Generation generation() {
    return fixture.state.live("comments").getFirst();
  }

  private DynamodbStreamRecord put(int number) {
    String group = groups.get(number % groups.size());
    DynamodbStreamRecord record =
        table.put(
            Map.of(
                "PK",
                fromS("item" + number),
                "PK2",
                fromS(group),
                "SK",
                fromS("2024-05-01 00:00")));
    records.add(record);
    return record;
  }

  private void write(int count) {
    for (int from = 0; from < count; from += BATCH) {
      List<DynamodbStreamRecord> batch = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        batch.add(put(records.size()));
      }
      assertTrue(isAcknowledged(batch));
    }
  }

  private boolean isAcknowledged(List<DynamodbStreamRecord> batch) {
    return consumer.sync(TableModel.event(batch), () -> 60_000).unapplied() == null;
  }

  /// Whether the check finds the loss. A store that is not back yet cannot be checked.
  private boolean isBroken() {
    looked =
        new WitnessCheck(
                fixture.index.writer(), fixture.writers.witnesses(), fixture.state::mark, clock)
            .check(generation(), () -> true);
    return looked.mark() != null;
  }

  /// Delivers records again, as the second reading of the stream does.
  private void replay(Inexact mark) {
    StreamSync again = fixture.consumer();
    List<DynamodbStreamRecord> since =
        records.stream()
            .filter(
                record -> !createdAt(record).isBefore(mark.since().minus(Duration.ofMinutes(2))))
            .toList();
    for (int from = 0; from < since.size(); from += BATCH) {
      List<DynamodbStreamRecord> batch = since.subList(from, Math.min(from + BATCH, since.size()));
      RedisCluster.await(
          () -> again.sync(TableModel.event(batch), () -> 60_000).unapplied() == null);
    }
  }
}
