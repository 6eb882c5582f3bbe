package pagemark.sync;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.Indexable.Poison;
import pagemark.state.Generation;
import pagemark.state.QuarantinedItem;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Whatever way the records of random writes are cut into batches and delivered, at least once
/// each, the index ends as the table's items have it.
final class SyncModelTest {
  private static final int SEEDS = 300;
  private static final int WRITES = 80;

  @Test
  void followsTheTableInOrder() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      new Run(seed).deliverInOrder();
    }
  }

  @Test
  void followsTheTableThroughBatchesThatComeAgain() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      new Run(seed).deliverAgainAndAgain();
    }
  }

  @Test
  void followsTheTableInAnyOrder() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      new Run(seed).deliverShuffled();
    }
  }

  /// One sequence of writes on its way into a new index.
  private static final class Run {
    private final String name;
    private final Random random;
    private final RandomTable writes;
    private Instant now = Instant.EPOCH;
    private final List<DynamodbStreamRecord> records;
    private final SyncFixture fixture =
        new SyncFixture(
            new InMemoryIndex(() -> now, IndexSettings.DEFAULT),
            RandomTable.LISTINGS,
            TableModel.STREAM);
    private final StreamSyncHandler handler = fixture.handler();

    Run(long seed) {
      name = "seed " + seed;
      random = new Random(seed);
      writes = new RandomTable(random);
      records = writes.writes(WRITES);
      fixture.add("g-older", RandomTable.OLDER);
    }

    void deliverInOrder() {
      for (int from = 0; from < records.size(); ) {
        int to = end(from);
        deliver(records.subList(from, to));
        from = to;
        forgetFences();
      }
      checkEnd();
    }

    /// Then old entries are known from old images alone.
    private void forgetFences() {
      if (random.nextInt(4) == 0) {
        now = now.plus(IndexSettings.DEFAULT.fencePeriod().multipliedBy(3));
      }
    }

    /// A batch may begin with records that came before, and end in the middle of a later one's.
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
      BatchOutcome outcome = handler.sync(TableModel.event(batch), () -> 60_000);
      assertEquals(null, outcome.unapplied(), name);
      for (Generation generation : fixture.generations()) {
        for (String group : RandomTable.GROUPS) {
          assertEquals(List.of(), fixture.dump(generation, group).contradictions(), name);
        }
      }
    }

    private void checkEnd() {
      fixture.assertHolds(RandomTable.GROUPS, writes.table.items(), name);
      fixture.generations().forEach(this::checkQuarantine);
    }

    private void checkQuarantine(Generation generation) {
      Set<Map<String, AttributeValue>> quarantined =
          fixture.state.list(generation.listing(), 1_000).stream()
              .map(QuarantinedItem::key)
              .collect(toSet());
      for (Map<String, AttributeValue> item : writes.table.items()) {
        if (generation.definition().indexable(item) instanceof Poison) {
          assertTrue(quarantined.contains(Map.of("PK", item.get("PK"))), name);
        }
      }
    }
  }
}
