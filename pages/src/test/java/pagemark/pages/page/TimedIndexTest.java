package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.NotReady;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexSettings;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.pages.Broken;
import pagemark.pages.PagesOnly;
import pagemark.pages.Paid;
import pagemark.pages.page.Circuit.TimedIndex;

final class TimedIndexTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final PageQuery QUERY =
      new PageQuery(
          new GroupRef("g1", "comments", new Group("x")), Layout.SCORE, Order.ASCENDING, 0, 20, 5);
  private static final PageSlice EMPTY = new PageSlice(0, 0, List.of(), List.of(), 0);

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private Duration taking = Duration.ZERO;

  private static final class Waiting implements PagesOnly {
    final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public PageSlice page(PageQuery query) {
      try {
        Thread.sleep(LONG);
        return EMPTY;
      } catch (InterruptedException e) {
        ended.countDown();
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void aCallThatTakesTooLongFailsAndIsInterrupted() throws Exception {
    Waiting index = new Waiting();
    TimedIndex timed = new TimedIndex(index, Duration.ofMillis(200), LONG, () -> now);
    assertThrows(Unavailable.class, () -> timed.page(QUERY));
    assertTrue(index.ended.await(1, TimeUnit.MINUTES));
  }

  @Test
  void onlyTheFirstCallHasTheLongerTimeout() {
    var counted =
        new Object() {
          int calls;
        };
    Waiting waiting = new Waiting();
    PagesOnly slowLater = query -> counted.calls++ == 0 ? EMPTY : waiting.page(query);
    TimedIndex timed = new TimedIndex(slowLater, LONG, Duration.ofMillis(1), () -> now);
    assertSame(EMPTY, timed.page(QUERY));
    assertThrows(Unavailable.class, () -> timed.page(QUERY));
  }

  /// A function may have been frozen, so its connections are made anew.
  @Test
  void aCallAfterASilenceHasTheLongerTimeoutToo() {
    PagesOnly slow =
        query -> {
          LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
          now = now.plus(taking);
          return EMPTY;
        };
    TimedIndex timed = new TimedIndex(slow, LONG, Duration.ofMillis(1), () -> now);
    timed.page(QUERY);
    now = now.plus(IndexSettings.IDLE_MAX);
    assertSame(EMPTY, timed.page(QUERY));
    now = now.plus(IndexSettings.IDLE_MAX).minusMillis(1);
    assertThrows(Unavailable.class, () -> timed.page(QUERY));
    timed.beginAnew();
    assertSame(EMPTY, timed.page(QUERY));
    now = now.minus(IndexSettings.IDLE_MAX);
    taking = IndexSettings.IDLE_MAX;
    assertSame(EMPTY, timed.page(QUERY), "the clock was set back");
    taking = Duration.ZERO;
    assertThrows(Unavailable.class, () -> timed.page(QUERY), "a silence begins behind a call");
  }

  @Test
  void errorsPassThroughUnchanged() {
    NotReady notReady = new NotReady("g1");
    TimedIndex timed = new TimedIndex(new Broken(notReady), LONG, LONG, () -> now);
    assertSame(notReady, assertThrows(NotReady.class, () -> timed.page(QUERY)));
  }

  @Test
  void aMeteredCallTellsWhatItConsumesAndHasATimeoutToo() {
    List<Double> units = new CopyOnWriteArrayList<>();
    TimedIndex timed = new TimedIndex(new Paid(), LONG, LONG, () -> now);
    timed.page(QUERY);
    timed.telling(units::add).page(QUERY);
    assertEquals(List.of(1.5), units);
    TimedIndex silent = new TimedIndex(new Waiting(), Duration.ofMillis(1), LONG, () -> now);
    assertThrows(Unavailable.class, () -> silent.telling(units::add).page(QUERY));
  }
}
