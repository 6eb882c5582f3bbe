package pagemark.local.pump;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until it is moved.
final class TestClock implements InstantSource {
  private Instant now = Instant.parse("2024-05-01T00:00:00Z");

  @Override
  public synchronized Instant instant() {
    return now;
  }

  synchronized void advance(Duration by) {
    now = now.plus(by);
  }
}
