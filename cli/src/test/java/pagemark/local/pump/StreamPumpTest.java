package pagemark.local.pump;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class StreamPumpTest {
  private static final StreamPump.Settings SETTINGS =
      new StreamPump.Settings(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofSeconds(1));

  private final TestClock clock = new TestClock();
  private final List<String> log = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private final Set<String> bad = new HashSet<>();
  private int invocations;
  private final FakeStream stream = new FakeStream(10);
  private final StreamPump pump =
      new StreamPump(
          stream,
          Records.sink(
              batch -> {
                invocations++;
                for (String sequence : Records.sequences(batch)) {
                  if (bad.contains(sequence)) {
                    return Records.failed(sequence);
                  }
                  done.add(sequence);
                }
                return Records.allDone();
              }),
          SETTINGS,
          new StreamPump.Context(clock, log::add));

  @Test
  void aStreamThatIsQuietForLongIsAskedLessOften() {
    assertEquals(Duration.ofMillis(50), StreamPump.Settings.LOCAL.pause(1));
    assertEquals(Duration.ofMillis(50), StreamPump.Settings.LOCAL.pause(200));
    assertEquals(Duration.ofMillis(100), StreamPump.Settings.LOCAL.pause(201));
    assertEquals(
        StreamPump.Settings.REMOTE.pollInterval(), StreamPump.Settings.REMOTE.pause(1_000));
  }

  /// Who asks for how far the pump is gets no answer while records are pending.
  @Test
  void isQuietSinceTheLastRoundThatFoundNothingAndNotBefore() {
    assertEquals(Optional.empty(), pump.quietSince(), "before the first round");
    stream.shard("a", null).put("a", Records.range(0, 1));
    bad.add("0");
    pump.round();
    assertEquals(Optional.empty(), pump.quietSince());
    bad.clear();
    clock.advance(SETTINGS.backoffMax());
    roundsUntilNothingMoves();
    assertEquals(Optional.of(clock.instant()), pump.quietSince());
  }

  @Test
  void shardWhoseParentWasTrimmedIsRead() {
    stream.shard("a", null).shard("b", "a").put("b", Records.range(0, 2));
    stream.trim("a");

    roundsUntilNothingMoves();

    assertEquals(List.of("0", "1"), done);
  }

  @Test
  void shardThatFailsDoesNotHoldUpTheOthers() {
    stream.shard("a", null).shard("b", null);
    stream.put("a", Records.range(0, 1));
    stream.put("b", Records.range(10, 45));
    bad.add("0");

    roundsUntilNothingMoves();

    assertEquals(Records.sequences(Records.range(10, 45)), done);
  }

  @Test
  void failedRecordIsTriedAgainAfterLongerAndLongerWaits() {
    stream.shard("a", null).put("a", Records.range(0, 1));
    bad.add("0");
    roundsUntilNothingMoves();

    for (int millis : new int[] {100, 200, 400, 800, 1000, 1000, 1000}) {
      int before = invocations;
      clock.advance(Duration.ofMillis(millis - 1));
      assertFalse(pump.round());
      assertEquals(before, invocations, "tried before " + millis + " ms");
      clock.advance(Duration.ofMillis(1));
      assertFalse(pump.round());
      assertEquals(before + 1, invocations, "not tried after " + millis + " ms");
    }
  }

  /// No record was passed on yet, so none is counted; and yet the count is never 0.
  @Test
  void reportsFailingReadsSinceTheFirstOne() throws InterruptedException {
    stream.shard("a", null).put("a", Records.range(0, 5));
    pump.round();
    stream.put("a", Records.range(5, 9));
    stream.failReads(3);
    roundsUntilNothingMoves();
    Instant first = clock.instant();
    for (int i = 0; i < 2; i++) {
      clock.advance(SETTINGS.backoffMax());
      pump.round();
    }

    StreamPump.State state = pump.await(Duration.ZERO);
    assertTrue(state.pendingRecords() > 0, state::toString);
    assertEquals(
        new StreamPump.Waiting(
            first, "java.lang.IllegalStateException: the stream does not answer"),
        state.waiting());
    clock.advance(SETTINGS.backoffMax());
    roundsUntilNothingMoves();
    assertNull(pump.await(Duration.ZERO).waiting());
  }

  @Test
  void reportsShardsThatCannotBeListed() throws InterruptedException {
    stream.failReads(1);
    pump.round();

    StreamPump.Waiting waiting = pump.await(Duration.ZERO).waiting();
    assertEquals(
        new StreamPump.Waiting(
            clock.instant(),
            "The stream's shards cannot be listed: java.lang.IllegalStateException: the stream"
                + " does not answer"),
        waiting);
  }

  @Test
  void reportsTheShardThatHasWaitedLongest() throws InterruptedException {
    stream.shard("a", null).shard("b", null).put("b", Records.range(10, 11));
    bad.addAll(Set.of("0", "10"));
    roundsUntilNothingMoves();
    Instant first = clock.instant();
    clock.advance(SETTINGS.backoffMax());
    stream.put("a", Records.range(0, 1));
    roundsUntilNothingMoves();

    StreamPump.Waiting waiting = requireNonNull(pump.await(Duration.ZERO).waiting());
    assertEquals(first, waiting.since());
    assertTrue(waiting.reason().contains("record 10;"), waiting::reason);
  }

  @Test
  void nothingIsCaughtUpBeforeARoundThatBeginsLater() throws InterruptedException {
    stream.shard("a", null);
    pump.round();

    assertFalse(pump.await(Duration.ZERO).isCaughtUp());
  }

  @Test
  void pendingRecordsAreCountedUntilTheyAreDone() throws InterruptedException {
    stream.shard("a", null).put("a", Records.range(0, 7));
    bad.add("3");
    roundsUntilNothingMoves();
    clock.advance(Duration.ofMillis(70));

    assertEquals(
        new StreamPump.State(
            4,
            70,
            new StreamPump.Waiting(
                clock.instant().minusMillis(70),
                "the stream function does not apply the record 3; the log says why")),
        pump.await(Duration.ZERO));
  }

  /// A round that runs at the time of the question may have read before it: only the next round
  /// counts.
  @Test
  void questionIsAnsweredByTheFirstQuietRoundAfterIt() throws InterruptedException {
    stream.shard("a", null);
    List<StreamPump.State> states = new ArrayList<>();
    Thread asking = asking(states);

    pump.round();
    asking.join();

    assertEquals(List.of(StreamPump.State.CAUGHT_UP), states);
  }

  @Test
  void streamWithoutShardsIsNotCaughtUp() throws InterruptedException {
    List<StreamPump.State> states = new ArrayList<>();
    Thread asking = asking(states);
    pump.round();
    stream.shard("a", null);
    assertTrue(states.isEmpty());

    pump.round();
    asking.join();

    assertEquals(List.of(StreamPump.State.CAUGHT_UP), states);
  }

  /// A thread that asks, and waits for the answer.
  private Thread asking(List<StreamPump.State> states) {
    Thread asking = Thread.ofPlatform().daemon().start(() -> states.add(await()));
    while (asking.getState() != Thread.State.TIMED_WAITING) {
      assertTrue(asking.isAlive(), "answered at once");
      Thread.onSpinWait();
    }
    return asking;
  }

  private StreamPump.State await() {
    try {
      return pump.await(Duration.ofMinutes(1));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void roundsUntilNothingMoves() {
    int rounds = 0;
    while (pump.round()) {
      rounds++;
      assertTrue(rounds < 1_000, "the pump never comes to rest");
    }
  }
}
