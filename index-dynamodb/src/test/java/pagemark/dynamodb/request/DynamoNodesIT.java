package pagemark.dynamodb.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.DoubleAdder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.TakesLong;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.request.Nodes;
import pagemark.tree.simulation.NodesContract;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// Nodes on DynamoDB Local pass the contract, and the largest requests work there.
@TakesLong(value = 15, nightly = 90)
final class DynamoNodesIT extends NodesContract {
  private static final int ITEM_BYTES_MAX = 400 * 1_024;

  private static LocalTables tables;

  @BeforeAll
  static void start() {
    tables = LocalTables.create();
  }

  @Override
  protected Nodes nodes(String generation) {
    return tables.nodes(generation);
  }

  private static NodeKey root(String generation) {
    return NodeKey.root(new GroupRef(generation, "by-time", new Group("g")));
  }

  /// 100 children with names and versions of the most digits, and as many of 512 cells as an item
  /// of 400 KB has room for.
  @Test
  void theLargestTellIsDone() {
    NodeKey node = root("largest");
    Nodes nodes = nodes("largest");
    InnerCounts before = new InnerCounts(Long.MAX_VALUE - 2, largest(Long.MAX_VALUE - 1));
    assertTrue(ItemCodec.bytes(before) > ITEM_BYTES_MAX * 85 / 100, "" + ItemCodec.bytes(before));
    assertTrue(ItemCodec.bytes(before) <= ITEM_BYTES_MAX, "" + ItemCodec.bytes(before));
    nodes.send(new NodeRequest.Put(node, before, Expected.ABSENT));
    Map<Long, Tally> told = largest(Long.MAX_VALUE);
    InnerCounts after = new InnerCounts(Long.MAX_VALUE - 1, told);
    assertEquals(new NodeAnswer.Done(after), nodes.send(new NodeRequest.RaiseTallies(node, told)));
    assertEquals(
        new NodeAnswer.Refused(after), nodes.send(new NodeRequest.RaiseTallies(node, told)));
    assertEquals(new NodeAnswer.Node(null, after), nodes.send(new NodeRequest.GetNode(node, true)));
  }

  private static Map<Long, Tally> largest(long version) {
    Map<Cell, Long> cells = new HashMap<>();
    for (int cell = 0; cell < 512; cell++) {
      cells.put(new Cell("%d.%d.%d".formatted(cell / 64, cell / 8 % 8, cell % 8)), 30_000_000L);
    }
    Map<Long, Tally> tallies = new HashMap<>();
    for (long child = 0; child < NodeRequest.RaiseTallies.TALLIES_MAX; child++) {
      tallies.put(Long.MAX_VALUE - child, new Tally(version, Long.MAX_VALUE, cells));
    }
    return tallies;
  }

  /// A split of a root whose registers are the largest: 100 items, 3 MB in all.
  @Test
  void theLargestTransactionIsDone() {
    NodeKey root = root("transaction");
    Nodes nodes = nodes("transaction");
    List<Write> writes = new ArrayList<>();
    List<NodeRequest> reads = new ArrayList<>();
    for (int id = 1; id <= NodeRequest.Transaction.WRITES_MAX; id++) {
      writes.add(new NodeRequest.Put(root.node(id), leaf(id, 30_000), Expected.ABSENT));
      reads.add(new NodeRequest.Get(root.node(id), true));
    }
    assertEquals(new NodeAnswer.Done(null), nodes.send(new NodeRequest.Transaction(writes)));
    List<NodeAnswer> read = nodes.send(reads);
    for (int id = 1; id <= writes.size(); id++) {
      assertEquals(new NodeAnswer.Content(leaf(id, 30_000)), read.get(id - 1));
    }
  }

  private static Leaf leaf(long version, int bytes) {
    NavigableMap<Bytes, Register> registers = new TreeMap<>();
    registers.put(Bytes.of(new byte[bytes]), new Register(new Cell("1"), null));
    return new Leaf(version, 1, registers);
  }

