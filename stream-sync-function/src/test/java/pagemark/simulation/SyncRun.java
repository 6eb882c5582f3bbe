package pagemark.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import pagemark.index.Contradictions;
import pagemark.index.IndexStore;
import pagemark.index.Markers;
import pagemark.state.Generation;
import pagemark.sync.IndexCheck;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamSync;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableModel;

/// Delivers one sequence of random writes to an index, which must agree with the table at the end.
final class SyncRun {
  private static final int WRITES = 80;

  private final String name;
  private final Random random;
  private final RandomTable writes;
  private final List<DynamodbStreamRecord> records;
  private final SyncFixture fixture;
  private final StreamSync consumer;

  /// @param index an empty index
  /// @param markers the markers of `index`
  /// @param clock for the records and the consumer; a real one if `index` is on a real server
  SyncRun(long seed, IndexStore index, Markers markers, InstantSource clock) {
    fixture = new SyncFixture(index, markers, RandomTable.LISTINGS, TableModel.STREAM, clock);
    consumer = fixture.consumer();
    name = "seed " + seed;
    random = new Random(seed);
    writes = new RandomTable(random, clock);
    records = writes.writes(WRITES);
    fixture.table = writes.table;
    fixture.add("g-older", RandomTable.OLDER);
  }

  /// @param forgetFences removes fences sometimes, so that only old images name old entries
  void deliverInOrder(Runnable forgetFences) {
    for (int from = 0; from < records.size(); ) {
      int to = end(from);
      deliver(records.subList(from, to));
      from = to;
      if (random.nextInt(4) == 0) {
        forgetFences.run();
      }
    }
    checkEnd();
  }

  /// Delivers batches that may begin with earlier records, and sometimes only earlier records.
  void deliverAgainAndAgain() {
    for (int from = 0; from < records.size(); ) {
      int to = end(from);
      List<DynamodbStreamRecord> batch = new ArrayList<>(earlier(from));
      batch.addAll(records.subList(from, to));
      deliver(batch);
      if (random.nextInt(3) == 0) {
        deliver(earlier(to));
      }
      from = to;
    }
    checkEnd();
  }

  void deliverShuffled() {
    List<DynamodbStreamRecord> all = new ArrayList<>(records);
    all.addAll(earlier(records.size()));
    Collections.shuffle(all, random);
    for (int from = 0; from < all.size(); ) {
      int to = Math.min(from + 1 + random.nextInt(15), all.size());
      deliver(all.subList(from, to));
      from = to;
    }
    checkEnd();
  }

  private int end(int from) {
    return Math.min(from + 1 + random.nextInt(15), records.size());
  }

  private List<DynamodbStreamRecord> earlier(int before) {
    int from = random.nextInt(before + 1);
    List<DynamodbStreamRecord> window =
        new ArrayList<>(records.subList(from, from + random.nextInt(before - from + 1)));
    if (random.nextBoolean()) {
      Collections.shuffle(window, random);
    }
    return window;
  }

  private void deliver(List<DynamodbStreamRecord> batch) {
    assertNull(SyncFixture.deliver(consumer, batch), name);
    for (Generation generation : fixture.generations()) {
      for (String group : RandomTable.GROUPS) {
        assertEquals(List.of(), Contradictions.of(fixture.dump(generation, group)), name);
      }
    }
  }

  private void checkEnd() {
    fixture.assertHolds(RandomTable.GROUPS, writes.table.items(), name);
    fixture
        .generations()
        .forEach(
            generation ->
                IndexCheck.assertQuarantined(
                    fixture.state, generation, writes.table.items(), name));
  }
}
