package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.state.Work.Lease;

/// `pagemark rebuild` after runs that were stopped or killed.
@TakesLong(nightly = 25)
@Nightly
final class RebuildCommandIT {
  /// How long the lease of the killed run lasts. The next run must find it.
  private static final Duration LEASE_LEFT = Duration.ofSeconds(8);

  @TempDir private Path folder;

  /// A second run waits for the end of the lease, and continues the same plan; a third one, with
  /// --anew, discards it.
  @Test
  void anewDiscardsTheUnfinishedWorkOfAnEarlierRun() throws Exception {
    try (NotesStack stack = NotesStack.start(folder);
        LeftRebuild left = LeftRebuild.open(stack)) {
      String first = left.leave();
      holdLease(left);
      stack
          .run("rebuild")
          .ended(0)
          .says("Another run holds the lease until ")
          .says("Continuing a rebuild that had read 50 items");
      assertEquals(List.of(first), left.generations());

      String second = left.leave();
      assertEquals(List.of(first, second), left.generations());
      stack
          .run("rebuild", "--anew")
          .ended(0)
          .says(
              "Starting over instead of continuing an earlier run: a new rebuild was"
                  + " requested");
      assertEquals(1, left.generations().size());
      assertFalse(left.generations().contains(second));
      assertFalse(left.generations().contains(first));
    }
  }

  /// Takes the lease as a run that is killed at once.
  private static void holdLease(LeftRebuild left) {
    Instant begun = Instant.now().plus(LEASE_LEFT).minus(Lease.LENGTH);
    var rebuilds = left.services().rebuilds();
    rebuilds.acquire(lease(InstantSource.system()));
    rebuilds.renew(lease(() -> begun));
  }

  private static Lease lease(InstantSource clock) {
    return new Lease("notes", "killed", clock, Duration.ofDays(1));
  }
}
