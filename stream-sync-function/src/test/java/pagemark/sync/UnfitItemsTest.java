package pagemark.sync;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import pagemark.audit.Audit;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditResult.Count;
import pagemark.audit.AuditSettings;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.ForwardingWriter;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Sequence;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.repair.BacklogRepair;
import pagemark.repair.VerifiedRepair;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;
import pagemark.state.QuarantinedItem;
import pagemark.state.rebuild.Rebuilds;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item has a title of 100 bytes, and the index holds 60. Such an item once made its whole batch
/// fail until the record expired, and no rebuild of its table completed.
final class UnfitItemsTest {
  private static final Listings LISTINGS =
      Listings.parse(
          """
          { "books": {
              "table": "comments",
              "group": { "attribute": "shelf" },
              "sort":  { "attribute": "title", "type": "string" },
              "key":   [ { "attribute": "PK" } ],
              "attributes": "*" } }
          """,
          Map.of());
  private static final Listing BOOKS = LISTINGS.find("books").orElseThrow();
  private static final String LONG = "x".repeat(100);

  private final InMemoryIndex index =
      new InMemoryIndex(SyncFixture.CLOCK, IndexSettings.DEFAULT, 60);
  private final SyncFixture fixture = new SyncFixture(index, LISTINGS, TableModel.STREAM);
  private final TableModel table = fixture.table;

  private DynamodbStreamRecord put(String key, String shelf, String title) {
    return table.put(Map.of("PK", fromS(key), "shelf", fromS(shelf), "title", fromS(title)));
  }

  private BatchOutcome sync(DynamodbStreamRecord... records) {
    return fixture.consumer().sync(TableModel.event(List.of(records)), () -> 60_000);
  }

  private List<String> titles(String shelf) {
    return titles("g-books", shelf);
  }

  private List<String> titles(String generation, String shelf) {
    return fixture.state.live("books").stream()
        .filter(g -> g.id().equals(generation))
        .flatMap(g -> fixture.dump(g, shelf).all().stream())
        .map(position -> BOOKS.definition().positions().sortValue(position).s())
        .toList();
  }

  private List<QuarantinedItem> quarantine() {
    return fixture.state.list("books", "", 10);
  }

  private static QuarantinedItem unfit(String key, Sequence sequence, String reason) {
    return new QuarantinedItem(
        "books", Map.of("PK", fromS(key)), sequence, reason, SyncFixture.CLOCK.instant());
  }

  private static Sequence sequence(DynamodbStreamRecord record) {
    return new Sequence(record.getDynamodb().getSequenceNumber());
  }

  @Test
  void batchGoesOnAndTheItemIsInQuarantine() {
    DynamodbStreamRecord unfit = put("b", "A", LONG);
    BatchOutcome outcome = sync(put("a", "A", "Emma"), unfit, put("c", "B", "Walden"));

    QuarantinedItem kept = unfit("b", sequence(unfit), "takes 103 bytes; valid are up to 60");
    assertEquals(null, outcome.unapplied());
    assertEquals(List.of(kept), outcome.poisons());
    assertEquals(List.of(kept), quarantine());
    assertEquals(List.of("Emma"), titles("A"));
    assertEquals(List.of("Walden"), titles("B"));
    assertEquals(List.of(kept), sync(unfit).poisons(), "when it comes again");
  }

  @Test
  void itemThatWasIndexedIsGoneAndComesBackWithALaterRecord() {
    sync(put("a", "A", "Emma"), put("b", "A", "Walden"));
    DynamodbStreamRecord longer = put("b", "A", LONG);
    DynamodbStreamRecord moved = put("b", "y".repeat(61), "Walden");
    sync(longer);
    assertEquals(List.of("Emma"), titles("A"));
    assertEquals(
        sequence(longer),
        requireNonNull(
                index
                    .fences(IndexCheck.ref(fixture.generations().getFirst(), "A"))
                    .get(Bytes.utf8("b")))
            .sequence());
    sync(moved);
    assertEquals(List.of(sequence(moved)), quarantine().stream().map(q -> q.sequence()).toList());

    assertEquals(null, sync(put("b", "A", "Dracula")).unapplied());
    assertEquals(List.of("Dracula", "Emma"), titles("A"));
    assertEquals(List.of(), quarantine(), "at once");
  }

  @Test
  void itemMovesFromItsGroupToOneThatCannotBeHeld() {
    sync(put("b", "A", "Walden"));
    DynamodbStreamRecord moved = put("b", "y".repeat(61), "Walden");
    assertEquals(List.of("b"), keys(sync(moved).poisons()));
    assertEquals(List.of(), titles("A"));
  }

  private static List<String> keys(List<QuarantinedItem> items) {
    return items.stream().map(item -> requireNonNull(item.key().get("PK")).s()).toList();
  }

