package pagemark.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import pagemark.function.Wiring;
import pagemark.index.IndexServer;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.sync.EventJson;
import pagemark.sync.IndexCheck;
import pagemark.sync.LocalServers;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamReader;
import pagemark.sync.StreamSync;
import pagemark.sync.StreamedTable;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableModel;
import pagemark.sync.TableWrites;

/// Runs the watch of a stream of DynamoDB Local, with an index on a server. Tests move the watch's
/// clock; records have the machine's time.
abstract class WatchScenario {
  static final long SEED = 15;
  static final int WRITES = 120;
  final LocalServers servers;
  final StreamedTable table;
  final Instant begin = Instant.now();
  final List<String> log = new ArrayList<>();
  Instant now = begin;
  boolean failing;
  int appliedMax = Integer.MAX_VALUE;
  int delivered;

  WatchScenario(IndexServer server) {
    servers = new LocalServers(server);
    table = servers.createTable();
    RandomTable.LISTINGS.byName().values().forEach(listing -> servers.ensure(listing, table));
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  List<DynamodbStreamRecord> write() {
    new TableWrites(servers.dynamo, TableModel.NAME)
        .repeat(new RandomTable(new Random(SEED)).writes(WRITES));
    return new StreamReader(servers.records(table)).more();
  }

  void apply(List<DynamodbStreamRecord> records) {
    assertEquals(null, SyncFixture.deliver(consumer(), records));
  }

  /// Keeps its notes where the watch does not look, as if they were old.
  StreamSync consumer() {
    return servers.consumer(RandomTable.LISTINGS, table);
  }

  Wiring wiring(StreamedTable consumed) {
    return new Wiring(
        servers.services(RandomTable.LISTINGS, () -> now), consumed.name(), consumed.stream());
  }

  StreamWatch watch(StreamedTable consumed) {
    StreamSync consumer = consumer();
    EventSink sink =
        new EventSink(
            event -> {
              delivered += event.path("Records").size();
              if (failing) {
                throw new IllegalStateException("the function fails");
              }
              if (event.path("Records").size() > appliedMax) {
                String sequence =
                    event.at("/Records/%d/dynamodb/SequenceNumber".formatted(appliedMax)).asText();
                return EventJson.parse(
                    "{\"batchItemFailures\":[{\"itemIdentifier\":\"%s\"}]}".formatted(sequence));
              }
              return EventJson.handle(consumer, event);
            });
    return wiring(consumed).watch(servers.records(consumed), sink).watch(log::add);
  }

  List<Generation> live() {
    return RandomTable.LISTINGS.byName().keySet().stream()
        .flatMap(listing -> servers.state.live(listing).stream())
        .toList();
  }

  List<Generation> serving() {
    return live().stream().filter(Generation::isServing).toList();
  }

  /// Checks the same for all listings.
  Set<Cause> causes() {
    Set<Set<Cause>> each =
        serving().stream()
            .map(g -> g.inexact().stream().map(Inexact::cause).collect(Collectors.toSet()))
            .collect(Collectors.toSet());
    assertEquals(1, each.size(), each::toString);
    return each.iterator().next();
  }

  void assertHolds() {
    IndexCheck check = new IndexCheck(servers.index.inspector());
    var items = servers.dynamo.scan(scan -> scan.tableName(table.name())).items();
    serving().forEach(g -> check.assertHolds(g, RandomTable.GROUPS, items, "seed " + SEED));
  }
}
