package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.key.Bytes;
import pagemark.key.Group;
import pagemark.listing.Listing;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.Rebuild.Progress;
import pagemark.rebuild.RebuildException;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.state.Generation;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.InMemoryRebuilds;
import pagemark.state.rebuild.SegmentPosition;
import pagemark.state.writer.WriterNote;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class RebuildTest {
  private static final Listing LISTING = RandomTable.LISTINGS.find("comments").orElseThrow();
  private static final StreamedTable TABLE =
      new StreamedTable(TableModel.NAME, "arn:table", TableModel.STREAM);

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private final InstantSource clock = () -> now;
  private final InMemoryIndex index = new InMemoryIndex(clock, IndexSettings.DEFAULT);
  private final SyncFixture fixture =
      new SyncFixture(index, RandomTable.LISTINGS, TableModel.STREAM, clock);
  private final InMemoryRebuilds rebuilds = new InMemoryRebuilds(fixture.state);

  private DynamodbStreamRecord put(String key, String day) {
    return fixture.table.put(
        Map.of(
            "PK", fromS(key),
            "PK2", fromS("A"),
            "SK", fromS("2024-05-0" + day + " 00:00"),
            "likes", fromN(day)));
  }

  private Rebuild rebuild(String owner, UnaryOperator<PageIndexWriter> writer) {
    return rebuild(owner, writer, LISTING);
  }

  private Rebuild rebuild(String owner, UnaryOperator<PageIndexWriter> writer, Listing listing) {
    return new Rebuild(
        new RebuildSetup(
            this::onePage,
            fixture.repair(writer),
            index,
            fixture.state,
            rebuilds,
            fixture.writers,
            RebuildSettings.DEFAULT,
            duration -> now = now.plus(duration),
            Runnable::run),
        listing,
        TABLE,
        owner);
  }

  private TableScan.Page onePage(int segment, int segments, Map<String, AttributeValue> after) {
    return new TableScan.Page(
        segment == 0 ? List.copyOf(fixture.table.items()) : List.of(), Map.of());
  }

  private RebuildRun.Result run(Rebuild rebuild) {
    return new RebuildRun(rebuild, Runnable::run, RebuildListener.NONE).run(2, () -> true);
  }

  private Generation serving() {
    return fixture.state.serving("comments").orElseThrow();
  }

  private void assertEqualsTable() {
    new IndexCheck(index)
        .assertHolds(serving(), RandomTable.GROUPS, fixture.table.items(), "at the end");
  }

  /// The slots still have their markers, so only the rows show the loss.
  @Test
  void rowsThatTheStoreLosesBeforeTheyServeBeginTheRebuildAnew() {
    put("ab", "1");
    put("rita", "2");
    Rebuild rebuild = rebuild("a", w -> index.writer());
    rebuild.begin(1);
    Runnable restored = index.saved();
    assertEquals(Progress.DONE, rebuild.segment(0, () -> true, RebuildListener.NONE));
    restored.run();
    assertEquals(Progress.LOST, rebuild.finish());
    assertEquals(2, rebuild.beginAnew());
    assertEquals(Progress.DONE, rebuild.segment(0, () -> true, RebuildListener.NONE));
    assertEquals(Progress.DONE, rebuild.finish());
    assertEqualsTable();
  }

  @Test
  void nextGenerationServesOnceItIsWholeAndTheLastOneIsDropped() {
    put("ab", "1");
    put("rita", "2");
    RebuildRun.Result result = run(rebuild("a", w -> w));

    assertEquals(true, result.done());
    assertEquals(2, result.counts().entries());
    assertEquals(List.of(serving()), fixture.state.live("comments"));
    assertEquals(List.of(), fixture.state.retired("comments"));
    assertEquals(Map.of(), index.count("g-comments"));
    assertEqualsTable();
  }

  @Test
  void lastDefinitionServesAndFollowsUntilTheIndexOfTheNextIsWhole() {
    StreamSyncHandler handler = fixture.handler();
    Generation last = serving();
    boolean done = false;
    int runs = 0;
    for (; !done && runs < 10; runs++) {
      assertEquals(last, serving());
      DynamodbStreamRecord written = put("item" + runs, "" + (1 + runs % 9));
      assertEquals(
          null, handler.sync(TableModel.event(List.of(written)), () -> 60_000).unapplied());
      assertEqualsTable();
      int[] pages = {runs};
      Rebuild next = rebuild("a", w -> w, RandomTable.OLDER);
      done =
          new RebuildRun(next, Runnable::run, RebuildListener.NONE)
              .run(2, () -> pages[0]-- > 0)
              .done();
      now = now.plusSeconds(6);
    }

    assertEquals(true, done && runs > 2);
    assertEquals(RandomTable.OLDER.definition(), serving().definition());
    assertEquals(List.of(serving()), fixture.state.live("comments"));
    assertEquals(Map.of(), index.count(last.id()));
    assertEqualsTable();
  }

  /// A failover has lost the last write, so the fence is that of an older record.
  @Test
  void rowThatDiffersFromTheFenceIsSettledByTheTable() {
    put("rita", "1");
    var older = fixture.table.items().iterator().next();
    Rebuild rebuild = rebuild("a", w -> w);
    rebuild.begin(1);
    String id = fixture.state.live("comments").getLast().id();
    var indexed = (pagemark.listing.Indexable.Indexed) LISTING.definition().indexable(older);
    Op op = new Op(Bytes.utf8("rita"), new Sequence("7"), indexed.entry(), Set.of());
    index.write(List.of(new GroupWrite(new GroupRef(id, "comments", new Group("A")), List.of(op))));
    put("rita", "2");
    RebuildRun.Result result = run(rebuild);

    assertEquals(1, result.counts().repaired());
    assertEqualsTable();
  }

  @Test
  void waitsForWritersUntilTheyKnowTheGenerationOrAreSilent() {
    Rebuild rebuild = rebuild("a", w -> w);
    Set<String> old = Set.of("g-comments");
    fixture.writers.note(new WriterNote("w", TableModel.STREAM, old, now, 0));
    fixture.writers.note(new WriterNote("other", TableModel.STREAM + "x", old, now, 0));
    rebuild.begin(1);
    assertEquals(1, rebuild.writersBehind());

    String id = fixture.state.live("comments").getLast().id();
    fixture.writers.note(new WriterNote("w", TableModel.STREAM, Set.of(id), now, 0));
    assertEquals(0, rebuild.writersBehind());
    fixture.writers.note(new WriterNote("w", TableModel.STREAM, old, now, 0));
    Instant before = now;
    assertEquals(Rebuild.Progress.DONE, rebuild.awaitWriters(() -> true, RebuildListener.NONE));
    assertEquals(300, Duration.between(before, now).toSeconds());
  }

  @Test
  void anotherOwnerIsRefusedWhileTheLeaseGoesOn() {
    rebuild("a", w -> w).begin(1);
    var held = assertThrows(RebuildHeldException.class, () -> rebuild("b", w -> w).begin(1));
    assertEquals(
        "another process rebuilds the listing comments; its lease ends at 2026-11-21T00:00:30Z or"
            + " later",
        held.getMessage());

    now = now.plusSeconds(61);
    Rebuild next = rebuild("b", w -> w);
    assertEquals(List.of(SegmentPosition.START), next.begin(4));
    assertThrows(
        pagemark.state.rebuild.RebuildLostException.class, () -> rebuild("a", w -> w).release());
  }

  @Test
  void definitionThatChangedMeanwhileIsBuiltAnew() {
    fixture.add("g-older", RandomTable.OLDER);
    rebuild("a", w -> w).begin(1);
    fixture.state.live("comments").stream()
        .filter(g -> g.id().equals("g-older"))
        .forEach(
            g -> {
              throw new AssertionError("an unfinished generation of another definition goes on");
            });
  }

  @Test
  void indexThatCanLoseEntriesInSilenceIsNotBuilt() {
    put("rita", "1");
    index.endanger("keys are evicted: set maxmemory-policy to noeviction");
    Generation before = serving();
    var refused = assertThrows(RebuildException.class, () -> run(rebuild("a", w -> w)));
    assertEquals(
        "the index is not built: keys are evicted: set maxmemory-policy to noeviction",
        refused.getMessage());
    assertEquals(List.of(before), fixture.state.live("comments"));

    index.endanger();
    assertEquals(true, run(rebuild("b", w -> w)).done(), "without waiting for a lease");
  }

  @Test
  void stopsIfTheIndexStaysDownAndTheNextRunGoesOn() {
    put("rita", "1");
    Rebuild first = rebuild("a", RebuildTest::down);
    var stopped = assertThrows(RebuildException.class, () -> run(first));
    assertEquals("the index cannot be written: down", stopped.getMessage());
    String begun = fixture.state.live("comments").getLast().id();

    now = now.plusSeconds(1);
    run(rebuild("b", w -> w));
    assertEquals(begun, serving().id());
    assertEqualsTable();
  }

  /// A writer whose writes all fail.
  private static PageIndexWriter down(PageIndexWriter index) {
    WriteResult failed = new WriteResult.Failed(new IndexException.Unavailable("down", null));
    return new ForwardingWriter(index, writes -> writes.stream().map(_ -> failed).toList());
  }
}
