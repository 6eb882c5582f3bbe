package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import pagemark.audit.AuditResult;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.read.TreeReader;
import pagemark.dynamodb.simulation.TreeCheck;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.Window;

/// The end of a [RepairSchedule]: the tree holds exactly what the table holds, with the right
/// counts, its pages are right, and an audit says the same.
record RepairScheduleEnd(RepairWorld world) {
  private static final int PAGE = 7;

  /// Repairs what only an audit finds, and compares.
  ///
  /// @param needsAudit whether something may be wrong that no suspect tells of
  void check(boolean needsAudit) {
    assertEquals(List.of(), world.suspects.list(world.generation.listing(), "", 1));
    if (needsAudit) {
      assertEquals(0, world.audit(world.dynamo, true).count(AuditResult.Count.OPEN));
    }
    List<Entry> expected =
        world.table.byKey().values().stream()
            .map(world::entry)
            .sorted(Comparator.comparing(Entry::position))
            .toList();
    assertEquals(expected, TreeCheck.entries(world.dynamo, NodeKey.root(world.group)));
    judgePages(expected.stream().map(Entry::position).toList(), Order.ASCENDING);
    judgePages(expected.stream().map(Entry::position).toList().reversed(), Order.DESCENDING);
    AuditResult result = world.audit(world.dynamo, false);
    assertEquals(Map.of(), result.differences());
    assertEquals(0, result.count(AuditResult.Count.MISCOUNTED));
    assertTrue(result.isOver());
  }

  private void judgePages(List<Position> expected, Order order) {
    PageIndexReader reader = new TreeReader(world.dynamo, _ -> () -> true, _ -> {}, 1 << 20);
    for (int from = 0; from < expected.size(); from += PAGE) {
      PageQuery query =
          new PageQuery(
              world.group,
              List.of(Cell.WHOLE),
              List.of(Cell.WHOLE),
              Layout.SCORE,
              order,
              Window.WHOLE,
              new Anchor.Rank(from),
              PAGE,
              0);
      var page = reader.page(query);
      assertEquals(expected.size(), page.total(), "the total");
      assertEquals(
          expected.subList(from, Math.min(from + PAGE, expected.size())), page.positions());
    }
  }
}
