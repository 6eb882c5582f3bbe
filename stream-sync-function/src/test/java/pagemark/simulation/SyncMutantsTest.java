package pagemark.simulation;

import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import pagemark.index.ForwardingMarkers;
import pagemark.index.InMemoryIndex;
import pagemark.index.Markers;
import pagemark.index.Nightly;
import pagemark.index.PageIndexWriter;
import pagemark.index.TakesLong;
import pagemark.index.WatchedPort;
import pagemark.rebuild.RebuildSettings;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.state.rebuild.RebuildJob;
import pagemark.state.rebuild.RebuildJob.Lease;
import pagemark.state.rebuild.Rebuilds;

/// Each rule of docs/rules.md is needed: without it some schedule diverges.
@Nightly
@TakesLong(nightly = 230)
final class SyncMutantsTest {
  private static final int MUTANT_SEEDS = 3_000;

  @Test
  void withoutMarksOfMissedRecordsSomeScheduleDiverges() {
    long seed =
        new Mutant("pagemark.watch.StreamWatch", "missed", false)
            .divergingSeed(Mix.SLEPT, 1, MUTANT_SEEDS);
    System.out.println("diverges with seed " + seed);
  }

  private static void assertDiverges(String type, String method, Mix mix, int from) {
    long seed = new Mutant(type, method, false).divergingSeed(mix, from, MUTANT_SEEDS);
    System.out.println("without %s, schedule %d diverges".formatted(method, seed));
  }

  @Test
  void withoutSuspensionOfGenerationsOfOtherStreamsSomeScheduleDiverges() {
    assertDiverges("pagemark.sync.StreamTrust", "judge", Mix.REPLACED, 60);
  }

  @Test
  void withoutMarksOfAStreamThatIsOffSomeScheduleDiverges() {
    assertDiverges("pagemark.watch.TableLook", "markFault", Mix.OFF, 1);
  }

  @Test
  void withoutWaitingForAConsumerThatIsFarBehindSomeScheduleDiverges() {
    assertDiverges("pagemark.rebuild.BeginStep$ConsumerWait", "isBehind", Mix.OFF, 1);
  }

  /// Without this check writers notice their own losses, and nobody notices those of others.
  @Test
  void withoutTheCheckOfNotedWitnessesSomeScheduleDiverges() {
    assertDiverges("pagemark.repair.WitnessCheck$WitnessLook$Seen", "gone", Mix.THINNED, 130);
  }

  @Test
  void withoutTheCheckOfWitnessesByWritesSomeScheduleDiverges() {
    assertDiverges("pagemark.index.Witnesses", "gone", Mix.THINNED, 630);
  }

  @Test
  void withoutTheSecondReadingSomeScheduleDiverges() {
    long seed =
        Divergence.first(
            Mix.THINNED,
            1,
            MUTANT_SEEDS,
            Parts.SOUND.replays(_ -> _ -> new StreamsEventResponse(List.of())));
    System.out.println("diverges with seed " + seed);
  }

  private static long diverges(
      int from, Function<InMemoryIndex, PageIndexWriter> rules, Freshness freshness) {
    return Divergence.first(
        Mix.HANDLER, from, MUTANT_SEEDS, Parts.SOUND.rules(rules).freshness(freshness));
  }

  private static void assertDiverges(Function<InMemoryIndex, PageIndexWriter> rules) {
    assertDiverges(1, rules);
  }

  private static void assertDiverges(int from, Function<InMemoryIndex, PageIndexWriter> rules) {
    System.out.println("diverges with seed " + diverges(from, rules, Freshness.DEFAULT));
  }

  @Test
  void withoutFenceSomeScheduleDiverges() {
    assertDiverges(7, LaxIndex::withoutFences); // seed 6 diverges too, at a bound, after seconds
  }

  @Test
  void withoutRepairOfOlderRecordsSomeScheduleDiverges() {
    assertDiverges(LaxIndex::withoutRefusedOps);
  }

  @Test
  void withoutAgeGuardSomeScheduleDiverges() {
    Freshness credulous =
        new Freshness(Duration.ofDays(10_000), Duration.ofMinutes(2), Duration.ofMinutes(10));
    System.out.println("diverges with seed " + diverges(1, index -> index, credulous));
  }

  @Test
  void withoutCompareAndSetOfRepairsSomeScheduleDiverges() {
    assertDiverges(955, LaxIndex::withoutComparison);
  }

  private static void assertDivergesWith(String type, String method, Mix mix) {
    long seed = new Mutant(type, method, true).divergingSeed(mix, 1, MUTANT_SEEDS);
    System.out.println("with %s for all, schedule %d diverges".formatted(method, seed));
  }

