package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.state.InMemoryState;
import pagemark.state.StateStore;
import pagemark.state.Suspect;
import pagemark.state.Suspects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class SuspectFilingTest {
  private final Suspects kept = Suspects.of(new InMemoryState());
  private Instant now = Instant.parse("2024-05-01T00:00:00Z");
  private final SuspectFiling filing = new SuspectFiling(kept, () -> now);

  private Suspect suspect(int number) {
    Bytes member = Bytes.utf8("item" + number);
    return new Suspect(
        "comments",
        "g1",
        Map.of("PK", AttributeValue.fromS("item" + number)),
        "x",
        new Entry(Cell.WHOLE, new Position(1, member)),
        "the item is not in the group",
        now);
  }

  private List<Suspect> suspects(int from, int to) {
    return IntStream.range(from, to).mapToObj(this::suspect).toList();
  }

  private int file(int from, int to) {
    SuspectFiling.Filed filed = filing.file(suspects(from, to));
    assertNull(filed.failure());
    return filed.count();
  }

  private int kept() {
    return kept.list("comments", "", 10_000).size();
  }

  @Test
  void filesAFewOfAPage() {
    assertEquals(0, file(0, 0));
    assertEquals(3, file(0, 20));
    assertEquals(Set.copyOf(suspects(0, 3)), Set.copyOf(kept.list("comments", "", 10)));
  }

  @Test
  void filesTheRestWithLaterPages() {
    assertEquals(3, file(0, 5));
    assertEquals(2, file(0, 5));
    assertEquals(0, file(0, 5));
    assertEquals(5, kept());
  }

  @Test
  void filesTenASecond() {
    for (int page = 0; page < 10; page++) {
      file(10 * page, 10 * page + 2);
    }
    assertEquals(10, kept());
    now = now.plusMillis(500);
    for (int page = 10; page < 20; page++) {
      file(10 * page, 10 * page + 2);
    }
    assertEquals(15, kept());
    now = now.plusSeconds(100);
    for (int page = 20; page < 40; page++) {
      file(10 * page, 10 * page + 2);
    }
    assertEquals(25, kept());
  }

  @Test
  void filesNoMoreThanThatAfterTheClockWasSetBack() {
    assertEquals(3, file(0, 3));
    now = now.minusSeconds(3_600);
    assertEquals(3, file(3, 6));
    assertEquals(3, file(6, 9));
    assertEquals(1, file(9, 12));
    now = now.plusSeconds(3_600).plusMillis(99);
    assertEquals(0, file(10, 13));
  }

  @Test
  void filesAnEntryAgainAfterTenMinutes() {
    assertEquals(1, file(0, 1));
    now = now.plusSeconds(599);
    assertEquals(0, file(0, 1));
    now = now.plusSeconds(1);
    assertEquals(1, file(0, 1));
  }

  @Test
  void remembersAThousandEntries() {
    for (int i = 0; i < 1_000; i++) {
      assertEquals(1, file(i, i + 1));
      now = now.plusMillis(100);
    }
    assertEquals(0, file(0, 1));
    assertEquals(1, file(1_000, 1_001));
    now = now.plusMillis(100);
    assertEquals(1, file(0, 1));
    now = now.plusSeconds(600);
    assertEquals(1, file(9, 10));
    for (int i = 1_001; i < 1_010; i++) {
      now = now.plusMillis(100);
      assertEquals(1, file(i, i + 1));
    }
    now = now.plusMillis(100);
    assertEquals(0, file(9, 10), "filed last, it is not forgotten first");
  }

  @Test
  void pausesAfterAFailure() {
    IllegalStateException failure = new IllegalStateException();
    var flaky =
        new Suspects() {
          int calls;
          boolean down = true;

          @Override
          public void file(Suspect suspect) {
            calls++;
            if (down) {
              throw failure;
            }
            kept.file(suspect);
          }

          @Override
          public StateStore state() {
            return kept.state();
          }
        };
    SuspectFiling faulty = new SuspectFiling(flaky, () -> now);
    assertSame(failure, faulty.file(suspects(0, 3)).failure());
    assertNull(faulty.file(suspects(0, 3)).failure());
    assertEquals(1, flaky.calls);
    flaky.down = false;
    now = now.plusSeconds(9);
    assertEquals(0, faulty.file(suspects(0, 3)).count());
    now = now.plusSeconds(1);
    assertEquals(3, faulty.file(suspects(0, 3)).count());
  }
}
