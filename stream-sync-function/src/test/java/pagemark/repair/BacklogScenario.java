package pagemark.repair;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.WatchedPort;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.Quarantine;
import pagemark.state.SampleGenerations;
import pagemark.state.Suspects;
import pagemark.sync.FlakyWriter;
import pagemark.table.InMemoryItems;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The repair of a backlog, with a table, an index and their state in memory. Writes into the group
/// `STUCK` fail.
abstract class BacklogScenario {
  Instant now = Instant.parse("2026-11-21T00:00:00Z");
  final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  final InMemoryState state = new InMemoryState();
  final Suspects suspects = Suspects.of(state);
  final InMemoryItems table = new InMemoryItems();
  boolean tableIsDown;
  boolean quarantineIsDown;
  int reads;
  int itemsRead;

  /// What others do after the table was read.
  Runnable meanwhile = () -> {};

  final BacklogRepair backlog =
      new BacklogRepair(
          IndexedTables.of(
              this::read,
              new FlakyWriter(index, write -> write.group().group().text().equals("STUCK")),
              index,
              state,
              WatchedPort.of(Quarantine.class, state, (_, _, call) -> answer(call)),
              () -> now));

  private @Nullable Object answer(WatchedPort.Call call) throws Throwable {
    if (quarantineIsDown) {
      throw SdkClientException.create("down");
    }
    return call.answer();
  }

  private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys) {
    reads++;
    itemsRead += keys.size();
    if (tableIsDown) {
      throw SdkClientException.create("down");
    }
    var items = table.read(keys);
    meanwhile.run();
    return items;
  }

  void serve(String generation) {
    state.register(SampleGenerations.comments(generation, Generation.State.BUILDING));
    state.serve("comments", generation);
    index.building(generation, "nonce", Instant.EPOCH);
    index.ready(generation, "nonce");
  }

  static Map<String, AttributeValue> key(String writer) {
    return Map.of("PK", fromS(writer));
  }

  void put(String writer, AttributeValue day) {
    table.byKey().put(key(writer), Map.of("PK", fromS(writer), "PK2", fromS("SHIRT"), "SK", day));
  }
}
