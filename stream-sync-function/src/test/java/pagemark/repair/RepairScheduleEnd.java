package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import pagemark.audit.AuditResult;
import pagemark.entry.Entry;
import pagemark.tree.node.NodeKey;
import pagemark.tree.simulation.TreeCheck;

/// The end of a [RepairSchedule]: the tree holds exactly what the table holds, with the right
/// counts, and an audit says the same.
record RepairScheduleEnd(RepairWorld world) {
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
    AuditResult result = world.audit(world.dynamo, false);
    assertEquals(Map.of(), result.differences());
    assertEquals(0, result.count(AuditResult.Count.MISCOUNTED));
    assertTrue(result.isOver());
  }
}
