package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import pagemark.index.ForwardingWriter;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.state.Generation;
import pagemark.sync.BatchOutcome.Counts;
import pagemark.sync.BatchOutcome.Unapplied;
import pagemark.sync.ItemPlan.Placement.Slices;
import pagemark.table.TableItems;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Records that are too old to be proof.
final class AgeGuardTest {
  private static final Duration OLD = Freshness.DEFAULT.recordAgeMax().plusSeconds(1);
  private final Instant start = SyncFixture.CLOCK.instant();
  private Instant now = start;
  private final SyncFixture fixture =
      new SyncFixture(
          new InMemoryIndex(() -> now, IndexSettings.DEFAULT),
          TableModel.COMMENTS,
          TableModel.STREAM,
          () -> now);
  private final TableModel table = fixture.table;

  private DynamodbStreamRecord put(String product, Object day) {
    AttributeValue sort =
        day instanceof Integer number ? fromS("2024-05-0%d 00:00".formatted(number)) : fromN("1");
    return table.put(Map.of("PK", fromS("rita"), "PK2", fromS(product), "SK", sort));
  }

  private static DynamodbStreamRecord createdAt(Instant instant, DynamodbStreamRecord record) {
    record.getDynamodb().setApproximateCreationDateTime(Date.from(instant));
    return record;
  }

  private DynamodbStreamRecord old(DynamodbStreamRecord record) {
    return createdAt(start.minus(OLD), record);
  }

  private BatchOutcome sync(DynamodbStreamRecord... records) {
    return fixture.consumer().sync(TableModel.event(List.of(records)), () -> 60_000);
  }

  private void assertEqualsTable() {
    fixture.assertHolds(List.of("SHIRT", "MUG"), table.items(), "");
  }

  /// The fence of a newer record may be gone, and the item elsewhere. The guard prevents just that.
  @Test
  void anOldRecordIsSettledFromTheTableNotFromItsImage() {
    DynamodbStreamRecord first = old(put("SHIRT", 1));
    sync(put("MUG", 2));
    fixture.generations().forEach(g -> forgetFences(g, "SHIRT"));
    fixture.generations().forEach(g -> forgetFences(g, "MUG"));

    assertEquals(new Counts(0, 0, 0, 1, 0), sync(first).counts());
    assertEqualsTable();
  }

  private void forgetFences(Generation generation, String product) {
    ((InMemoryIndex) fixture.index).forgetFences(IndexCheck.ref(generation, product));
  }

  @Test
  void theLastRecordOfAnItemIsIndexedEvenIfItIsOld() {
    assertEquals(new Counts(0, 0, 0, 1, 0), sync(old(put("SHIRT", 1))).counts());
    assertEqualsTable();
    sync(old(put("MUG", 2)));
    assertEqualsTable();
    sync(old(table.remove("rita")));
    assertEqualsTable();
  }

  @Test
  void theNewestRecordOfTheBatchDecides() {
    assertEquals(new Counts(2, 0, 0, 0, 0), sync(old(put("SHIRT", 1)), put("MUG", 2)).counts());
    assertEqualsTable();
  }

  @Test
  void aRecordFromBeforeTheGenerationIsNoProofForIt() {
    Generation young =
        fixture.add(
            "g-young",
            TableModel.COMMENTS.byName().firstEntry().getValue(),
            start.minusSeconds(600));
    Instant birth = young.birth();
    Duration margin = Freshness.DEFAULT.margin();

    DynamodbStreamRecord early = put("SHIRT", 1);
    assertEquals(
        new Counts(1, 0, 0, 1, 0),
        sync(createdAt(birth.plus(margin).minusMillis(1), early)).counts());
    assertEquals(
        new Counts(2, 0, 0, 0, 0), sync(createdAt(birth.plus(margin), put("SHIRT", 2))).counts());
    assertEqualsTable();
  }

