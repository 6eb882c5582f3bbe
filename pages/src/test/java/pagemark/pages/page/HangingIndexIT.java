package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.pages.ListingQuery;
import pagemark.pages.error.PagesException.IndexUnavailable;
import pagemark.pages.result.Page;

/// The index with the timeouts of a deployed function, while its Redis hangs and comes back.
@Nightly
@TakesLong(nightly = 15)
final class HangingIndexIT {
  /// An upper bound for an answer after the index's timeout of 300 ms, on a busy machine.
  private static final Duration ANSWERED_MAX = Patience.of(Duration.ofSeconds(2));

  private RedisServer server;
  private IndexStore index;
  private ListingQuery asked;
  private Instant now = Instant.parse("2024-05-01T00:00:00Z");

  @BeforeEach
  void start() {
    server = RedisServer.start(RedisServer.Options.inMemory());
    index = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT);
    ThreePages pages = ThreePages.filled("hanging-" + server.uri().getPort(), index, "x");
    asked = pages.table().askedAt(server.uri().toString(), () -> now);
    page(2);
    page(2);
  }

  @AfterEach
  void stop() {
    index.close();
    server.close();
  }

  @Test
  void callsAHangingServerThreeTimesAndThenOnceASecond() throws Exception {
    signal(server, "STOP");
    assertSparedWhile();
    signal(server, "CONT");
    assertBack();
  }

  private void assertSparedWhile() {
    for (int i = 0; i < 3; i++) {
      assertFailsInTime("waited");
    }
    for (int i = 0; i < 5; i++) {
      assertFailsInTime("spared");
      Page first = page(1);
      assertEquals(OptionalLong.empty(), first.total());
      assertEquals("x-44", keys(first).getFirst());
    }
    now = now.plusSeconds(1);
    assertFailsInTime("probed");
    assertFailsInTime("spared");
  }

  private void assertBack() {
    assertFails();
    now = now.plusSeconds(1);
    for (int i = 0; i < 5; i++) {
      Page page = page(2);
      assertEquals(OptionalLong.of(45), page.total());
      assertEquals(List.of("x-24", "x-23"), keys(page).subList(0, 2));
    }
  }

  private void assertFailsInTime(String what) {
    long start = System.nanoTime();
    assertFails();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    System.out.println("HangingIndexIT " + what + " " + took.toMillis() + " ms");
    assertTrue(took.compareTo(ANSWERED_MAX) < 0, took::toString);
  }

  private void assertFails() {
    assertThrows(IndexUnavailable.class, () -> page(2));
  }

  private Page page(int number) {
    return asked.group("x").page(number);
  }

  private static void signal(RedisServer server, String name) throws Exception {
    int exit =
        new ProcessBuilder("kill", "-" + name, "" + server.process().pid()).start().waitFor();
    assertEquals(0, exit);
  }
}
