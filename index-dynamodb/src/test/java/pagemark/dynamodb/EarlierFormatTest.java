package pagemark.dynamodb;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.node.InnerCounts;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.request.RootScan;
import pagemark.dynamodb.simulation.SimulatedDynamo;
import pagemark.dynamodb.tree.NodeLimits;
import pagemark.dynamodb.tree.TreeWriter;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.rows.InMemoryRuns;

/// An index that an earlier version has built. Its readers believe the counts of a root, so a
/// writer of this version keeps them right.
final class EarlierFormatTest {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("shirt"));
  private static final int ENTRIES = 100;

  private final SimulatedDynamo dynamo = new SimulatedDynamo("g");

  /// Appends one by one, and returns how many entries the root counts.
  private long countedByTheRoot(int format) {
    TreeWriter trees =
        new TreeWriter(dynamo, new NodeLimits(400, 6, 2_048, 16_384), new Random(1), _ -> {});
    RootScan none = (_, _) -> new RootScan.RootsPart(List.of(), RootScan.BEGIN);
    DynamoWriter writer =
        new DynamoWriter(
            trees,
            _ -> Optional.of(format),
            () -> Instant.EPOCH,
            Duration.ofDays(1),
            SimulatedProcess.oneByOne(),
            new TreeSweep(none, trees),
            new InMemoryRuns(1));
    for (int i = 0; i < ENTRIES; i++) {
      Bytes item = Bytes.utf8("item" + i);
      Entry entry = new Entry(Cell.WHOLE, new Position(i, item));
      Op op = new Op(item, new Sequence("1"), entry, Set.of());
      writer.write(List.of(new GroupWrite(GROUP, List.of(op))));
    }
    Item counts = requireNonNull(dynamo.item(NodeKey.root(GROUP), Item.Name.C));
    return assertInstanceOf(InnerCounts.class, counts).tally().entries();
  }

  @Test
  void allTalliesAreRaisedInAnIndexOfTheFirstFormat() {
    assertEquals(ENTRIES, countedByTheRoot(1));
  }

  @Test
  void thoseOfTheEndAreNotInAnIndexOfThisFormat() {
    assertNotEquals(ENTRIES, countedByTheRoot(DynamoMarkers.FORMAT));
  }
}
