package pagemark.dynamodb;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.summingLong;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import pagemark.dynamodb.request.ItemCodec;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.index.Anchor;
import pagemark.index.GroupDump;
import pagemark.index.GroupLook;
import pagemark.index.IndexException;
import pagemark.index.IndexStore;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.Inspector.Strays;
import pagemark.index.Inspector.Weight;
import pagemark.index.KeptCountsContract;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.PageQuery;
import pagemark.index.Window;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.write.NodeLimits;

/// Checks that counts that were changed by hand are found and corrected, and what a group occupies.
final class TreeAuditIT extends KeptCountsContract {
  private static final NodeKey ROOT = NodeKey.root(SHIRT);
  private static final int PAGE = 100;

  private final DynamoTables tables = DynamoTables.create();

  @Override
  protected IndexStore open() {
    return tables.open(new NodeLimits(400, 6, 2_048, 16_384, ItemCodec::bytes));
  }

  @Override
  protected void checkSound() {
    assertEquals(
        List.of(new GroupSize(SHIRT, ENTRIES, ENTRIES)),
        index.inspector().sizes(List.of(SHIRT), CELLS));
  }

  /// The end of a group is counted anyway.
  @Override
  protected long countNothing() {
    InnerCounts counts = requireNonNull(tables.counts("g").get(ROOT));
    Map<Long, Tally> children = new HashMap<>(counts.children());
    children.replaceAll((_, tally) -> new Tally(tally.version(), 0, Map.of()));
    tables.put(ROOT, new InnerCounts(counts.version(), children));
    assertTrue(index.inspector().sizes(List.of(SHIRT), CELLS).getFirst().all() < ENTRIES / 2);
    return children.size() - 1L;
  }

  /// Changes one tally of a node.
  private void miscount(NodeKey node, InnerCounts counts) {
    Map<Long, Tally> children = new HashMap<>(counts.children());
    long child = children.keySet().stream().sorted().toList().getFirst();
    Tally tally = requireNonNull(children.get(child));
    children.put(child, new Tally(tally.version(), tally.entries() + 1, tally.cells()));
    tables.put(node, new InnerCounts(counts.version(), children));
  }

  @Test
  void aTallyOfTheRootIsWrong() {
    miscount(ROOT, requireNonNull(tables.counts("g").get(ROOT)));
    isFoundAndCorrected(1);
  }

  @Test
  void aTallyOfALeafIsWrongAndSoIsTheOneAboveIt() {
    Map<NodeKey, Item.Content> contents = tables.contents("g");
    Map<NodeKey, InnerCounts> counts = tables.counts("g");
    NodeKey lowest =
        counts.keySet().stream()
            .filter(node -> isInTheMiddle(contents.get(node)))
            .findFirst()
            .orElseThrow();
    assertTrue(!lowest.isRoot(), "levels");
    miscount(lowest, requireNonNull(counts.get(lowest)));
    isFoundAndCorrected(2);
  }

  /// Whether a node is above leaves, and not at the end of the group, where nobody believes its
  /// tally.
  private static boolean isInTheMiddle(Item.@Nullable Content content) {
    return content instanceof Inner inner && inner.overLeaves() && inner.end() != null;
  }

  private long unreachable() {
    long found = 0;
    String from = "";
    do {
      Strays part = index.inspector().strayNodes().orElseThrow().find("g", from);
      found += part.found();
      from = part.next();
    } while (!from.isEmpty());
    return found;
  }

  /// A leaf and an inner node that the tree does not lead to, with places that it has elsewhere.
  @Test
  void nodesThatNobodyRefersToAreFound() {
    assertEquals(0, unreachable());
    Map<NodeKey, Item.Content> contents = tables.contents("g");
    Leaf leaf = first(contents, Leaf.class);
    Inner inner = first(contents, Inner.class);
    tables.put(ROOT.node(1), leaf);
    tables.put(ROOT.node(2), inner);
    assertEquals(2, unreachable());
  }

  /// The content of a node below the root.
  private static <T extends Item.Content> T first(
      Map<NodeKey, Item.Content> contents, Class<T> kind) {
    return contents.entrySet().stream()
        .filter(e -> !e.getKey().isRoot() && kind.isInstance(e.getValue()))
        .map(e -> kind.cast(e.getValue()))
        .findFirst()
        .orElseThrow();
  }