  /// 250 nodes and one of them again are read in three calls, each in its place.
  @Test
  void manyReadsOfAListAreAnsweredInOrder() {
    Nodes nodes = tables.nodes("list");
    NodeKey root = root("list");
    for (int from = 0; from < 250; from += 50) {
      List<Write> writes = new ArrayList<>();
      for (int id = from; id < from + 50; id++) {
        writes.add(new NodeRequest.Put(root.node(id), leaf(id, 10), Expected.ABSENT));
      }
      nodes.send(new NodeRequest.Transaction(writes));
    }
    List<NodeRequest> reads = new ArrayList<>();
    List<NodeAnswer> expected = new ArrayList<>();
    for (long id = 0; id < 250; id++) {
      reads.add(new NodeRequest.Get(root.node(id), true));
      expected.add(new NodeAnswer.Content(leaf(id, 10)));
    }
    reads.add(100, new NodeRequest.Get(root.node(7), true));
    expected.add(100, new NodeAnswer.Content(leaf(7, 10)));
    reads.add(new NodeRequest.Get(root.node(999), true));
    expected.add(new NodeAnswer.Content(null));
    reads.add(new NodeRequest.Get(root.node(8), false));
    expected.add(new NodeAnswer.Content(leaf(8, 10)));
    assertEquals(expected, nodes.send(reads));
  }

  @Test
  void whoAsksIsToldWhatItsReadsConsume() {
    Nodes nodes = tables.nodes("metered");
    nodes.send(new NodeRequest.Put(root("metered"), leaf(1, 10), Expected.ABSENT));
    nodes.send(new NodeRequest.Put(root("metered").node(1), leaf(1, 10), Expected.ABSENT));
    DoubleAdder units = new DoubleAdder();
    Nodes metered = nodes.metered(units::add);
    metered.send(new NodeRequest.Get(root("metered"), false));
    metered.send(new NodeRequest.Get(root("metered"), true));
    nodes.send(new NodeRequest.Get(root("metered"), true));
    assertEquals(1.5, units.sum());
    metered.send(
        List.of(
            new NodeRequest.Get(root("metered"), false),
            new NodeRequest.Get(root("metered").node(1), false)));
    assertEquals(2.5, units.sum());
  }

  @Test
  void repliesTellDynamoDbsTime() {
    Instant before = Instant.now();
    nodes("time").send(new NodeRequest.Get(root("time"), true));
    Duration behind = Duration.between(tables.clock().instant(), Instant.now());
    assertTrue(behind.compareTo(Duration.ofSeconds(2)) < 0, "" + behind);
    assertTrue(behind.compareTo(Duration.ofSeconds(-1)) > 0, "" + behind);
    assertTrue(!tables.clock().instant().isBefore(before.minusSeconds(2)));
  }

  /// The size that DynamoDB bills begins a new unit where ours does.
  @Test
  void sizesOfItemsAreThoseThatAreBilled() {
    long seed = new Random().nextLong(1_000_000);
    System.out.println("items of seed " + seed);
    PaddedItems items = new PaddedItems(new Random(seed));
    Nodes nodes = tables.nodes("sizes");
    NodeKey node = root("sizes");
    for (int units = 1; units <= 3; units++) {
      for (int more = 0; more <= 1; more++) {
        for (Item item : items.ofBytes(units * 1_024 + more)) {
          double written = written(node, item);
          assertEquals(units + more, written, ItemCodec.bytes(item) + " bytes: " + item);
          nodes.send(new NodeRequest.Delete(node, item.name(), Expected.PRESENT));
        }
      }
    }
  }

  /// Puts an item, and says what DynamoDB bills for that.
  private static double written(NodeKey node, Item item) {
    return tables
        .client()
        .putItem(
            put ->
                put.tableName(tables.names().table(node.generation()))
                    .item(ItemCodec.encode(node, item))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }
}
