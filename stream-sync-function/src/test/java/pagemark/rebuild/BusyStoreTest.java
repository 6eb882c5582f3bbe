package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.ForwardingWriter;
import pagemark.index.IndexException;
import pagemark.index.WatchedPort;
import pagemark.index.rows.RowRuns;
import pagemark.index.rows.RowRuns.Tries;
import pagemark.sync.FlakyWriter;

/// Rebuilds of an index that wants rows in order, whose store refuses calls for lack of capacity:
/// those that write rows, and those that write and read the runs.
final class BusyStoreTest {
  private static final String ROWS = "rows";

  /// A function has fifteen minutes.
  private static final Duration STEP_MAX = Duration.ofMinutes(10);

  private final SortedWorld sorted = new SortedWorld();
  private final Map<String, Instant> refusedAt = new HashMap<>();
  private Predicate<String> refuses = _ -> false;
  private int made;
  private int refused;

  /// What is refused and tried again at the same moment would be refused again.
  ///
  /// @param target of the call; the groups of one call are written at one moment
  private boolean isRefused(String call, String target) {
    made++;
    assertNotEquals(refusedAt.get(target), sorted.world.now, "tried again without a wait");
    if (!refuses.test(call)) {
      return false;
    }
    refused++;
    refusedAt.put(target, sorted.world.now);
    return true;
  }

  private void check(String call) {
    if (isRefused(call, call)) {
      throw new IndexException.Unavailable("DynamoDB throttles the index", null);
    }
  }

  private Rebuild begun() {
    Rebuild rebuild =
        sorted.world.rebuild(
            "a",
            real ->
                new ForwardingWriter(
                    new FlakyWriter(real, write -> isRefused(ROWS, write.group().group().text()))) {
                  @Override
                  public Optional<RowRuns> rowRuns() {
                    return real.rowRuns().map(BusyStoreTest.this::busy);
                  }
                });
    rebuild.begin(2, () -> true, RebuildListener.NONE);
    return rebuild;
  }

  private RowRuns busy(RowRuns runs) {
    return WatchedPort.of(
        RowRuns.class,
        runs,
        (method, arguments, call) -> {
          if (method.equals("read")) {
            check(method);
          }
          int last = arguments.length - 1;
          if (last >= 0 && arguments[last] instanceof Tries tries) {
            arguments[last] = checked(method, tries);
          }
          return call.answer();
        });
  }

  /// The tries of each chunk.
  private Tries checked(String method, Tries real) {
    return new Tries() {
      @Override
      public <T> T make(Supplier<T> call) {
        return real.make(
            () -> {
              check(method);
              return call.get();
            });
      }
    };
  }

  @Test
  void aTryThatFollowsAFailureWaitsWithTheLeaseRenewed() {
    List<String> told = new ArrayList<>();
    sorted.world.whileWaiting = () -> told.add("wait");
    RebuildSetup setup = sorted.world.setup(told::add);
    RebuildOwner owner = new RebuildOwner(setup, RebuildWorld.LISTING, RebuildWorld.TABLE, "a");
    owner.acquire();
    told.clear();
    Backoff backoff = new Backoff(owner);
    Supplier<Void> busy =
        () -> {
          told.add("try");
          throw new IndexException.Unavailable("busy", null);
        };
    assertThrows(RebuildException.class, () -> backoff.call("no", busy));
    assertEquals("try" + " Rebuilds.renew wait try".repeat(7), String.join(" ", told));
  }

  @Test
  void whatIsRefusedIsTriedAgainAfterAWaitAndEachRowIsAppliedOnce() {
    refuses = _ -> made % 3 > 0;
    sorted.end(begun());
    assertTrue(refused > 20, () -> refused + " of " + made);
  }

  @ParameterizedTest
  @ValueSource(strings = {ROWS, "write", "outline", "read"})
  void aStoreThatRefusesForGoodEndsTheStepWithTheReasonAndTheNextOneGoesOn(String call) {
    Rebuild rebuild = begun();
    refuses = call::equals;
    Instant before = sorted.world.now;
    RebuildException stopped =
        assertThrows(RebuildException.class, () -> RebuildWorld.end(rebuild));
    String reason = call.equals(ROWS) ? "connection reset" : "DynamoDB throttles the index";
    assertTrue(("" + stopped.getMessage()).endsWith(reason), stopped::getMessage);
    Duration waited = Duration.between(before, sorted.world.now);
    assertTrue(waited.compareTo(Duration.ofSeconds(12)) > 0, waited::toString);
    assertTrue(waited.compareTo(STEP_MAX) < 0, waited::toString);

    refuses = _ -> false;
    sorted.world.now = sorted.world.now.plusSeconds(1);
    sorted.end(rebuild);
  }
}
