package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.state.Generation.GenerationId;

final class GenerationIdTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

  @Test
  void sortsByAge() {
    List<String> ids =
        Stream.of(0, 1, 60, 86_400, 300_000_000)
            .map(seconds -> GenerationId.next(NOW.plusSeconds(seconds)))
            .toList();

    assertEquals(ids.stream().sorted().toList(), ids);
    ids.forEach(id -> assertTrue(id.matches("[0-9a-z]{10}"), id));
  }

  @Test
  void tellsWhenItWasMade() {
    assertEquals(NOW, GenerationId.madeAt(GenerationId.next(NOW.plusMillis(999))));
    assertEquals(Instant.EPOCH, GenerationId.madeAt("g-comments"));
  }

  @Test
  void differsWithinASecond() {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      ids.add(GenerationId.next(NOW));
    }
    assertTrue(ids.size() > 15, "20 random bits seldom meet: " + ids);
  }
}
