package pagemark.proof;

import static java.util.Comparator.comparing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.proof.ProofStack.Effort;
import pagemark.proof.TableOrder.Group;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What [MovieProof] and [AnyTableProof] show of real data, on small generated data of the same
/// kind: after inserts, replacements and deletes every page of every group of every listing is the
/// table's, in both orders and four sizes.
@Nightly
@TakesLong(nightly = 90)
final class StandInIT {
  private static final long SEED = 20_260_301;
  private static final int FILLS = Extent.of(50, 300);
  private static final int CHANGES = Extent.of(30, 150);
  private static final int PREFIXES = Extent.of(10, 100);
  private static final int FILLS_OF_TIES = 300;
  private static final Effort EVERYTHING = new Effort(Integer.MAX_VALUE, Integer.MAX_VALUE);

  private final Random random = new Random(SEED);
  private final StandIn items = new StandIn(random);

  @Test
  void ratingsByTimeAndByRatingAreTheTable() throws Exception {
    assertPagesAreTheTable(RatingTables.BY_ID, items::ratingById);
  }

  @Test
  void ratingsOfANumberAndAStringAsKeyAreTheTable() throws Exception {
    assertPagesAreTheTable(RatingTables.BY_MOVIE_AND_USER, items::ratingByMovieAndUser);
  }

  @Test
  void editsWithTitlesInAllScriptsAreTheTable() throws Exception {
    assertPagesAreTheTable(EditTable.BY_LANGUAGE, items::edit);
  }

  @Test
  void ratingsWithoutGroupsByTimeAndByStarsAreTheTable() throws Exception {
    assertPagesAreTheTable(AnyTables.RATINGS, items::ratingById);
  }

  @Test
  void editsByTitleAsPeopleSortItAndByTimeAreTheTable() throws Exception {
    assertPagesAreTheTable(AnyTables.EDITS, items::edit);
  }

  @Test
  void prefixesInAnyCaseFindTitles() throws Exception {
    System.out.println("seed " + SEED);
    try (ProofStack stack = ProofStack.start(AnyTables.EDITS);
        PageWalk walk = stack.walk(AnyTables.TITLES)) {
      stack.write(new RandomWrites(random, List.of("page"), items::edit).of(FILLS, CHANGES));
      PageComparison done =
          new TitlePrefixes(walk, random).compare(stack.groups(AnyTables.TITLES), PREFIXES);
      assertEquals(List.of(), done.firstMismatches());
      assertTrue(done.items() > PREFIXES, "only " + done.items());
    }
  }

  private void assertPagesAreTheTable(
      ProvenTable table, Supplier<Map<String, AttributeValue>> newItem) throws Exception {
    System.out.println("seed " + SEED);
    try (ProofStack stack = ProofStack.start(table)) {
      stack.write(new RandomWrites(random, table.key(), newItem).of(FILLS, CHANGES));
      for (TableOrder order : table.orders()) {
        List<Group> groups = stack.groups(order);
        PageComparison done = stack.compare(order, groups, EVERYTHING);
        assertEquals(List.of(), done.firstMismatches(), order.listing());
        long shown = groups.stream().mapToLong(Group::size).sum();
        assertTrue(shown > FILLS / 2, order.listing());
        assertEquals(shown * 2 * Effort.SIZES.size(), done.items(), order.listing());
        assertItemsAreFound(stack, order, groups.getFirst());
        assertCursorsLeadThrough(stack, order, groups.getFirst());
      }
    }
  }

  private static void assertCursorsLeadThrough(ProofStack stack, TableOrder order, Group group) {
    List<String> ascending = group.items().stream().map(ItemText::of).toList();
    try (PageWalk walk = stack.walk(order)) {
      for (Order way : Order.values()) {
        List<String> seen =
            walk.crawl(new PageWalk.Path(group.name(), way, 7)).stream().map(ItemText::of).toList();
        assertEquals(way == Order.ASCENDING ? ascending : ascending.reversed(), seen);
      }
    }
  }

  private void assertItemsAreFound(ProofStack stack, TableOrder order, Group group) {
    try (PageWalk walk = stack.walk(order)) {
      for (int rank = 0; rank < group.size(); rank += 1 + random.nextInt(10)) {
        Map<String, AttributeValue> item = group.items().get(rank);
        List<String> key = order.key().stream().map(name -> Attribute.text(item, name)).toList();
        PageWalk.Path path = new PageWalk.Path(group.name(), Order.ASCENDING, 7);
        assertEquals(rank / 7 + 1, walk.numberOf(path, key), () -> order.listing() + " " + item);
      }
    }
  }

  @Test
  void standInsHaveManyTies() {
    assertTies(RatingTables.BY_ID, items::ratingById, List.of(4, 15));
    assertTies(RatingTables.BY_MOVIE_AND_USER, items::ratingByMovieAndUser, List.of(4, 2, 1));
    assertTies(EditTable.BY_LANGUAGE, items::edit, List.of(2, 15));
  }

  /// @param least that the listings must have tied, in the order of the table's listings
  private void assertTies(
      ProvenTable table, Supplier<Map<String, AttributeValue>> newItem, List<Integer> least) {
    List<Map<String, AttributeValue>> written = filled(table.key(), newItem);
    for (int i = 0; i < least.size(); i++) {
      TableOrder order = table.orders().get(i);
      int tied = order.mostTied(order.groups(written).getFirst());
      assertTrue(tied >= least.get(i), order.listing() + " has only " + tied + " tied");
    }
  }

  @Test
  void titlesAreOrderedOtherwiseByUtf16() {
    List<String> titles =
        filled(List.of("page"), items::edit).stream()
            .map(item -> Attribute.text(item, "page"))
            .toList();
    List<String> byUtf8 = titles.stream().sorted(comparing(Bytes::utf8)).toList();
    assertNotEquals(titles.stream().sorted().toList(), byUtf8);
  }

  private List<Map<String, AttributeValue>> filled(
      List<String> key, Supplier<Map<String, AttributeValue>> newItem) {
    return new RandomWrites(random, key, newItem)
        .of(FILLS_OF_TIES, 0).stream()
            .filter(Write.Insert.class::isInstance)
            .map(write -> ((Write.Insert) write).item())
            .toList();
  }
}
