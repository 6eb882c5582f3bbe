package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import pagemark.index.Extent;
import pagemark.index.ForwardingMarkers;
import pagemark.index.Markers;
import pagemark.index.TakesLong;
import pagemark.rebuild.RebuildSettings;
import pagemark.repair.Freshness;
import pagemark.sync.RebuildSchedule.Parts;
import pagemark.sync.RebuildSchedule.Wrap;

/// Anything may happen between two calls of a rebuild: the index must agree with the table at the
/// end. Without any one of the rules it does not.
@TakesLong
final class RebuildModelTest {
  /// The first seed of 90 schedules of which at least one diverges if a rule is removed.
  private static final long FIRST = 2_551;

  private static final int ALL = 1_500;
  private static final int SEEDS = Extent.of(150, ALL);
  private static final RebuildSettings SETTINGS = RebuildSettings.DEFAULT;

  @Test
  void indexEndsAsTheTableHasIt() {
    Map<String, Integer> happened = new TreeMap<>();
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      RebuildSchedule schedule = new RebuildSchedule(seed, Parts.SOUND);
      schedule.run();
      schedule.happened.forEach((what, times) -> happened.merge(what, times, Integer::sum));
    }
    for (String fault :
        List.of(
            "killed",
            "paused",
            "flush",
            "lost slot",
            "new handler",
            "days pass",
            "came again",
            "index down")) {
      assertTrue(happened.getOrDefault(fault, 0) > SEEDS / 20, happened::toString);
    }
  }

  @Test
  void writersThatDoNotKnowTheGenerationMustBeWaitedFor() {
    RebuildSettings hasty =
        new RebuildSettings(
            SETTINGS.lease(),
            SETTINGS.saveEvery(),
            Duration.ofDays(-1),
            SETTINGS.writersWaitMax(),
            SETTINGS.readerAgeMax(),
            SETTINGS.poll(),
            SETTINGS.triesMax(),
            SETTINGS.roundsMax());
    assertDiverges(new Parts(hasty, Freshness.DEFAULT, new Wrap() {}));
  }

  @Test
  void rowsMustNotBeAppliedAfterTheirLease() {
    Freshness lax = new Freshness(Duration.ofHours(12), Duration.ofMinutes(2), Duration.ofDays(99));
    assertDiverges(new Parts(SETTINGS, lax, new Wrap() {}));
  }

  @Test
  void slotsThatWereLostMustNotBecomeReady() {
    assertDiverges(
        new Parts(
            SETTINGS,
            Freshness.DEFAULT,
            new Wrap() {
              @Override
              public Markers markers(Markers markers) {
                return new ReadyAnyhow(markers);
              }
            }));
  }

  private static void assertDiverges(Parts parts) {
    int diverged = 0;
    for (long seed = FIRST; seed < FIRST + ALL && diverged == 0; seed++) {
      try {
        new RebuildSchedule(seed, parts).run();
      } catch (AssertionError e) {
        diverged++;
      }
    }
    assertTrue(diverged > 0, "every schedule ended well");
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
