package pagemark.local.pump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalDatabase;
import pagemark.local.data.LocalState;
import pagemark.local.data.TableDesign;
import pagemark.local.sample.Sample;
import pagemark.state.DatabasePool;
import pagemark.watch.WatchedStream;

final class LocalStreamIT {
  /// How many reads went on to the stream.
  private int reads;

  @Test
  void readsOnlyIfThereIsSomethingToReadOrTheCallFails() {
    Listings listings = Sample.listings(Map.of("TABLE_NAME", "comments"));
    try (LocalDatabase database = LocalDatabase.of(DatabasePool.borrow())) {
      LocalState.ListedTable table =
          LocalState.ListedTable.created(database, TableDesign.of(listings));
      WatchedStream stream = local(database, table.source().stream(table.identity().stream()));
      String iterator = stream.iterator(stream.shards().getFirst().id(), null);
      assertEquals(List.of(), stream.read(iterator).records());
      assertEquals(new WatchedStream.Fetched(List.of(), iterator), stream.read(iterator));
      assertEquals(0, reads);

      database
          .dynamo()
          .putItem(
              p ->
                  p.tableName(table.identity().name())
                      .item(Sample.comments(1).findFirst().orElseThrow()));
      String shard = stream.shards().getFirst().id();
      List<JsonNode> records = stream.read(shard, iterator, null).records();
      assertEquals(1, records.size());
      assertEquals(1, reads);
      assertThrows(RuntimeException.class, () -> stream.read("no iterator"));
      assertEquals(2, reads);
    }
  }

  private WatchedStream local(LocalDatabase database, WatchedStream stream) {
    WatchedStream counted =
        new WatchedStream() {
          @Override
          public List<Shard> shards() {
            return stream.shards();
          }

          @Override
          public String iterator(String shard, @Nullable String after) {
            return stream.iterator(shard, after);
          }

          @Override
          public Fetched read(String iterator) {
            reads++;
            return stream.read(iterator);
          }
        };
    return new LocalStream(counted, database.server().endpoint());
  }
}
