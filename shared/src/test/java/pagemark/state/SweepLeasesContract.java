package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/// The contract of every implementation of [SweepLeases].
abstract class SweepLeasesContract {
  private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
  private static final Instant UNTIL = NOON.plusSeconds(60);
  private static int orders;

  private final String order = "@posts.ttl" + ++orders;
  private final String other = "@posts.ttl" + ++orders;

  abstract SweepLeases leases();

  @Test
  final void oneOwnerHasTheLeaseUntilItEnds() {
    assertTrue(leases().claim(order, "a", NOON, UNTIL));
    assertTrue(leases().claim(other, "b", NOON, UNTIL));
    assertFalse(leases().claim(order, "b", UNTIL, UNTIL.plusSeconds(60)));
    assertTrue(leases().claim(order, "b", UNTIL.plusMillis(1), UNTIL.plusSeconds(60)));
    assertFalse(leases().claim(order, "a", UNTIL.plusMillis(1), UNTIL.plusSeconds(60)));
  }

  @Test
  final void anOwnerRenewsAndReleasesItsOwn() {
    assertTrue(leases().claim(order, "a", NOON, UNTIL));
    assertTrue(leases().claim(order, "a", NOON, UNTIL.plusSeconds(60)));
    assertFalse(leases().claim(order, "b", UNTIL.plusSeconds(1), UNTIL.plusSeconds(60)));
    leases().release(order, "b");
    assertFalse(leases().claim(order, "b", NOON, UNTIL));
    leases().release(order, "a");
    assertTrue(leases().claim(order, "b", NOON, UNTIL));
  }
}
