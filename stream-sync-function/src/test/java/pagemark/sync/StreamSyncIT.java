package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.index.Extent;
import pagemark.index.IndexServer;
import pagemark.index.TakesLong;
import pagemark.listing.Listing;
import pagemark.state.Generation;

/// A table in DynamoDB Local, its stream, the handler and an index on a server.
@ParameterizedClass
@MethodSource("pagemark.sync.AnyStore#ofHandler")
@TakesLong(value = 15, nightly = 25)
final class StreamSyncIT {
  private static final long SEED = 2;
  private static final int WRITES = Extent.of(140, 500);

  private final LocalServers servers;

  StreamSyncIT(IndexServer server) {
    servers = new LocalServers(server);
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void startsOnAnEmptyTableAndFollowsItsStream() {
    StreamedTable table = servers.createTable();
    RandomTable.LISTINGS.byName().values().forEach(listing -> ready(listing, table));
    ready(RandomTable.LISTINGS.byName().firstEntry().getValue(), table);

    RandomTable random = new RandomTable(new Random(SEED));
    new TableWrites(servers.dynamo, table.name()).repeat(random.writes(WRITES));
    List<DynamodbStreamRecord> records = new StreamReader(servers.records(table)).more();
    assertTrue(records.size() > WRITES / 2, "DynamoDB brings a record for each change");
    deliver(table, records);
    deliver(table, records.subList(0, records.size() / 2));

    IndexCheck check = new IndexCheck(servers.index.inspector());
    var items = servers.dynamo.scan(scan -> scan.tableName(table.name())).items();
    for (String listing : RandomTable.LISTINGS.byName().keySet()) {
      Generation serving = servers.state.serving(listing).orElseThrow();
      check.assertHolds(serving, RandomTable.GROUPS, items, "seed " + SEED);
    }
  }

  private void ready(Listing listing, StreamedTable table) {
    assertTrue(servers.ensure(listing, table));
  }

  private void deliver(StreamedTable table, List<DynamodbStreamRecord> records) {
    StreamSync consumer = servers.wiring(RandomTable.LISTINGS, table).sync(null);
    for (int from = 0; from < records.size(); from += 100) {
      List<DynamodbStreamRecord> batch =
          records.subList(from, Math.min(from + 100, records.size()));
      assertEquals(
          null, consumer.sync(TableModel.event(batch), () -> 60_000).unapplied(), "at " + from);
    }
  }
}