  /// The call of the index takes that long.
  private BatchOutcome syncIn(Duration time, DynamodbStreamRecord... records) {
    UnaryOperator<PageIndexWriter> slow =
        real ->
            new ForwardingWriter(
                real,
                writes -> {
                  now = start.plus(time);
                  return real.write(writes);
                });
    return fixture
        .consumer(fixture.indexed(slow))
        .sync(TableModel.event(List.of(records)), () -> 60_000);
  }

  @Test
  void aRecordThatIsJustYoungEnoughMayWaitForTheMargin() {
    Freshness proof = Freshness.DEFAULT;
    DynamodbStreamRecord record = createdAt(start.minus(proof.recordAgeMax()), put("SHIRT", 1));
    assertNull(syncIn(proof.margin(), record).unapplied());
    assertEqualsTable();
  }

  @Test
  void eachSliceSettlesItsOwnDoubts() {
    DynamodbStreamRecord[] batch = new DynamodbStreamRecord[Slices.RECORDS_MAX + 1];
    Arrays.setAll(batch, i -> old(table.comment("writer" + i, "SHIRT")));
    assertEquals(new Counts(0, 0, 0, batch.length, 0), sync(batch).counts());
  }

  @Test
  void aDelayedOpIsNotApplied() {
    DynamodbStreamRecord record = createdAt(start, put("SHIRT", 1));
    BatchOutcome outcome = syncIn(Duration.ofHours(13), record);
    assertEquals(
        new Unapplied(0, "the records became too old before they were applied"),
        outcome.unapplied());
    assertEquals(new Counts(0, 0, 0, 1, 0), sync(record).counts());
    assertEqualsTable();
  }

  /// The records of a group are one write, and may not wait longer than the oldest of them.
  @Test
  void theOldestRecordSaysHowLongAllOfItsGroupMayWait() {
    DynamodbStreamRecord older =
        createdAt(start.minus(OLD).plus(Duration.ofMinutes(5)), put("SHIRT", 1));
    DynamodbStreamRecord newer = createdAt(start, table.comment("zoe", "SHIRT"));
    BatchOutcome outcome = syncIn(Duration.ofMinutes(30), newer, older);
    assertEquals(
        new Unapplied(0, "the records became too old before they were applied"),
        outcome.unapplied());
    assertEquals(List.of(), fixture.members("SHIRT"));
  }

  @Test
  void anItemThatTheTableHasAsPoisonIsQuarantined() {
    sync(put("SHIRT", 1));
    BatchOutcome outcome = sync(old(put("SHIRT", "poison")));

    assertNull(outcome.unapplied());
    assertEquals(1, fixture.state.list("comments", "", 10).size());
    assertTrue(fixture.dump(fixture.generations().getFirst(), "SHIRT").all().isEmpty());
  }

  @Test
  void theRecordComesAgainIfTheTableCannotBeRead() {
    DynamodbStreamRecord young = put("SHIRT", 1);
    DynamodbStreamRecord second = old(put("MUG", 1));
    TableItems down =
        _ -> {
          throw SdkClientException.create("table is down");
        };
    IndexedTable indexed = fixture.indexed(down, fixture.state);
    BatchOutcome outcome =
        fixture.consumer(indexed).sync(TableModel.event(List.of(second)), () -> 60_000);

    assertEquals(new Unapplied(0, "repair: table is down"), outcome.unapplied());
    assertNull(sync(young, second).unapplied());
    assertEqualsTable();
  }

  @Test
  void fencesOutliveWhatCountsAsProof() {
    Duration fences = IndexSettings.DEFAULT.fencePeriod();
    Freshness proof = Freshness.DEFAULT;
    assertEquals(OLD, new Freshness(Duration.ofHours(20), OLD, OLD).leftMax().plusSeconds(1));
    assertTrue(fences.compareTo(proof.recordAgeMax().plus(proof.margin())) > 0);
    assertTrue(fences.compareTo(proof.lease().plus(proof.margin())) > 0);
  }
}
