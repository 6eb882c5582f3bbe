package pagemark.pages.unindexed;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.pages.ListedTable;
import pagemark.pages.items.PageItems;
import pagemark.pages.request.PageRequest;
import pagemark.pages.table.Pauses;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Compares first pages and pages at cursors, of random notes in many partitions, with a sorted
/// list.
final class PartitionedPagesModelTest {
  private static final long SEED = 20_261_121;
  private static final int TABLES = 25;
  private static final int REQUESTS = 10;

  private final Random random = new Random(SEED);
  private final List<Map<String, AttributeValue>> notes = new ArrayList<>();
  private MemoryTable table = new MemoryTable();

  private UnindexedPages pages() {
    return new UnindexedPages(
        table, new PageItems(table, Pauses.by(InstantSource.system())), InstantSource.system());
  }

  @ParameterizedTest
  @EnumSource
  void pagesFollowEachOtherThroughASortedList(Partitioned kind) {
    System.out.println("seed " + SEED);
    for (int i = 0; i < TABLES; i++) {
      int days = 1 + random.nextInt(8);
      fill(kind, days);
      for (int j = 0; j < REQUESTS; j++) {
        new FollowedPages(pages(), notes).check(request(kind, days));
      }
    }
  }

  /// Fills the table, also with notes that no page may show: poison, of another group, or in the
  /// partition of others.
  private void fill(Partitioned kind, int days) {
    notes.clear();
    table = new MemoryTable();
    int count = random.nextInt(120);
    for (int i = 0; i < count; i++) {
      Map<String, AttributeValue> note = new HashMap<>(kind.note(random, "k" + i, days));
      switch (random.nextInt(20)) {
        case 0 -> note.put("SK", fromS(ListedTable.text(note, "SK") + "!"));
        case 1 -> note.put("topic", fromS("another"));
        case 2 -> note.put("P", fromS("nowhere"));
        default -> {}
      }
      if (!ListedTable.text(note, "P").equals("nowhere")) {
        notes.add(note);
      }
      table.put(List.of(note));
    }
  }

  private PageRequest request(Partitioned kind, int days) {
    return kind.request(kind.listing(), random, days);
  }
}
