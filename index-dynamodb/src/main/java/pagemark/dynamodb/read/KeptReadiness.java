package pagemark.dynamodb.read;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/// Remembers for some seconds which generations are READY, so that a page does not read the marker
/// each time.
public final class KeptReadiness implements Readiness {
  private static final Duration KEPT = Duration.ofSeconds(10);
  private static final int GENERATIONS_MAX = 1_000;

  private final Readiness readiness;
  private final InstantSource clock;
  private final Map<String, Instant> ready = new ConcurrentHashMap<>();

  public KeptReadiness(Readiness readiness, InstantSource clock) {
    this.readiness = readiness;
    this.clock = clock;
  }

  @Override
  public BooleanSupplier look(String generation) {
    Instant now = clock.instant();
    Instant seen = ready.get(generation);
    if (seen != null && now.isBefore(seen.plus(KEPT))) {
      return () -> true;
    }
    BooleanSupplier isReady = readiness.look(generation);
    return () -> {
      boolean answer = isReady.getAsBoolean();
      if (answer) {
        keep(generation, now);
      } else {
        ready.remove(generation);
      }
      return answer;
    };
  }

  private void keep(String generation, Instant now) {
    if (ready.size() >= GENERATIONS_MAX) {
      ready.clear();
    }
    ready.put(generation, now);
  }
}
