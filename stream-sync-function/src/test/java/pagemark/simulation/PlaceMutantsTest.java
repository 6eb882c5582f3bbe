package pagemark.simulation;

import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.Nightly;
import pagemark.index.PageIndexWriter;
import pagemark.index.TakesLong;
import pagemark.repair.IndexedTable.Freshness;

/// Each rule is needed by an index that keeps fences by place, too: without it some schedule
/// diverges.
@Nightly
@TakesLong(nightly = 75)
final class PlaceMutantsTest {
  private static final int MUTANT_SEEDS = 3_000;

  private static void assertDiverges(
      Mix mix, int from, Function<InMemoryIndex, PageIndexWriter> rules, Freshness freshness) {
    Parts parts = Parts.SOUND.rules(rules).freshness(freshness);
    long seed = Divergence.first(mix.byPlace(), from, MUTANT_SEEDS, parts);
    System.out.println("by place, diverges with seed " + seed);
  }

  private static void assertDiverges(Function<InMemoryIndex, PageIndexWriter> rules) {
    assertDiverges(Mix.HANDLER, 1, rules, Freshness.DEFAULT);
  }

  @Test
  void withoutFencesSomeScheduleDiverges() {
    assertDiverges(LaxIndex::withoutFences);
  }

  @Test
  void withoutRepairOfRefusedRecordsSomeScheduleDiverges() {
    assertDiverges(LaxIndex::withoutRefusedOps);
  }

  @Test
  void withoutCompareAndSetOfRepairsSomeScheduleDiverges() {
    assertDiverges(Mix.LOST, 1_045, LaxIndex::withoutComparison, Freshness.DEFAULT);
  }

  @Test
  void withoutTheNamesOfOldPlacesSomeScheduleDiverges() {
    assertDiverges(LaxIndex::withoutOldEntries);
  }

  @Test
  void withoutAgeGuardSomeScheduleDiverges() {
    assertDiverges(
        Mix.HANDLER,
        1,
        InMemoryIndex::writer,
        new Freshness(Duration.ofDays(10_000), Duration.ofMinutes(2), Duration.ofMinutes(10)));
  }

  @Test
  void rowsThatWaitMustNotBeAppliedOnceTheyAreOld() {
    Freshness lax =
        new Freshness(Duration.ofDays(99), Duration.ofMinutes(2), Duration.ofMinutes(10));
    Parts parts = Parts.SOUND.rebuilt(rebuilt -> rebuilt.freshness(lax));
    long seed = Divergence.first(Mix.SORTED.byPlace(), 1, MUTANT_SEEDS, parts);
    System.out.println(
        "without the age limit of waiting rows, schedule %d diverges".formatted(seed));
  }
}
