package pagemark.dynamodb.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Put;
import pagemark.tree.request.RootScan;
import pagemark.tree.request.RootScan.Root;
import pagemark.tree.request.RootScan.RootsPart;

/// A scan of DynamoDB Local finds each root once, in parts of 500 items, and no other node.
final class DynamoScanIT {
  private static final String GENERATION = "g1";
  private static final int ROOTS = 1_003;

  private final LocalTables tables = LocalTables.create();
  private final DynamoScan scan = new DynamoScan(tables.calls(), tables.names());

  private static GroupRef group(int i) {
    return new GroupRef(GENERATION, "by-time", new Group("g" + i));
  }

  private static Put put(NodeKey node, GroupRef group) {
    GroupName name = node.isRoot() ? GroupName.of(group) : null;
    return new Put(node, new Leaf(1, 1, new TreeMap<>(), 0, name), Expected.ABSENT);
  }

  @Test
  void eachRootIsInOnePart() {
    List<GroupRef> groups = IntStream.range(0, ROOTS).mapToObj(DynamoScanIT::group).toList();
    List<Put> puts = new ArrayList<>();
    groups.forEach(group -> puts.add(put(NodeKey.root(group), group)));
    puts.add(put(NodeKey.root(group(0)).node(7), group(0)));
    tables.nodes(GENERATION).send(puts);

    List<GroupRef> found = new ArrayList<>();
    String from = RootScan.BEGIN;
    for (int items : List.of(500, 500, ROOTS + 1 - 1_000)) {
      RootsPart part = scan.roots(GENERATION, from);
      List<Root> roots = part.roots();
      assertTrue(items - roots.size() <= 1, "the node that is no root is one of them");
      roots.forEach(root -> found.add(root.group().ref(GENERATION)));
      from = part.next();
    }
    assertEquals(RootScan.BEGIN, from);
    assertEquals(ROOTS, found.size());
    assertEquals(new HashSet<>(groups), new HashSet<>(found));
  }

  @Test
  void whatIsNoPositionIsRefused() {
    tables.nodes(GENERATION);
    assertThrows(IllegalArgumentException.class, () -> scan.roots(GENERATION, "7"));
  }
}