  /// Each update then looks as if it changed no place.
  @Test
  void withoutTheComparisonOfImagesSomeScheduleDiverges() {
    assertDivergesWith("pagemark.sync.ItemPlan", "isStill", Mix.HANDLER);
  }

  /// A repair then closes a group although a record has come in between.
  @Test
  void withRepairsThatCloseTooEarlySomeScheduleDiverges() {
    assertDivergesWith("pagemark.repair.VerifiedRepair", "wasTaken", Mix.HANDLER);
  }

  @Test
  void withoutRemovalOfOldEntriesSomeScheduleDiverges() {
    assertDiverges(LaxIndex::withoutOldEntries);
  }

  /// Rebuilds' notes with one change.
  private static void assertLeftDiverges(int from, UnaryOperator<Rebuilds> kept) {
    for (long seed = from; seed < from + MUTANT_SEEDS; seed++) {
      try {
        new Simulation(seed, Parts.SOUND.rebuilt(parts -> parts.kept(kept)), Mix.LEFT).run();
      } catch (AssertionError | IllegalStateException e) {
        System.out.println("diverges with seed " + seed + ": " + e.getMessage());
        return;
      }
    }
    throw new AssertionError(MUTANT_SEEDS + " schedules converge");
  }

  private static Rebuilds changed(
      Rebuilds rebuilds, UnaryOperator<Lease> lease, UnaryOperator<RebuildJob> job) {
    return WatchedPort.of(
        Rebuilds.class,
        rebuilds,
        (_, arguments, call) -> {
          if (arguments[0] instanceof Lease given) {
            arguments[0] = lease.apply(given);
          }
          Object answer = call.answer();
          return answer instanceof RebuildJob kept ? job.apply(kept) : answer;
        });
  }

  @Test
  void withoutGivingUpPlansThatWereLeftSomeScheduleDiverges() {
    assertLeftDiverges(
        1,
        rebuilds ->
            changed(
                rebuilds,
                lease ->
                    new Lease(
                        lease.listing(), lease.owner(), lease.now(), lease.until(), Instant.EPOCH),
                job ->
                    new RebuildJob(
                        job.listing(), job.owner(), job.leaseUntil(), Instant.MAX, job.plan())));
  }

  /// Takes every plan for the owner's own.
  @Test
  void withoutANewPlanAfterOneThatServesSomeScheduleDiverges() {
    assertLeftDiverges(
        2_860,
        rebuilds ->
            changed(
                rebuilds,
                lease -> lease,
                job -> {
                  RebuildJob.Plan plan = job.plan();
                  return plan == null
                      ? job
                      : new RebuildJob(
                          job.listing(),
                          job.owner(),
                          job.leaseUntil(),
                          job.workedAt(),
                          new RebuildJob.Plan(
                              plan.generation(),
                              plan.nonce(),
                              plan.segments(),
                              plan.began(),
                              plan.round(),
                              job.owner(),
                              plan.marked()));
                }));
  }

  private static void assertRebuildsDiverge(
      String rule, int from, UnaryOperator<Parts.Rebuilt> change) {
    long seed = Divergence.first(Mix.LOST, from, MUTANT_SEEDS, Parts.SOUND.rebuilt(change));
    System.out.println("without %s, schedule %d diverges".formatted(rule, seed));
  }

  @Test
  void writersThatDoNotKnowTheGenerationMustBeWaitedFor() {
    RebuildSettings real = RebuildSettings.DEFAULT;
    RebuildSettings hasty =
        new RebuildSettings(
            Duration.ofDays(-1),
            real.firstNoteMax(),
            real.lagMax(),
            real.readerAgeMax(),
            real.poll(),
            real.rowsPerCall());
    assertRebuildsDiverge("waiting for writers", 143, parts -> parts.settings(hasty));
  }

  @Test
  void rowsMustNotBeAppliedAfterTheirLease() {
    Freshness lax = new Freshness(Duration.ofHours(12), Duration.ofMinutes(2), Duration.ofDays(99));
    assertRebuildsDiverge("leases", 54, parts -> parts.freshness(lax));
  }

  @Test
  void slotsThatWereLostMustNotBecomeReady() {
    assertRebuildsDiverge("lost markers", 718, parts -> parts.markers(ReadyAnyhow::new));
  }

  /// Marks a lost slot again.
  private static final class ReadyAnyhow extends ForwardingMarkers {
    ReadyAnyhow(Markers markers) {
      super(markers);
    }

    @Override
    public int ready(String generation, String nonce) {
      markers.building(generation, nonce, Instant.EPOCH);
      return markers.ready(generation, nonce);
    }
  }
}