  /// A node in the midst of the group. Whoever needs it says that it is lost, and not that writers
  /// are in the way.
  private void isNamed(NodeKey node, Item.Name name, List<Executable> reads) {
    tables.lose(node, name);
    for (Executable read : reads) {
      IndexException.Torn torn = assertThrows(IndexException.Torn.class, read);
      assertEquals(SHIRT, torn.group());
      assertEquals(
          "the index of this group is torn: its tree lacks the item %s of the node %s in generation g; rebuild the listing comments"
              .formatted(name, node.text()),
          torn.getMessage());
    }
    assertEquals(0, unreachable(), "nothing is told of what lies below");
  }

  private void pages() {
    for (int rank = 0; rank < ENTRIES; rank += PAGE) {
      Anchor from = new Anchor.Rank(rank);
      index
          .reader()
          .page(new PageQuery(SHIRT, Layout.SCORE, Order.ASCENDING, Window.WHOLE, from, PAGE, 0));
    }
  }

  private void look(Leaf leaf) {
    List<GroupLook.Item> items =
        leaf.registers().entrySet().stream()
            .map(
                register ->
                    new GroupLook.Item(
                        Bytes.utf8("any"),
                        new Entry(
                            requireNonNull(register.getValue().cell()),
                            Place.position(register.getKey()))))
            .toList();
    if (index.writer().look(List.of(new GroupLook(SHIRT, items))).getFirst()
        instanceof LookResult.Failed(var cause)) {
      throw cause;
    }
  }

  @Test
  void aLostLeafIsNamed() {
    Map<NodeKey, Item.Content> contents = tables.contents("g");
    NodeKey node = firstChild(contents, ROOT);
    while (contents.get(node) instanceof Inner) {
      node = firstChild(contents, node);
    }
    Leaf leaf = (Leaf) requireNonNull(contents.get(node));
    isNamed(
        node,
        Item.Name.N,
        List.of(
            this::pages,
            () -> look(leaf),
            () -> index.inspector().entries(SHIRT, Cell.WHOLE, Place.FIRST),
            this::wrong));
  }

  @Test
  void aLostInnerNodeIsNamed() {
    NodeKey node = firstChild(tables.contents("g"), ROOT);
    isNamed(
        node,
        Item.Name.N,
        List.of(this::pages, () -> GroupDump.of(index.inspector(), SHIRT, CELLS), this::wrong));
  }

  @Test
  void lostCountsAreNamed() {
    NodeKey node = firstChild(tables.contents("g"), ROOT);
    isNamed(node, Item.Name.C, List.of(this::pages, this::wrong));
  }

  @Test
  void lostCountsOfTheRootAreNamed() {
    isNamed(
        ROOT,
        Item.Name.C,
        List.of(this::pages, () -> index.inspector().sizes(List.of(SHIRT), CELLS)));
  }

  private static NodeKey firstChild(Map<NodeKey, Item.Content> contents, NodeKey node) {
    return node.node(((Inner) requireNonNull(contents.get(node))).children().getFirst().id());
  }

  @Test
  void bytesAreThoseThatAreBilled() {
    Map<NodeKey, Item.Content> contents = tables.contents("g");
    Map<NodeKey, InnerCounts> counts = tables.counts("g");
    long bytes =
        contents.values().stream().collect(summingLong(item -> 100 + ItemCodec.bytes(item)))
            + counts.values().stream().collect(summingLong(item -> 100 + ItemCodec.bytes(item)));
    long leaves = contents.values().stream().filter(Leaf.class::isInstance).count();
    assertTrue(leaves > 10);
    assertEquals(
        Optional.of(new Weight(bytes, false, leaves)), index.inspector().weight(SHIRT, CELLS));
  }

  @Test
  void aDroppedGenerationHasNothing() {
    index.markers().drop("g");
    assertEquals(0, wrong());
    assertEquals(0, unreachable());
    assertEquals(0, index.inspector().keptCounts().orElseThrow().correct(SHIRT));
    assertEquals(Optional.of(Weight.NONE), index.inspector().weight(SHIRT, CELLS));
    assertEquals(
        List.of(new GroupSize(SHIRT, 0, 0)), index.inspector().sizes(List.of(SHIRT), CELLS));
    assertEquals(List.of(), GroupDump.of(index.inspector(), SHIRT, CELLS).all());
    index.inspector().groups("g", groups -> assertEquals(List.of(), groups));
    assertEquals(new Sweep(0, Sweep.BEGIN), index.writer().sweep("g", Sweep.BEGIN, () -> true));
  }
}
