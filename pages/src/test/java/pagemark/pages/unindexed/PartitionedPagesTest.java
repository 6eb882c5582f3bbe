package pagemark.pages.unindexed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.entry.Position;
import pagemark.index.Extent;
import pagemark.listing.Choice;
import pagemark.listing.Listing;
import pagemark.listing.Selection;
import pagemark.pages.Definitions;
import pagemark.pages.items.PageItems;
import pagemark.pages.items.PageItems.FetchedItems;
import pagemark.pages.items.PageItems.FetchedItems.PageEnds;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Start;
import pagemark.pages.table.Pauses;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Tests how much pages from many partitions read.
final class PartitionedPagesTest {
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");
  private static final LocalDateTime BEGIN = LocalDateTime.of(2024, 5, 1, 0, 0);
  private static final int SHARDS = 5;

  private final MemoryTable table = new MemoryTable();
  private final UnindexedPages pages =
      new UnindexedPages(
          table, new PageItems(table, Pauses.by(InstantSource.system())), InstantSource.system());
  private final List<Map<String, AttributeValue>> notes = new ArrayList<>();

  private void put(Partitioned kind, LocalDateTime at, String stars, int shard) {
    Map<String, AttributeValue> note =
        kind.note("k%05d".formatted(notes.size()), at.format(MINUTE), stars, shard);
    notes.add(note);
    table.put(List.of(note));
  }

  private static PageRequest first(Partitioned kind, int size) {
    Listing listing = kind.listing();
    return Partitioned.request(listing, Selection.whole(listing.definition()), size);
  }

  private PageRequest behind(Partitioned kind, int note, int size) {
    Position position = Partitioned.position(kind.listing(), notes.get(note));
    return Partitioned.at(first(kind, size), new CursorPoint(true, position, true));
  }

  private PageEnds read(PageRequest request) {
    FetchedItems found = pages.read(request).orElseThrow();
    List<Position> sequence = Partitioned.sequence(request, notes);
    if (request.start() instanceof Start.Cursor(var from, _)) {
      sequence.removeIf(position -> position.compareTo(from.boundary()) < 0);
    }
    int size = Math.min(request.scope().size(), sequence.size());
    assertEquals(sequence.subList(0, size), found.positions());
    return found.ends();
  }

  @ParameterizedTest
  @CsvSource({"1", "5", "20", "99", "100"})
  void alternatingItemsCostThePageAndOneItemOfEachPartition(int size) {
    for (int i = 0; i < 1_000; i++) {
      put(Partitioned.SHARDS, BEGIN.plusMinutes(i), "1", i);
    }
    read(first(Partitioned.SHARDS, size));
    assertEquals(1, table.rounds());
    assertEquals(SHARDS, table.queries());
    assertEquals(SHARDS * (Math.ceilDiv(size, SHARDS) + 1), table.read());
  }

  /// Items come in runs of one partition; the runs become longer and longer.
  @ParameterizedTest
  @CsvSource({"1", "7", "20", "100"})
  void pagesOfAnyDistributionTakeAFewRounds(int size) {
    Random random = new Random(size);
    int shard = 0;
    int left = 0;
    for (int i = 0; i < 1_500; i++, left--) {
      if (left == 0) {
        shard = random.nextInt(SHARDS);
        left = 1 + random.nextInt(1 + i / 5);
      }
      put(Partitioned.SHARDS, BEGIN.plusMinutes(i), "1", shard);
    }
    for (int i = 0; i < 1_500; i += Extent.of(123, 41)) {
      table.count();
      read(behind(Partitioned.SHARDS, i, size));
      assertTrue(table.rounds() <= 6, table.rounds() + " rounds");
      assertTrue(table.read() <= 3 * (size + SHARDS), table.read() + " items");
    }
  }

  @Test
  void aDayThatHasThePageIsReadAlone() {
    for (int i = 0; i < 500; i++) {
      put(Partitioned.DAYS, BEGIN.plusMinutes(i), "1", 0);
    }
    read(behind(Partitioned.DAYS, 100, 20));
    assertEquals(1, table.queries());
    assertEquals(22, table.read());
  }

