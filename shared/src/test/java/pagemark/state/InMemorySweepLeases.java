package pagemark.state;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Keeps the leases of sweeps in memory.
public final class InMemorySweepLeases implements SweepLeases {
  private record Held(String owner, Instant until) {}

  private final Map<String, Held> byOrder = new HashMap<>();

  @Override
  public synchronized boolean claim(String order, String owner, Instant now, Instant until) {
    Held held = byOrder.get(order);
    if (held != null && !held.owner().equals(owner) && !held.until().isBefore(now)) {
      return false;
    }
    byOrder.put(order, new Held(owner, until));
    return true;
  }

  @Override
  public synchronized void release(String order, String owner) {
    byOrder.computeIfPresent(order, (_, held) -> held.owner().equals(owner) ? null : held);
  }
}
