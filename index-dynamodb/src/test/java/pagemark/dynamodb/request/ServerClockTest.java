package pagemark.dynamodb.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.request.Calls.ServerClock;
import pagemark.index.IndexException;

final class ServerClockTest {
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

  private long nanos = -5_000_000_000L;
  private final ServerClock clock = new ServerClock(() -> nanos);

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private static String date(Instant time) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atZone(ZoneOffset.UTC));
  }

  @Test
  void knowsNoTimeBeforeAReply() {
    assertThrows(IndexException.Unavailable.class, clock::instant);
    clock.heard("yesterday", clock.now());
    assertThrows(IndexException.Unavailable.class, clock::instant);
  }

  @Test
  void goesOnFromAReply() {
    clock.heard("Sun, 22 Nov 2026 12:00:00 GMT", clock.now());
    assertEquals(NOON, clock.instant());
    pass(Duration.ofMillis(1_500));
    assertEquals(NOON.plusMillis(1_500), clock.instant());
  }

  /// A header that shows the next second tells that this second has begun.
  @Test
  void repliesTogetherTellMoreThanSeconds() {
    clock.heard(date(NOON), clock.now());
    pass(Duration.ofMillis(100));
    clock.heard(date(NOON.plusSeconds(1)), clock.now());
    assertEquals(NOON.plusSeconds(1), clock.instant());
    pass(Duration.ofMillis(300));
    clock.heard(date(NOON.plusSeconds(1)), clock.now());
    assertEquals(NOON.plusMillis(1_300), clock.instant());
  }

  /// A function stood still for an hour, so its monotonic clock did too.
  @Test
  void aReplyThatContradictsEarlierOnesCounts() {
    clock.heard(date(NOON), clock.now());
    clock.heard(date(NOON.plusSeconds(3_600)), clock.now());
    assertEquals(NOON.plusSeconds(3_600), clock.instant());
    clock.heard(date(NOON), clock.now());
    assertEquals(NOON, clock.instant());
  }

  @Test
  void isNeverAheadAndAtMostASecondAndARoundTripBehind() {
    long seed = new Random().nextLong(1_000_000);
    Random random = new Random(seed);
    Instant server = NOON.plusMillis(random.nextInt(1_000));
    for (int i = 0; i < 2_000; i++) {
      long sent = clock.now();
      Duration there = Duration.ofMillis(random.nextInt(40));
      Duration back = Duration.ofMillis(random.nextInt(40));
      pass(there);
      server = server.plus(there);
      String date = date(server);
      pass(back);
      server = server.plus(back);
      clock.heard(date, sent);
      Duration behind = Duration.between(clock.instant(), server);
      assertTrue(!behind.isNegative(), "seed " + seed + ": " + behind);
      assertTrue(behind.toMillis() <= 1_080, "seed " + seed + ": " + behind);
      Duration idle = Duration.ofMillis(random.nextInt(3_000));
      pass(idle);
      server = server.plus(idle);
    }
  }
}
