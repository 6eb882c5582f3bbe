package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.state.Generation.State;

final class CachedGenerationsTest {
  private final InMemoryState state = new InMemoryState();
  private Instant now = Instant.EPOCH;
  private final CachedGenerations cached = new CachedGenerations(state, () -> now);

  private List<String> live() {
    return cached.live("comments").stream().map(Generation::id).toList();
  }

  private void register(String id) {
    state.register(SampleGenerations.comments(id, State.BUILDING));
  }

  @Test
  void knowsANewGenerationAfterFiveSeconds() {
    assertEquals(List.of(), live());
    register("a");

    now = now.plusSeconds(5);
    assertEquals(List.of(), live());
    now = now.plusMillis(1);
    assertEquals(List.of("a"), live());
  }

  @Test
  void knowsANewGenerationAtOnceWhenToldToReadAnew() {
    assertEquals(List.of(), live());
    register("a");

    assertEquals(1, cached.refreshed("comments").size());
    assertEquals(List.of("a"), live());
  }

  @Test
  void remembersEachListingForItself() {
    register("a");

    assertEquals(List.of(), cached.live("other"));
    assertEquals(List.of("a"), live());
  }
}
