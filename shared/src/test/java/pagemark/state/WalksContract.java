package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The contract of every implementation of [Walks].
abstract class WalksContract {
  abstract Walks walks();

  @Test
  final void theLastPositionOfEachListingIsKept() {
    Walks walks = walks();
    assertEquals(Optional.empty(), walks.last("comments"));
    Instant at = Instant.ofEpochMilli(1_714_521_600_456L);
    WalkPosition first = new WalkPosition("comments", "g1", "127.0.0.1:6379 17", at);
    walks.keep(first);
    WalkPosition other = new WalkPosition("ratings", "g2", "400", at);
    walks.keep(other);
    assertEquals(Optional.of(first), walks.last("comments"));
    WalkPosition over = new WalkPosition("comments", "", "", at.plusSeconds(1));
    walks.keep(over);
    assertEquals(Optional.of(over), walks.last("comments"));
    assertEquals(Optional.of(other), walks.last("ratings"));
  }
}
