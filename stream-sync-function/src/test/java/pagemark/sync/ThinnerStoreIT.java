package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexServer;
import pagemark.redis.RedisCluster;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.watch.EventSink;
import pagemark.watch.StreamWatch;
import redis.clients.jedis.Jedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Redis is killed and comes back from an older file. The next write sets a mark, and the watch
/// reads the stream again and clears the mark. Nobody rebuilds anything.
final class ThinnerStoreIT {
  private static final List<String> GROUPS =
      IntStream.range(0, 10).mapToObj(i -> "group" + i).toList();

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init")
  private RedisServer redis;

  @SuppressWarnings("NullAway.Init")
  private LocalServers servers;

  @SuppressWarnings("NullAway.Init")
  private StreamedTable table;

  @SuppressWarnings("NullAway.Init")
  private StreamSync consumer;

  @SuppressWarnings("NullAway.Init")
  private StreamReader stream;

  private final List<String> log = new ArrayList<>();
  private final List<DynamodbStreamRecord> unapplied = new ArrayList<>();
  private int written;

  @BeforeEach
  void start() {
    redis = startRedis(0);
    servers = new LocalServers(IndexServer.at(() -> redis.uri().toString()));
    table = servers.createTable();
    servers.ensure(TableModel.COMMENTS.find("comments").orElseThrow(), table);
    consumer = consumer();
    stream = new StreamReader(servers.records(table));
  }

  @AfterEach
  void stop() {
    servers.close();
    redis.close();
  }

  private RedisServer startRedis(int port) {
    return RedisServer.start(
        new RedisServer.Options(port, folder, List.of("--appendonly", "no"), null));
  }

  @Test
  void lostWritesAreMarkedAtTheNextWriteAndAppliedAgainWithoutARebuild() {
    String generation = serving().id();
    write(200);
    assertTrue(isApplied());
    try (Jedis node = new Jedis(redis.uri())) {
      node.save();
    }
    write(200);
    assertTrue(isApplied());
    assertTrue(serving().isExact(Instant.EPOCH));

    redis.kill();
    redis = startRedis(redis.uri().getPort());
    write(1);
    RedisCluster.await(this::isApplied);
    assertFalse(serving().isExact(Instant.EPOCH));
    assertEquals(Inexact.Cause.LOST_WRITES, serving().inexact().iterator().next().cause());

    watch().run(() -> true);
    assertFalse(
        serving().isExact(Instant.EPOCH),
        "slots of other groups were written for the first time since");
    watch().run(() -> true);
    assertEquals(Set.of(), serving().inexact(), log::toString);
    assertEquals(generation, serving().id());
    new IndexCheck(servers.index.inspector())
        .assertHolds(
            serving(),
            GROUPS,
            servers.dynamo.scan(scan -> scan.tableName(table.name())).items(),
            "after the second reading");
  }

  private Generation serving() {
    return servers.state.serving("comments").orElseThrow();
  }

  private void write(int count) {
    new TableWrites(servers.dynamo, table.name())
        .put(IntStream.range(written, written + count).mapToObj(ThinnerStoreIT::item).toList());
    written += count;
  }

  private static Map<String, AttributeValue> item(int number) {
    return Map.of(
        "PK", fromS("item" + number),
        "PK2", fromS(GROUPS.get(number % GROUPS.size())),
        "SK", fromS("2024-05-01 00:00"));
  }

  /// Delivers the stream's new records to the consumer.
  private boolean isApplied() {
    unapplied.addAll(stream.more());
    if (consumer.sync(TableModel.event(unapplied), () -> 60_000).unapplied() != null) {
      return false;
    }
    unapplied.clear();
    return true;
  }

  private StreamSync consumer() {
    return servers.wiring(TableModel.COMMENTS, table).sync(null);
  }

  private StreamWatch watch() {
    EventSink sink = new EventSink(event -> EventJson.handle(consumer, event));
    return servers
        .wiring(TableModel.COMMENTS, table)
        .watch(servers.records(table), sink)
        .watch(log::add);
  }
}
