package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.WatchedPort;
import pagemark.repair.Sleeper;
import pagemark.state.Generation.State;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.RebuildHeldException;
import pagemark.state.SampleGenerations;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.rebuild.Rebuilds.Plan;

final class RemovalTest {
  private static final String LISTING = "comments";
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  private final InMemoryIndex index = new InMemoryIndex(() -> NOW, IndexSettings.DEFAULT);
  private final InMemoryState state = new InMemoryState();
  private final Rebuilds rebuilds = Rebuilds.of(state);
  private final List<Duration> waits = new ArrayList<>();
  private final Removal removal = removal(state, this::wait);

  private Removal removal(Generations generations, Sleeper sleeper) {
    return new Removal(index, generations, rebuilds, RebuildSettings.DEFAULT, sleeper, () -> NOW);
  }

  private void wait(Duration duration) {
    assertEquals(List.of(), state.live(LISTING), "nobody begins to read");
    assertEquals(Set.of("g1", "g2"), index.generations(), "some still read");
    waits.add(duration);
  }

  private static Lease lease(String owner) {
    return new Lease(LISTING, owner, () -> NOW, Duration.ZERO);
  }

  /// A generation that serves, and one of a rebuild that was stopped.
  @BeforeEach
  void build() {
    state.register(SampleGenerations.comments("g1", State.BUILDING));
    state.serve(LISTING, "g1");
    rebuilds.acquire(lease("other"));
    rebuilds.begin(
        lease("other").over(),
        null,
        new Plan(LISTING, "g2", "nonce", 1, NOW, 1, "other", true),
        SampleGenerations.comments("g2", State.BUILDING));
    index.building("g1", "nonce", NOW);
    index.building("g2", "nonce", NOW);
  }

  @Test
  void waitsForReadersAndRemovesAllGenerations() {
    assertEquals(Set.of("g1", "g2"), Set.copyOf(removal.remove(LISTING, "me")));
    assertEquals(List.of(RebuildSettings.DEFAULT.readerAgeMax()), waits);
    assertEquals(Set.of(), index.generations());
    assertEquals(List.of(), state.retired(LISTING));
    assertEquals(Map.of(), index.count("g1"));
    assertEquals("next", rebuilds.acquire(lease("next")).owner(), "the lease has ended");
    assertEquals(List.of(), removal.remove("orders", "me"));
  }

  /// If it stops in between, the next call finds what is left by the generation.
  @Test
  void aGenerationIsForgottenOnlyAfterItsData() {
    Generations watched =
        WatchedPort.of(
            Generations.class,
            state,
            (method, arguments, call) -> {
              if (method.equals("remove")) {
                assertFalse(index.generations().contains(String.valueOf(arguments[1])));
              }
              return call.answer();
            });
    removal(watched, this::wait).remove(LISTING, "me");
    assertEquals(List.of(), state.retired(LISTING));
  }

  /// Another owner rebuilds the listing meanwhile, and may need what the state says.
  @Test
  void anOwnerThatWakesUpLateRemovesNothing() {
    Instant late = NOW.plus(Lease.LENGTH).plusSeconds(1);
    Lease other = new Lease(LISTING, "other", () -> late, Duration.ZERO);
    Removal sleeping = removal(state, _ -> rebuilds.acquire(other));
    assertThrows(RebuildLostException.class, () -> sleeping.remove(LISTING, "me"));
    assertEquals(Set.of("g1", "g2"), index.generations());
  }

  @Test
  void refusesWhileARebuildRuns() {
    rebuilds.acquire(lease("other"));
    assertThrows(RebuildHeldException.class, () -> removal.remove(LISTING, "me"));
    assertEquals(2, state.live(LISTING).size());
    assertEquals(Set.of("g1", "g2"), index.generations());
  }
}
