package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.redis.RedisMarkers.Pace;
import pagemark.redis.script.IndexKeys.Slots;

final class PaceTest {
  private static final int PIECE = 256;

  private long now;
  private final List<Long> waits = new ArrayList<>();

  private void await(long nanos) {
    waits.add(nanos);
    now += nanos;
  }

  private void sendAllMarkers(Pace pace, long nanosForEach) {
    for (int sent = 0; sent < Slots.COUNT; sent += PIECE) {
      pace.before(PIECE);
      now += nanosForEach;
    }
  }

  @Test
  void markersOfAServerlessCacheTakeLessThanALease() {
    sendAllMarkers(new Pace(Pace.SERVERLESS_PER_SECOND, () -> now, this::await), 1_000_000);
    assertEquals(63, waits.size(), "before each piece except the first");
    assertEquals(63 * (256 * 1_000_000_000L / 600) + 1_000_000, now);
  }

  @Test
  void aSlowServerIsNotWaitedFor() {
    sendAllMarkers(new Pace(Pace.SERVERLESS_PER_SECOND, () -> now, this::await), 500_000_000);
    assertEquals(List.of(), waits);
  }

  /// A wait may end early.
  @Test
  void waitsAgainIfAWaitEndsEarly() {
    Pace pace = new Pace(1_000, () -> now, nanos -> await((nanos + 1) / 2));
    pace.before(1);
    pace.before(1);
    assertEquals(1_000_000, now);
  }

  @Test
  void otherServersHaveNoLimit() {
    sendAllMarkers(new Pace(Integer.MAX_VALUE, () -> now, this::await), 0);
    assertEquals(List.of(), waits);
  }
}