  /// The second record's number is below the first's, as in a shard that follows another.
  @Test
  void repairOfAnOlderRecordFindsThatItIsUnfit() {
    DynamodbStreamRecord older = put("b", "A", "Walden");
    sync(put("b", "A", "Emma"));
    put("b", "A", LONG);
    BatchOutcome outcome = sync(older);

    assertEquals(List.of("b"), keys(outcome.poisons()));
    assertEquals(null, outcome.unapplied());
    assertEquals(List.of(), titles("A"));
  }

  /// The repair puts the item into its new group in vain, and the record of a further move comes
  /// before it removes the item from the old group.
  @Test
  void repairThatReadsAgainForgetsThatTheItemWasUnfit() {
    sync(put("b", "B", "Walden"));
    put("b", "A", LONG);
    AtomicBoolean isFirst = new AtomicBoolean(true);
    VerifiedRepair repair =
        fixture
            .indexed(
                real ->
                    new ForwardingWriter(
                        real,
                        writes -> {
                          boolean leaves = writes.getFirst().ops().getFirst().isRemoval();
                          if (leaves && isFirst.getAndSet(false)) {
                            sync(put("b", "B", "Emma"));
                          }
                          return real.write(writes);
                        }))
            .repair();
    Map<Group, Set<Entry>> groups = Map.of(new Group("A"), Set.of(), new Group("B"), Set.of());
    Doubt doubt =
        new Doubt(
            fixture.generations().getFirst(),
            Map.of("PK", fromS("b")),
            groups,
            true,
            Doubt.NO_RECORD);

    assertEquals(List.of(new Outcome.Settled()), repair.settle(List.of(doubt), () -> true));
    assertEquals(List.of("Emma"), titles("B"));
  }

  @Test
  void rebuildEndsAndCountsIt() {
    put("a", "A", "Emma");
    put("b", "A", LONG);
    put("c", "B", "Walden");
    RebuildRun.Result result =
        new RebuildRun(rebuild(), Runnable::run, RebuildListener.NONE).run(1, () -> true);

    assertEquals(true, result.done());
    assertEquals(3, result.counts().items());
    assertEquals(2, result.counts().entries());
    assertEquals(1, result.counts().poison());
    String serving = fixture.state.serving("books").orElseThrow().id();
    assertEquals(List.of("Emma"), titles(serving, "A"));
    assertEquals(List.of("b"), keys(quarantine()));
  }

  private Rebuild rebuild() {
    return new Rebuild(
        new RebuildSetup(
            fixture.indexed(w -> w),
            this::page,
            Rebuilds.of(fixture.state),
            RebuildSettings.DEFAULT,
            Runnable::run,
            IndexStore.Limits.none(0)),
        BOOKS,
        new StreamedTable(TableModel.NAME, "arn:table", TableModel.STREAM, null, 0, 0),
        "a");
  }

  private TableScan.Page page(int segment, int segments, Map<String, AttributeValue> after) {
    return new TableScan.Page(List.copyOf(table.items()), Map.of());
  }

  @Test
  void auditFindsNothingMissing() {
    sync(put("a", "A", "Emma"), put("b", "A", LONG), put("c", "y".repeat(61), "Walden"));
    AuditResult result = audit(false);
    assertEquals(Map.of(), result.differences());
    assertEquals(1, result.count(Count.ENTRIES));
    assertEquals(3, result.count(Count.ITEMS));
  }

  /// The item's record has not arrived yet, or is lost.
  @Test
  void auditRemovesTheEntryOfAnItemThatBecameUnfit() {
    sync(put("a", "A", "Emma"), put("b", "A", "Walden"));
    put("b", "A", LONG);
    assertEquals(1, audit(true).count(Count.QUARANTINED));
    assertEquals(List.of("Emma"), titles("A"));
    assertEquals(List.of("b"), keys(quarantine()));
    assertEquals(Map.of(), audit(false).differences());
  }

  private AuditResult audit(boolean repairs) {
    AuditSetup setup = new AuditSetup(fixture.indexed(w -> w), index, this::page, new Random(1));
    AuditSettings settings = new AuditSettings(1, 0, 1, repairs, Duration.ZERO, Instant.MAX);
    return new Audit(setup, settings).run(fixture.state.serving("books").orElseThrow());
  }

  @Test
  void anItemLeavesQuarantineOnceItFits() {
    sync(put("b", "A", LONG));
    BacklogRepair backlog = new BacklogRepair(fixture.indexed(w -> w));
    backlog.quarantined("books", () -> true);
    assertEquals(List.of("b"), keys(quarantine()));
    put("b", "A", "Emma");
    backlog.quarantined("books", () -> true);
    assertEquals(List.of(), quarantine());
    assertEquals(List.of("Emma"), titles("A"));
  }
}
