package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// The round trips that a request is to take: holds every call until all calls of its round are
/// sent, which they never are where one waits for another's answer.
final class Rounds {
  private static final long SECONDS_MAX = 30;

  private final List<Integer> calls;
  private final List<CountDownLatch> rounds;
  private final AtomicInteger sent = new AtomicInteger();

  private Rounds(List<Integer> calls) {
    this.calls = calls;
    this.rounds = calls.stream().map(CountDownLatch::new).toList();
  }

  static Rounds of(List<Integer> calls) {
    return new Rounds(calls);
  }

  /// As many calls as there are, one after another or not.
  static Rounds any() {
    return new Rounds(List.of());
  }

  /// Called by the thread of a call before it goes out.
  void sent() {
    int number = sent.getAndIncrement();
    for (int round = 0; round < rounds.size(); round++) {
      if (number < calls.get(round)) {
        await(round);
        return;
      }
      number -= calls.get(round);
    }
  }

  private void await(int round) {
    CountDownLatch latch = rounds.get(round);
    latch.countDown();
    try {
      if (!latch.await(SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new AssertionError(
            "%d calls are missing of round trip %d of %s"
                .formatted(latch.getCount(), round + 1, calls));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /// All calls of all rounds were sent, and no others.
  void check() {
    assertEquals(calls.stream().mapToInt(Integer::intValue).sum(), sent.get(), "calls");
  }
}
