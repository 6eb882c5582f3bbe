package pagemark.state.rebuild;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.rows.RowBorder;
import pagemark.listing.Definitions;
import pagemark.listing.IndexDefinition;
import pagemark.state.Generation;
import pagemark.state.Generation.State;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.RebuildHeldException;
import pagemark.state.SampleGenerations;
import pagemark.state.Work;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.MergePlan.MergeProgress;
import pagemark.state.rebuild.Rebuilds.Plan;
import pagemark.state.rebuild.SegmentProgress.WaitingRows;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// On the state in memory, and on DynamoDB in [RebuildsIT]. Each test has its own listing.
class RebuildsTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_714_521_600_123L);
  private static final Instant UNTIL = NOW.plus(Lease.LENGTH);
  private static final String TAKEN = "was taken over by another process";
  private static int listings;
  private Rebuilds rebuilds;
  private Generations generations;
  private String listing;

  /// The state that the rebuilds are in.
  Generations state() {
    return new InMemoryState();
  }

  @BeforeEach
  final void open() {
    generations = state();
    rebuilds = Rebuilds.of(generations);
    listing = "comments-" + ++listings;
  }

  private Lease lease(String owner, Instant now) {
    return new Lease(listing, owner, () -> now, Duration.ofMinutes(10));
  }

  private Work acquire(String owner, Instant now) {
    return rebuilds.acquire(lease(owner, now));
  }

  private Plan plan(String generation, String by) {
    return new Plan(listing, generation, "nonce", 3, NOW, 1, by, false);
  }

  /// The plan of a new generation `g1`.
  private Plan begun(String owner) {
    acquire(owner, NOW);
    return begun(owner, null, "g1");
  }

  private Plan begun(String owner, @Nullable Plan replaced, String generation) {
    Plan plan = plan(generation, owner);
    rebuilds.begin(lease(owner, NOW), replaced, plan, generation(generation));
    return plan;
  }

  private Generation generation(String id) {
    IndexDefinition definition = Definitions.comments().definition();
    return SampleGenerations.of(
        id, listing, definition, "arn:table", "arn:stream", NOW, State.BUILDING);
  }

  private Map<String, State> live() {
    return generations.live(listing).stream().collect(toMap(Generation::id, Generation::state));
  }

  private void assertLost(String why, Executable change) {
    var lost = assertThrows(RebuildLostException.class, change);
    assertEquals("the rebuild of " + listing + " " + why, lost.getMessage());
  }

  @Test
  final void hasOneOwnerUntilTheLeaseEnds() {
    Work work = acquire("a", NOW);
    assertEquals(new Work("rebuild#" + listing, "a", UNTIL, Instant.EPOCH, Map.of()), work);
    assertNull(work.plan(Plan.class));
    var held = assertThrows(RebuildHeldException.class, () -> acquire("b", UNTIL));
    assertEquals(UNTIL, held.until());
    assertEquals(UNTIL, acquire("a", NOW).leaseUntil());

    assertEquals("b", acquire("b", UNTIL.plusMillis(1)).owner());
    assertLost(TAKEN, () -> rebuilds.renew(lease("a", NOW)));
  }

  /// Its clock was an hour ahead, and it was killed.
  @Test
  final void aLeaseThatEndsMuchLaterThanLeasesLastIsOver() {
    acquire("ahead", UNTIL);
    assertThrows(RebuildHeldException.class, () -> acquire("b", NOW));
    acquire("ahead", NOW.plusSeconds(3_600));
    assertEquals("b", acquire("b", NOW).owner());
    assertLost(TAKEN, () -> rebuilds.renew(lease("ahead", NOW)));
  }

  @Test
  final void renewsTheLeaseOfItsOwnerAlone() {
    assertLost(TAKEN, () -> rebuilds.renew(lease("a", NOW)));
    acquire("a", NOW);
    assertEquals(UNTIL.plus(Lease.LENGTH), rebuilds.renew(lease("a", UNTIL)).leaseUntil());
    assertThrows(RebuildHeldException.class, () -> acquire("b", UNTIL.plusSeconds(1)));
    rebuilds.renew(lease("a", NOW).over());
    assertEquals("b", acquire("b", NOW).owner());
  }

  @Test
  final void nextOwnerFindsPlanAndProgress() {
    Plan plan = begun("a");
    assertEquals(plan, rebuilds.renew(lease("a", UNTIL)).plan(Plan.class));
    SegmentProgress first = progress("x", false, new RebuildCounts(4, 3, 2, 1));
    SegmentProgress later = progress("y", true, new RebuildCounts(9, 8, 7, 6));
    rebuilds.save(plan, 1, first);
    rebuilds.save(plan, 1, later);
    rebuilds.save(plan, 2, first);

    Work taken = acquire("b", UNTIL.plusSeconds(31));
    assertEquals(plan, taken.plan(Plan.class));
    assertEquals(UNTIL, taken.workedAt());
    assertEquals(List.of(SegmentProgress.START, later, first), rebuilds.progress(plan));
    assertEquals(
        List.of(SegmentProgress.START, SegmentProgress.START, SegmentProgress.START),
        rebuilds.progress(plan("g", "a")));
  }

  private static SegmentProgress progress(String key, boolean done, RebuildCounts counts) {
    return new SegmentProgress(
        Map.of("PK", AttributeValue.fromS(key)), done, counts, null, 0, null);
  }

  @Test
  final void nextOwnerFindsTheRowsThatWait() {
    Plan plan = begun("a");
    RebuildCounts counts = new RebuildCounts(9, 8, 7, 6);
    WaitingRows rows =
        new WaitingRows(
            NOW,
            Map.of("PK", AttributeValue.fromS("z")),
            RebuildCounts.ZERO,
            List.of(-7L, 8L),
            false);
    SegmentProgress reading =
        progress("x", false, RebuildCounts.ZERO).with(rows.with(rows.readTo(), counts, 9));
    MergeProgress begun = SegmentProgress.START.merged(merge(8, List.of(-7L, 8L), false));
    SegmentProgress merging = reading.with(rows.filled()).with(begun.at(BORDERS.getLast(), counts));
    MergePlan done = merge(8, List.of(-7L, 8L), false);
    rebuilds.save(plan, 0, reading);
    rebuilds.save(plan, 1, merging);
    rebuilds.save(plan, 2, merging.closed(done));
    assertEquals(List.of(reading, merging, merging.closed(done)), rebuilds.progress(plan));
    assertEquals(rows.readTo(), merging.closed(done).lastKey());
    assertEquals(counts, merging.closed(done).read());

    SegmentProgress dropped =
        merging.closed(merge(8, List.of(-7L, 8L), true)).with(begun.after(done, counts));
    rebuilds.save(plan, 2, dropped);
    assertEquals(dropped, rebuilds.progress(plan).getLast());
    assertEquals(1, dropped.dropped());
  }

  /// Begins of a group, and of a row.
  private static final List<RowBorder> BORDERS =
      List.of(
          RowBorder.before(new Group("")),
          new RowBorder(
              new Group("\u00e9"), Place.of(new Position(-2.5, Bytes.of(new byte[] {0, -1})))));

  private static MergePlan merge(long id, List<Long> runs, boolean dropped) {
    return new MergePlan(id, NOW, runs, 2, BORDERS, dropped);
  }

  @Test
  final void oneMergeAtATimeIsUnderWay() {
    Plan plan = begun("a");
    MergePlan first = merge(-1, List.of(3L, -4L), false);
    MergePlan second = merge(2, List.of(), false);
    assertEquals(Optional.empty(), rebuilds.merging(plan));
    rebuilds.dropMerge(plan, first);
    rebuilds.endMerge(plan, first);
    assertEquals(Optional.empty(), rebuilds.merging(plan));

    rebuilds.beginMerge(plan, first);
    rebuilds.beginMerge(plan, second);
    rebuilds.dropMerge(plan, second);
    rebuilds.endMerge(plan, second);
    assertEquals(Optional.of(first), rebuilds.merging(plan));
    assertEquals(Optional.empty(), rebuilds.merging(plan("g", "a")));

    rebuilds.dropMerge(plan, first);
    rebuilds.beginMerge(plan, first);
    assertEquals(Optional.of(merge(-1, List.of(3L, -4L), true)), rebuilds.merging(plan));
    rebuilds.endMerge(plan, first);
    rebuilds.beginMerge(plan, second);
    assertEquals(Optional.of(second), rebuilds.merging(plan));

    rebuilds.end("a", plan);
    assertEquals(Optional.empty(), rebuilds.merging(plan));
  }

  @Test
  final void knowsWhetherEverySlotIsMarked() {
    Plan plan = begun("a");
    rebuilds.marked(lease("a", UNTIL), plan);
    Work job = acquire("a", UNTIL);
    assertEquals(new Plan(listing, "g1", "nonce", 3, NOW, 1, "a", true), job.plan(Plan.class));
    assertEquals(UNTIL, job.workedAt());

    begun("a", plan, "g2");
    assertLost(TAKEN, () -> rebuilds.marked(lease("a", UNTIL), plan));
    assertEquals(plan("g2", "a"), acquire("a", UNTIL).plan(Plan.class));
  }

  @Test
  final void onePlanAtATimeIsBuilt() {
    generations.register(generation("g0"));
    generations.serve(listing, "g0");
    Plan first = begun("a");
    assertEquals(Map.of("g0", State.SERVING, "g1", State.BUILDING), live());
    begun("a", first, "g2");
    assertEquals(Map.of("g0", State.SERVING, "g2", State.BUILDING), live());
    assertEquals(List.of("g1"), generations.retired(listing).stream().map(Generation::id).toList());

    assertLost(TAKEN, () -> begun("a", first, "g3"));
    assertLost(TAKEN, () -> begun("a", null, "g3"));
    assertEquals(Map.of("g0", State.SERVING, "g2", State.BUILDING), live());
  }

  @Test
  final void anOwnerThatWakesUpChangesNothingOfTheNextOwners() {
    Plan old = begun("a");
    acquire("b", UNTIL.plusMillis(1));
    Plan next = begun("b", old, "g2");

    assertLost(TAKEN, () -> begun("a", old, "g3"));
    assertLost(TAKEN, () -> begun("a", next, "g3"));
    assertLost(TAKEN, () -> rebuilds.marked(lease("a", UNTIL), next));
    assertLost(TAKEN, () -> rebuilds.serve(lease("a", UNTIL), old));
    assertLost(TAKEN, () -> rebuilds.serve(lease("a", UNTIL), next));
    rebuilds.end("a", next);
    rebuilds.end("b", old);
    assertEquals(Map.of("g2", State.BUILDING), live());
    assertEquals(next, rebuilds.renew(lease("b", UNTIL)).plan(Plan.class));
  }

  @Test
  final void theBuiltGenerationReplacesTheServingOne() {
    generations.register(generation("g0"));
    generations.serve(listing, "g0");
    Plan plan = begun("a");
    rebuilds.serve(lease("a", UNTIL), plan);
    assertEquals(Map.of("g1", State.SERVING), live());
    rebuilds.serve(lease("a", UNTIL), plan);
    assertEquals(Map.of("g1", State.SERVING), live());
    assertEquals(UNTIL, acquire("a", UNTIL).workedAt());
  }

  @Test
  final void theOwnerRetiresAllGenerations() {
    generations.register(generation("g0"));
    generations.serve(listing, "g0");
    generations.register(generation("g00"));
    assertLost(TAKEN, () -> rebuilds.retire(lease("a", NOW)));
    acquire("a", NOW);
    assertLost(TAKEN, () -> rebuilds.retire(lease("b", NOW)));
    assertEquals(Map.of("g0", State.SERVING, "g00", State.BUILDING), live());

    rebuilds.retire(lease("a", UNTIL));
    assertEquals(Map.of(), live());
    assertEquals(2, generations.retired(listing).size());
    assertThrows(RebuildHeldException.class, () -> acquire("b", UNTIL.plusSeconds(1)));
    rebuilds.retire(lease("a", UNTIL));
  }

  @Test
  final void nobodyContinuesAnAbandonedPlan() {
    Plan plan = begun("a");
    Instant last = NOW.plusSeconds(600);
    assertEquals(last, rebuilds.renew(lease("a", last)).workedAt());
    Instant late = last.plusSeconds(600).plusMillis(1);
    acquire("b", late);
    Work job = acquire("a", late.plusSeconds(31));
    assertEquals(last, job.workedAt(), "to take it over is no work");

    String left = "was idle since %s, which is too long. Start it again".formatted(last);
    assertLost(left, () -> rebuilds.renew(lease("a", late)));
    assertLost(left, () -> rebuilds.marked(lease("a", late), plan));
    assertLost(left, () -> rebuilds.serve(lease("a", late), plan));
    assertEquals(Map.of("g1", State.BUILDING), live());
    begun("a", plan, "g2");
    assertEquals(Map.of("g2", State.BUILDING), live());
  }

  @Test
  final void endingARebuildRemovesOnlyItsOwnItems() {
    Plan plan = begun("a");
    rebuilds.save(plan, 0, progress("x", true, RebuildCounts.ZERO));
    rebuilds.end("b", plan);
    assertEquals(plan, acquire("a", NOW).plan(Plan.class));
    assertEquals(true, rebuilds.progress(plan).getFirst().done());

    rebuilds.end("a", plan);
    assertNull(acquire("b", NOW).plan(Plan.class));
    assertEquals(SegmentProgress.START, rebuilds.progress(plan).getFirst());
  }
}
