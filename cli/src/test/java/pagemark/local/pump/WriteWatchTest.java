package pagemark.local.pump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class WriteWatchTest {
  private long writes = 7;
  private int peeks;
  private boolean quiet = true;
  private final WriteWatch watch = new WriteWatch(this::peek, () -> writes);

  private boolean peek(String iterator) {
    assertEquals("iterator", iterator);
    peeks++;
    return quiet;
  }

  private int peeksOf(int calls) {
    int before = peeks;
    for (int i = 0; i < calls; i++) {
      assertTrue(watch.isQuiet("iterator"));
    }
    return peeks - before;
  }

  @Test
  void aServerThatNobodyWritesToIsPeekedAtNowAndThen() {
    assertEquals(12, peeksOf(12));
    assertEquals(0, peeksOf(7));
    assertEquals(1, peeksOf(1));
    assertEquals(0, peeksOf(9));
    assertEquals(10, peeksOf(91));
  }

  @Test
  void aWriteWakesIt() {
    peeksOf(100);
    writes++;
    assertEquals(12, peeksOf(12));
    assertEquals(0, peeksOf(7));
  }

  @Test
  void whatAPeekSeesIsTold() {
    peeksOf(21);
    writes++;
    quiet = false;
    assertFalse(watch.isQuiet("iterator"));
  }
}