  @Test
  void emptyDaysAreReadManyAtATime() {
    put(Partitioned.DAYS, BEGIN, "1", 0);
    put(Partitioned.DAYS, BEGIN.plusDays(300), "1", 0);
    put(Partitioned.DAYS, BEGIN.plusDays(301), "1", 0);
    read(behind(Partitioned.DAYS, 0, 1));
    assertEquals(8, table.rounds());
    assertEquals(1 + 4 + 16 + 5 * PartitionIterator.QUERIES_MAX, table.queries());
  }

  @Test
  void moreEmptyDaysNeedTheIndex() {
    put(Partitioned.DAYS, BEGIN, "1", 0);
    put(Partitioned.DAYS, BEGIN.plusDays(400), "1", 0);
    assertEquals(Optional.empty(), pages.read(behind(Partitioned.DAYS, 0, 1)));
    assertEquals(8, table.rounds());
  }

  @Test
  void theFirstPageOfDaysNeedsTheIndex() {
    put(Partitioned.DAYS, BEGIN, "1", 0);
    assertEquals(Optional.empty(), pages.read(first(Partitioned.DAYS, 1)));
    assertEquals(0, table.rounds());
  }

  @Test
  void aTieIsCompletedInEveryPartition() {
    for (int i = 0; i < 1_000; i++) {
      put(Partitioned.SHARDS, BEGIN, "1", i / 500);
    }
    put(Partitioned.SHARDS, BEGIN.plusDays(1), "1", 0);
    read(first(Partitioned.SHARDS, 20));
    assertEquals(3, table.rounds());
  }

  @Test
  void aTieOfMoreThanAThousandNeedsTheIndex() {
    for (int i = 0; i < 1_001; i++) {
      put(Partitioned.SHARDS, BEGIN, "1", 4);
    }
    assertEquals(Optional.empty(), pages.read(first(Partitioned.SHARDS, 20)));
    assertEquals(1_001, table.read());
  }

  @Test
  void aFilterWithoutAnIndexOfItsOwnNeedsTheIndex() {
    Listing listing = Partitioned.SHARDS.listing();
    assertEquals(Optional.empty(), pages.read(filtered(listing, 1)));
    assertEquals(Optional.empty(), pages.read(filtered(Partitioned.FILTER.listing(), 0)));
    assertEquals(0, table.rounds());
  }

  private static PageRequest filtered(Listing listing, int... ordinals) {
    TreeSet<Integer> chosen = new TreeSet<>();
    for (int ordinal : ordinals) {
      chosen.add(ordinal);
    }
    Choice stars = new Choice(listing.definition().filters().getFirst(), chosen);
    return Partitioned.request(listing, new Selection(List.of(stars)), 10);
  }

  @Test
  void aFilterReadsThePartitionsOfItsValues() {
    for (int i = 0; i < 400; i++) {
      put(Partitioned.FILTER, BEGIN.plusMinutes(i), Integer.toString(i / 2 % 4), i);
    }
    read(filtered(Partitioned.FILTER.listing(), 1, 3));
    assertEquals(4, table.queries());
    assertEquals(16, table.read());
  }

  @Test
  void anIndexOfKeysOnlyIsTrustedAndThenCheckedAgainstTheTable() {
    for (int i = 0; i < 40; i++) {
      put(Partitioned.FILTER, BEGIN.plusMinutes(i), Integer.toString(i % 4), i);
    }
    Listing keysOnly =
        Definitions.only(
            Partitioned.FILTER
                .definition()
                .replace("\"byStars\",", "\"byStars\", \"projection\": \"keys\","));
    FetchedItems found = pages.read(filtered(keysOnly, 1)).orElseThrow();
    assertEquals(10, found.shown().size());
    assertNull(found.ends().after());
    assertEquals(Partitioned.sequence(filtered(keysOnly, 1), notes), found.positions());
  }
}
