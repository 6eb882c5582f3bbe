package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import pagemark.entry.Order;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.proof.TableOrder.Group;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// On small generated data, while items move between cells: after inserts, replacements and deletes
/// every page of every cell and of random combinations is that of the filtered, sorted table.
@Nightly
@TakesLong(nightly = 30)
final class FilteredStandInIT {
  private static final long SEED = 20_261_121;
  private static final int COMBINATIONS = Extent.of(24, 100);

  private final Random random = new Random(SEED);
  private final StandIn items = new StandIn(random);

  @Test
  void ratingsFilteredByRatingAreTheFilteredTable() throws Exception {
    assertFiltered(FilteredTables.RATINGS, FilteredTables.RATINGS_OF_MOVIES, items::ratingById);
  }

  @Test
  void editsFilteredByLanguageAndNamespaceAreTheFilteredTable() throws Exception {
    assertFiltered(FilteredTables.EDITS, FilteredTables.EDITS_OF_WIKIPEDIA, items::edit);
  }

  private void assertFiltered(
      ProvenTable table, FilteredListing listing, Supplier<Map<String, AttributeValue>> newItem)
      throws Exception {
    System.out.println("seed " + SEED);
    try (ProofStack stack = ProofStack.start(table);
        PageWalk walk = stack.walk(listing.order())) {
      stack.write(
          new RandomWrites(random, table.key(), newItem)
              .of(Extent.of(90, 300), Extent.of(50, 200)));
      Group group = stack.groups(listing.order()).getFirst();
      List<List<List<String>>> combinations = new ArrayList<>(listing.cells());
      for (int i = 0; i < COMBINATIONS; i++) {
        combinations.add(listing.filters().stream().map(f -> f.some(random)).toList());
      }
      PageComparison comparison = new PageComparison(walk);
      for (List<List<String>> wanted : combinations) {
        Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
        listing.compare(comparison, group, wanted, new PageWalk.Path(group.name(), order, 7));
      }
      assertEquals(List.of(), comparison.firstMismatches());
      assertTrue(comparison.items() > 3L * group.size(), "only " + comparison.items());
    }
  }
}
