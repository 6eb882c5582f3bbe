package pagemark.list;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;

/// What needs a store that loses data, or a clock that goes on.
final class ListRebuildTest {
  private static final ListDefinition NAMES = ListDefinition.of("names", SortKey.Kind.NUMBER);
  private static final ListGeneration ONLY = new ListGeneration("only", Instant.EPOCH);
  private static final ListQuery ALL = ListQuery.of("red");

  private Instant now = Instant.parse("2026-01-01T12:58:00Z");
  private final IndexSettings settings =
      new IndexSettings(Duration.ofHours(1), Duration.ofSeconds(1), Duration.ofSeconds(1));
  private final InMemoryIndex index = new InMemoryIndex(() -> now, settings);
  private final ListStore store = new ListStore(index, settings);
  private ListRebuild rebuild;

  @BeforeEach
  void begin() {
    rebuild = store.begin(NAMES, ONLY);
  }

  private static ListItem item(String key) {
    return new ListItem("red", key, SortKey.number(1));
  }

  /// All markers are there; the last rows are not.
  @Test
  void aStoreThatComesBackAsItWasDoesNotServe() {
    rebuild.row(item("a"), 1);
    Runnable restart = index.saved();
    rebuild.row(item("b"), 1);
    restart.run();
    assertThrows(IndexException.NotReady.class, rebuild::finish);
    assertThrows(IndexException.NotReady.class, () -> store.list(NAMES, ONLY).total(ALL));
  }

  @Test
  void aStoreThatHasLostItsMarkersDoesNotServe() {
    index.flush();
    assertThrows(IndexException.NotReady.class, rebuild::finish);
  }

  @Test
  void norIfARowCameAfterTheLoss() {
    rebuild.row(item("a"), 1);
    Runnable restart = index.saved();
    rebuild.row(item("b"), 1);
    restart.run();
    rebuild.row(item("c"), 1);
    assertThrows(IndexException.NotReady.class, rebuild::finish);
  }

  @Test
  void aRowThatAChangeHasReplacedOrThatIsOlderThanFencesIsNoLoss() {
    rebuild.row(item("a"), 1);
    store.list(NAMES, ONLY).write(Change.deleted(item("a"), 2, now));
    rebuild.row(new ListItem("blue", "b", SortKey.number(1)), 1);
    now = now.plus(Duration.ofHours(3));
    store.sweep(NAMES, ONLY);
    rebuild.finish();
    assertEquals(0, store.list(NAMES, ONLY).total(ALL));
  }

  /// The source's clock is four minutes ahead, so the change looks younger than its deletion's
  /// fence is.
  @Test
  void aChangeThatComesAgainAfterItsFenceIsADoubt() {
    rebuild.finish();
    ListIndex list = store.list(NAMES, ONLY);
    Instant ahead = now.plus(Duration.ofMinutes(4));
    Change created = Change.created(item("a"), 1, ahead);
    assertEquals(Outcome.APPLIED, list.write(created));
    now = now.plus(Duration.ofMinutes(1));
    list.write(Change.deleted(item("a"), 2, ahead.plus(Duration.ofMinutes(1))));
    now = now.plus(Duration.ofMinutes(62)).minusSeconds(30);
    assertEquals(Outcome.DOUBTFUL, list.write(created));
    assertEquals(List.of(), list.page(ALL, 1).keys());
  }
}
