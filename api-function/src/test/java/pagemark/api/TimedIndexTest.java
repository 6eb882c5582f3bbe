package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.NotReady;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.key.Bytes;
import pagemark.key.Group;
import pagemark.key.Position;

final class TimedIndexTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final GroupRef GROUP = new GroupRef("g1", "comments", new Group("x"));
  private static final Position POSITION = new Position(1, Bytes.utf8("rita"));

  private static long rank(PageIndexReader index) {
    return index.rank(GROUP, POSITION);
  }

  private static final class Waiting implements PageIndexReader {
    final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public PageSlice page(PageQuery query) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long rank(GroupRef group, Position position) {
      try {
        Thread.sleep(LONG);
        return 1;
      } catch (InterruptedException e) {
        ended.countDown();
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void aCallThatTakesTooLongIsUnavailableAndEnds() throws Exception {
    Waiting index = new Waiting();
    TimedIndex timed = new TimedIndex(index, Duration.ofMillis(1), LONG);
    assertThrows(Unavailable.class, () -> rank(timed));
    assertTrue(index.ended.await(1, TimeUnit.MINUTES));
  }

  @Test
  void onlyTheFirstCallHasTheTimeOfAFirstCall() {
    var counted =
        new Object() {
          int calls;
        };
    Waiting waiting = new Waiting();
    PageIndexReader slowLater =
        new PageIndexReader() {
          @Override
          public PageSlice page(PageQuery query) {
            throw new UnsupportedOperationException();
          }

          @Override
          public long rank(GroupRef group, Position position) {
            return counted.calls++ == 0 ? 7 : waiting.rank(group, position);
          }
        };
    TimedIndex timed = new TimedIndex(slowLater, LONG, Duration.ofMillis(1));
    assertEquals(7, rank(timed));
    assertThrows(Unavailable.class, () -> rank(timed));
  }

  @Test
  void errorsComeThroughAsTheyAre() {
    NotReady notReady = new NotReady("g1");
    TimedIndex timed = new TimedIndex(new Broken(notReady), LONG, LONG);
    assertSame(notReady, assertThrows(NotReady.class, () -> rank(timed)));
  }
}
