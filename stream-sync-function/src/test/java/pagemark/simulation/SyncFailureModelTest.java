package pagemark.simulation;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Position;
import pagemark.index.Extent;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.TakesLong;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import pagemark.sync.FlakyWriter;
import pagemark.sync.FlakyWriter.Fate;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamSync;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableModel;

/// Delivers random writes to an index that fails sometimes. After a failure it delivers again from
/// the named record on, as an event source mapping does.
@TakesLong(nightly = 220)
final class SyncFailureModelTest {
  private static final int SEEDS = Extent.of(25, 400);
  private static final int WRITES = 60;

  @Test
  void namesTheFirstRecordThatWasNotAppliedAndConvergesFromThere() {
    int failures = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      failures += new Run(seed).deliver();
    }
    assertTrue(failures > SEEDS, "too few failures were injected: " + failures);
  }

  private static final class Run {
    private final String name;
    private final Random random;
    private final RandomTable writes;
    private final List<DynamodbStreamRecord> records;
    private final SyncFixture fixture =
        new SyncFixture(
            new InMemoryIndex(SyncFixture.CLOCK, IndexSettings.DEFAULT),
            RandomTable.LISTINGS,
            TableModel.STREAM);
    private final FlakyWriter flaky;
    private final StreamSync consumer;

    /// Items that no write of the present batch may remove from their last group.
    private final Map<Generation, Set<Bytes>> present = new HashMap<>();

    private int delivered;
    private boolean calm;

    Run(long seed) {
      name = "seed " + seed;
      random = new Random(seed);
      writes = new RandomTable(random);
      records = writes.writes(WRITES);
      fixture.add("g-older", RandomTable.OLDER);
      flaky = new FlakyWriter(fixture.index.writer(), write -> fate(), this::checkPresent);
      consumer = fixture.consumer(fixture.indexed(real -> flaky));
    }

    private Fate fate() {
      return switch (calm ? 11 : random.nextInt(12)) {
        case 0 -> Fate.FAILS_BEFORE_APPLYING;
        case 1 -> Fate.FAILS_AFTER_APPLYING;
        default -> Fate.WORKS;
      };
    }

    int deliver() {
      int failures = 0;
      for (int from = 0; from < records.size(); ) {
        int to = Math.min(from + 1 + random.nextInt(20), records.size());
        List<DynamodbStreamRecord> batch = records.subList(from, to);
        flaky.failed.clear();
        calm = failures > WRITES;
        for (; delivered < to; delivered++) {
          fixture.table.follow(records.get(delivered));
        }
        expectPresent(records.subList(from, delivered));
        Integer unapplied = SyncFixture.deliver(consumer, batch);
        assertEquals(firstFailed(batch), unapplied, name);
        failures += unapplied == null ? 0 : 1;
        from = unapplied == null ? to : from + unapplied;
      }
      fixture.assertHolds(RandomTable.GROUPS, writes.table.items(), name);
      return failures;
    }

    /// The first record of the batch whose item is in a write that failed.
    private @Nullable Integer firstFailed(List<DynamodbStreamRecord> batch) {
      Set<String> items =
          flaky.failed.stream()
              .flatMap(write -> write.ops().stream())
              .map(op -> op.item().text())
              .collect(toSet());
      return IntStream.range(0, batch.size())
          .filter(i -> items.contains(key(batch.get(i))))
          .boxed()
          .findFirst()
          .orElse(null);
    }

    private static String key(DynamodbStreamRecord record) {
      return requireNonNull(record.getDynamodb().getKeys().get("PK")).getS();
    }

    /// Notes the items that are in the index now and that no later record removes. They must never
    /// be missing.
    private void expectPresent(List<DynamodbStreamRecord> delivered) {
      present.clear();
      for (Generation generation : fixture.generations()) {
        Set<Bytes> items = indexed(generation);
        delivered.stream()
            .filter(record -> !isIndexed(generation, record))
            .forEach(record -> items.remove(Bytes.utf8(key(record))));
        present.put(generation, items);
      }
    }

    private static boolean isIndexed(Generation generation, DynamodbStreamRecord record) {
      var image = TableModel.newImage(record);
      return generation.definition().indexable(image) instanceof Indexed;
    }

    private Set<Bytes> indexed(Generation generation) {
      Set<Bytes> items = new HashSet<>();
      for (String group : RandomTable.GROUPS) {
        fixture.dump(generation, group).all().stream().map(Position::member).forEach(items::add);
      }
      return items;
    }

    private void checkPresent() {
      present.forEach(
          (generation, items) ->
              assertTrue(indexed(generation).containsAll(items), name + ": an item is missing"));
    }
  }
}
