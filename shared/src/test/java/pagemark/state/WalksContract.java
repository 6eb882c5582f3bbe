package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The contract of every implementation of [Walks].
abstract class WalksContract {
  abstract Walks walks();

  @Test
  final void theLastProgressOfEachListingIsKept() {
    Walks walks = walks();
    assertEquals(Optional.empty(), walks.last("comments"));
    Instant at = Instant.ofEpochMilli(1_714_521_600_456L);
    WalkProgress first = new WalkProgress("comments", "g1", "127.0.0.1:6379 17", at);
    walks.keep(first);
    WalkProgress other = new WalkProgress("ratings", "g2", "400", at);
    walks.keep(other);
    assertEquals(Optional.of(first), walks.last("comments"));
    WalkProgress over = new WalkProgress("comments", "", "", at.plusSeconds(1));
    walks.keep(over);
    assertEquals(Optional.of(over), walks.last("comments"));
    assertEquals(Optional.of(other), walks.last("ratings"));
  }
}
