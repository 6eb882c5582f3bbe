package pagemark.local.pump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import pagemark.embedded.Writes;

final class WriteWatchTest {
  private Writes writes = new Writes(7, 7);
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
    assertEquals(25, peeksOf(25));
    assertEquals(0, peeksOf(4));
    assertEquals(1, peeksOf(1));
    assertEquals(0, peeksOf(9));
    assertEquals(10, peeksOf(91));
  }

  @Test
  void aWriteWakesIt() {
    peeksOf(100);
    writes = new Writes(8, 8);
    assertEquals(25, peeksOf(25));
    assertEquals(0, peeksOf(4));
  }

  @Test
  void itStaysAwakeWhileAWriteGoesOn() {
    peeksOf(100);
    writes = new Writes(8, 7);
    assertEquals(100, peeksOf(100));
    writes = new Writes(8, 8);
    assertEquals(25, peeksOf(25));
    assertEquals(0, peeksOf(4));
  }

  @Test
  void whatAPeekSeesIsTold() {
    peeksOf(21);
    writes = new Writes(8, 8);
    quiet = false;
    assertFalse(watch.isQuiet("iterator"));
  }
}
