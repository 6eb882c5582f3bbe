package pagemark.redis;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// A server that does not answer in time gives an error in bounded time, and nothing is lost.
@Nightly
@TakesLong(nightly = 10)
final class SlowAnswersIT extends FaultyNetwork {
  @Test
  void aFrozenNetworkFailsInTimeAndServesOnceItGoesOn() {
    proxy.freeze();
    assertUnavailable(0);
    assertAllFailed(write(2));
    proxy.cut();
    proxy.thaw();
    assertReads(0, 1, 2);
    StreamedWrites.settle(store.writer(), batch(3));
    assertReads(0, 3);
  }

  @Test
  void aLateReplyIsNotTakenForAnother() {
    proxy.delay(SETTINGS.replyTimeout().plusMillis(300));
    assertUnavailable(0);
    assertAllFailed(write(2));
    proxy.delay(Duration.ZERO);
    StreamedWrites.settle(store.writer(), batch(2));
    for (int group = 0; group < GROUPS; group++) {
      assertReads(group, 2);
    }
  }
}
