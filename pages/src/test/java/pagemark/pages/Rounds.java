package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Checks the round trips of a request. It holds every call until all calls of its round are sent.
/// If one of them waits for another's answer, that never happens, and the test fails.
public final class Rounds {
  private static final long SECONDS_MAX = 30;

  private final List<Integer> calls;
  private final List<CountDownLatch> rounds;
  private final AtomicInteger sent = new AtomicInteger();

  private Rounds(List<Integer> calls) {
    this.calls = calls;
    this.rounds = calls.stream().map(CountDownLatch::new).toList();
  }

  public static Rounds of(List<Integer> calls) {
    return new Rounds(calls);
  }

  /// Lets all calls pass, in parallel or not.
  public static Rounds any() {
    return new Rounds(List.of());
  }

  /// The thread of each call calls this before it sends the call.
  public void sent() {
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

  /// Asserts that all calls of all rounds were sent, and no others.
  public void check() {
    assertEquals(calls.stream().mapToInt(Integer::intValue).sum(), sent.get(), "calls");
  }
}
