package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.audit.AuditResult;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.proof.ProofStack.Effort;

/// Ratings whose stream records are delivered three times, out of order, while rebuilds run: audits
/// find nothing, and the pages of movies, tags, all ratings and open values equal the table.
@Nightly
@TakesLong(nightly = 45)
final class RedeliveryIT {
  private static final long SEED = 20_261_121;

  @Test
  void recordsThatComeThreeTimesOutOfOrderBesideRebuildsLeaveTheTablesPages() throws Exception {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    StandIn items = new StandIn(random);
    ProvenTable table = RatingTables.TAGGED;
    List<Write> writes =
        new RandomWrites(random, table.key(), () -> RatingTables.tagged(items.ratingById()))
            .of(Extent.of(400, 3_000), Extent.of(150, 1_000));
    try (ProofStack stack = ProofStack.start(table)) {
      RedeliveryRun.Figures figures = new RedeliveryRun(stack, SEED).run(writes);
      assertEquals(2 * TableWriter.records(writes, table.key()), figures.redelivered());
      assertTrue(figures.rebuilds() > 0, "no rebuild beside the writes");
      assertTrue(
          figures.audits().stream().allMatch(RedeliveryIT::isWithoutDifference), figures::toString);
      for (TableOrder order : table.orders()) {
        assertEquals(
            List.of(),
            stack.compare(order, stack.groups(order), new Effort(10, 0)).firstMismatches());
      }
      for (OpenValues values : RatingTables.TAGGED_VALUES) {
        PageComparison done = values.compare(stack, 3, 5);
        assertEquals(List.of(), done.firstMismatches(), values::toString);
        assertTrue(done.pages() > 0, values::toString);
      }
    }
  }

  private static boolean isWithoutDifference(AuditResult audit) {
    return audit.isClean()
        && audit.different() == 0
        && audit.count(AuditResult.Count.UNSETTLED) == 0;
  }
}
