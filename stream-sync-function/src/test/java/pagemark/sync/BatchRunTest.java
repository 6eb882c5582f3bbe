package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.sync.BatchOutcome.Unapplied;
import pagemark.sync.ItemPlan.Placement.Slices;
import pagemark.sync.StreamSync.Deadline;

final class BatchRunTest {
  private final SyncFixture fixture = new SyncFixture();
  private final TableModel table = fixture.table;

  /// The groups of each call, in order.
  private final List<List<String>> calls = new ArrayList<>();

  private @Nullable Unapplied sync(
      List<DynamodbStreamRecord> records, PageIndexWriter writer, IntSupplier remainingMillis) {
    PageIndexWriter noting =
        new ForwardingWriter(
            writer,
            writes -> {
              calls.add(writes.stream().map(write -> write.group().group().text()).toList());
              return writer.write(writes);
            });
    return fixture
        .consumer(fixture.indexed(real -> noting))
        .sync(TableModel.event(records), remainingMillis)
        .unapplied();
  }

  private @Nullable Unapplied syncAll(List<DynamodbStreamRecord> records) {
    return sync(records, fixture.index.writer(), () -> 60_000);
  }

  private @Nullable Unapplied syncFailing(
      List<DynamodbStreamRecord> records, Predicate<GroupWrite> fails) {
    return sync(records, new FlakyWriter(fixture.index.writer(), fails), () -> 60_000);
  }

  private static boolean grows(GroupWrite write) {
    return !write.ops().stream().allMatch(Op::isRemoval);
  }

  @Test
  void writesEveryGroupOnceAWave() {
    syncAll(
        List.of(
            table.comment("rita", "SHIRT"),
            table.comment("ab", "MUG"),
            table.comment("zoe", "SHIRT")));
    syncAll(List.of(table.comment("rita", "MUG"), table.comment("zoe", "MUG"), table.remove("ab")));

    assertEquals(List.of(List.of("SHIRT", "MUG"), List.of("MUG"), List.of("SHIRT")), calls);
    assertEquals(List.of("rita", "zoe"), fixture.members("MUG"));
  }

  @Test
  void aRemovalOfTheSecondWaveThatFailsComesAgain() {
    List<DynamodbStreamRecord> before = List.of(table.comment("rita", "SHIRT"));
    syncAll(before);
    List<DynamodbStreamRecord> move =
        List.of(table.comment("ab", "MUG"), table.comment("rita", "MUG"));

    assertEquals(new Unapplied(1, "connection reset"), syncFailing(move, write -> !grows(write)));
    assertEquals(List.of("ab", "rita"), fixture.members("MUG"));
    assertEquals(List.of("rita"), fixture.members("SHIRT"));

    assertEquals(null, syncAll(move.subList(1, 2)));
    assertEquals(List.of(), fixture.members("SHIRT"));
  }

  /// The records of 1,200 inserts, which make three slices.
  private List<DynamodbStreamRecord> threeSlices() {
    List<DynamodbStreamRecord> records = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      records.add(table.comment("writer" + i, "product" + i % 7));
    }
    return records;
  }

  @Test
  void stopsBeforeTheTimeIsOverAndMakesProgressEachTime() {
    List<DynamodbStreamRecord> records = threeSlices();
    int invocations = 1;
    for (Unapplied stop = sync(records, fixture.index.writer(), () -> 0);
        stop != null;
        stop = sync(records, fixture.index.writer(), () -> 0)) {
      assertEquals(Slices.RECORDS_MAX, stop.record());
      records = records.subList(stop.record(), records.size());
      invocations++;
    }

    assertEquals(3, invocations);
    assertEquals(3, calls.size());
    fixture.assertHolds(List.of("product0", "product6"), table.items(), "after three invocations");
  }

  @Test
  void leavesTheSecondWaveToTheNextInvocationIfTheTimeIsOver() {
    syncAll(List.of(table.comment("rita", "SHIRT")));
    List<DynamodbStreamRecord> move =
        List.of(table.comment("ab", "CAP"), table.comment("rita", "MUG"));
    Unapplied unapplied = sync(move, fixture.index.writer(), () -> Deadline.MARGIN_MILLIS - 1);

    assertEquals(new Unapplied(1, "the invocation's time is nearly over"), unapplied);
    assertEquals(List.of("rita"), fixture.members("SHIRT"));
    assertEquals(List.of("rita"), fixture.members("MUG"));

    DynamodbStreamRecord poison =
        table.put(Map.of("PK", fromS("zoe"), "PK2", fromS("CAP"), "SK", fromS("late")));
    assertEquals(
        unapplied,
        sync(
            List.of(table.comment("yan", "CAP"), poison),
            fixture.index.writer(),
            () -> Deadline.MARGIN_MILLIS - 1));
  }

  @Test
  void aFullIndexStillTakesTheRemovalsOfTheWholeBatch() {
    List<DynamodbStreamRecord> batch = threeSlices();
    syncAll(batch.subList(0, 300));
    for (int i = 0; i < 300; i++) {
      batch.add(table.remove("writer" + i));
    }
    Unapplied unapplied = syncFailing(batch.subList(300, batch.size()), BatchRunTest::grows);

    assertEquals(new Unapplied(0, "connection reset"), unapplied);
    assertEquals(List.of(), fixture.members("product0"));
    assertEquals(null, syncAll(batch.subList(300, batch.size())));
    fixture.assertHolds(List.of("product0", "product6"), table.items(), "when there is room again");
  }

  @Test
  void doesNotKeepCallingAnIndexThatIsDown() {
    List<DynamodbStreamRecord> batch = threeSlices();
    syncAll(batch);
    calls.clear();
    List<DynamodbStreamRecord> removals = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      removals.add(table.remove("writer" + i));
    }

    assertEquals(new Unapplied(0, "connection reset"), syncFailing(removals, write -> true));
    assertEquals(2, calls.size(), "the first slice, then the removals of the second");
  }

  @Test
  void aCallHasAtMostAThousandGroups() {
    fixture.add("g2", TableModel.COMMENTS.find("comments").orElseThrow());
    fixture.add("g3", TableModel.COMMENTS.find("comments").orElseThrow());
    List<DynamodbStreamRecord> records = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      records.add(table.comment("writer" + i, "product" + i));
    }
    syncAll(records);

    assertEquals(List.of(1_000, 500), calls.stream().map(List::size).toList());
  }

  @Test
  void aBatchThatIsCutOffComesAgainAsAWhole() {
    syncAll(List.of(table.comment("rita", "SHIRT")));
    List<DynamodbStreamRecord> batch =
        List.of(table.comment("ab", "SHIRT"), table.comment("rita", "MUG"));
    PageIndexWriter killed =
        new ForwardingWriter(
            fixture.index.writer(),
            writes -> {
              fixture.index.writer().write(writes.subList(0, 1));
              throw new IllegalStateException("killed");
            });

    assertThrows(IllegalStateException.class, () -> sync(batch, killed, () -> 60_000));
    assertTrue(fixture.members("SHIRT").contains("rita"));
    assertEquals(null, syncAll(batch));
    fixture.assertHolds(List.of("SHIRT", "MUG"), table.items(), "after the second invocation");
  }
}
