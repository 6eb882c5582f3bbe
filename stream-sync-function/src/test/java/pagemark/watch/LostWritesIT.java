package pagemark.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.index.IndexServer;
import pagemark.index.TakesLong;
import pagemark.redis.RedisTopology;
import pagemark.state.Inexact.Cause;

/// Generations are marked, because their store has lost writes. The watch reads the stream again.
@TakesLong(10)
@ParameterizedClass
@EnumSource(RedisTopology.class)
final class LostWritesIT extends WatchScenario {
  LostWritesIT(IndexServer server) {
    super(server);
  }

  /// The store comes back with an older copy of its data, without the last writes and their fences.
  @Test
  void lostWritesAreAppliedAgainFromTheStreamAndTheMarkIsCleared() {
    List<DynamodbStreamRecord> records = write();
    apply(records.subList(0, records.size() / 2));
    mark(Cause.LOST_WRITES, begin);
    watch(table).run(() -> false);
    assertEquals(Set.of(Cause.LOST_WRITES), causes(), "nothing was read in no time");

    failing = true;
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.LOST_WRITES), causes(), "a record failed");

    failing = false;
    appliedMax = 40;
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.LOST_WRITES), causes(), "a record failed after 40");
    appliedMax = Integer.MAX_VALUE;
    delivered = 0;
    watch(table).run(() -> true);
    assertEquals(2 * (records.size() - 40), delivered, "it goes on from there");
    assertEquals(Set.of(), causes());
    assertHolds();
    assertTrue(log.stream().anyMatch(l -> l.startsWith("lost writes were applied again")));

    delivered = 0;
    watch(table).run(() -> true);
    assertEquals(0, delivered, "nothing is lost, and all is known to be applied");
  }

  @Test
  void aLossThatIsNoticedWhileTheStreamIsReadAgainKeepsItsMark() {
    apply(write());
    mark(Cause.LOST_WRITES, begin);
    Instant noticed = Instant.now().plusSeconds(60);
    // the first delivery shows that the stream is consumed, the second one restores the loss
    int[] deliveries = {0};
    Runnable loss =
        () -> {
          if (++deliveries[0] == 2) {
            serving().forEach(g -> mark(g, Cause.LOST_WRITES, begin, noticed));
          }
        };
    watch(loss, table).run(() -> true);
    assertEquals(2, deliveries[0]);
    assertEquals(Set.of(Cause.LOST_WRITES), causes());
    watch(table).run(() -> true);
    assertEquals(Set.of(), causes());
  }

  @Test
  void aLossThatIsOlderThanTheStreamNeedsARebuild() {
    apply(write());
    Instant old = begin.minus(Duration.ofHours(23)).minusSeconds(1);
    serving().forEach(g -> mark(g, Cause.LOST_WRITES, old, begin));
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes(), "which stands for the loss, too");
    assertTrue(
        log.stream().anyMatch(l -> l.endsWith("remedy=`pagemark rebuild --listing comments`")),
        log::toString);
    log.clear();
    watch(table).run(() -> true);
    assertEquals(List.of(), log, "said once");
  }
}
