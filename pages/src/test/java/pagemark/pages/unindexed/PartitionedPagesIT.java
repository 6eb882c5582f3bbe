package pagemark.pages.unindexed;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.pages.ListedTable;
import pagemark.pages.items.PageItems;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.TableReader;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// First pages and pages at cursors from many partitions on DynamoDB, with indexes that carry all
/// attributes and with indexes that carry keys only.
@TakesLong(10)
final class PartitionedPagesIT {
  private static final long SEED = 20_261_122;
  private static final int NOTES = Extent.of(100, 300);
  private static final int REQUESTS = Extent.of(4, 12);
  private static final int DAYS = 6;

  @ParameterizedTest
  @EnumSource
  void pagesFollowEachOtherThroughASortedList(Partitioned kind) {
    check(kind, new ListedTable("partitioned-" + kind, kind.definition()));
  }

  @ParameterizedTest
  @EnumSource
  void itemsAreReadByKeyIfTheIndexHasKeysOnly(Partitioned kind) {
    String keysOnly =
        kind.definition().replace("\"index\": \"by", "\"projection\": \"keys\", \"index\": \"by");
    check(kind, new ListedTable("partitioned-keys-" + kind, keysOnly));
  }

  private void check(Partitioned kind, ListedTable shop) {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED + shop.table().hashCode());
    List<Map<String, AttributeValue>> notes = new ArrayList<>();
    for (int i = 0; i < NOTES; i++) {
      notes.add(kind.note(random, "k" + random.nextInt(1_000) + "-" + i, DAYS));
    }
    shop.intoTable(notes);
    TableReader table = shop.tableReader();
    UnindexedPages pages =
        new UnindexedPages(
            table, new PageItems(table, Pauses.by(InstantSource.system())), InstantSource.system());
    for (int i = 0; i < REQUESTS; i++) {
      new FollowedPages(pages, notes).check(kind.request(shop.listing(), random, DAYS));
    }
  }
}
