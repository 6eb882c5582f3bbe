package pagemark.dynamodb;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Register;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.MissingTableException;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.NodeScan;
import pagemark.dynamodb.request.Nodes;
import pagemark.dynamodb.request.Pause;
import pagemark.dynamodb.request.RootScan;
import pagemark.dynamodb.tree.TreeWriter;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector;
import pagemark.index.Inspector.KeptCounts;

/// Reads the groups and entries that the table of a generation holds, consistently. Without a table
/// there is nothing.
record DynamoInspector(Nodes nodes, RootScan roots, NodeScan all, TreeWriter trees, Pause pause)
    implements Inspector, KeptCounts {
  private static final int SIZES_AT_ONCE = 100;

  /// DynamoDB bills each item as if it had 100 bytes more.
  private static final int ITEM_BYTES = 100;

  @Override
  public List<Cell> sets(Collection<Cell> cells) {
    return List.of(Cell.WHOLE);
  }

  /// Reads the leaves of an inner node, about 70.
  @Override
  public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
    List<Entry> entries = new ArrayList<>();
    try {
      Bytes next =
          LeafWalk.of(nodes, group, pause)
              .part(from, registers -> registers.forEach((place, r) -> add(place, r, entries)));
      return new EntriesPart(entries, next);
    } catch (MissingTableException e) {
      return EntriesPart.NONE;
    }
  }

  private static void add(Bytes place, Register register, List<Entry> entries) {
    Cell cell = register.cell();
    if (cell != null) {
      entries.add(new Entry(cell, Place.position(place)));
    }
  }

  /// Scans the table. A root is a group, whatever its counts say: they may be what is wrong.
  @Override
  public void groups(String generation, Consumer<List<GroupRef>> chunk) {
    String from = RootScan.BEGIN;
    try {
      do {
        RootScan.RootsPart part = roots.roots(generation, from);
        if (!part.roots().isEmpty()) {
          chunk.accept(part.roots().stream().map(root -> root.group().ref(generation)).toList());
        }
        from = part.next();
      } while (!from.equals(RootScan.BEGIN));
    } catch (MissingTableException e) {
      return;
    }
  }

  @Override
  public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
    List<GroupSize> sizes = new ArrayList<>();
    for (int from = 0; from < groups.size(); from += SIZES_AT_ONCE) {
      List<GroupRef> some = groups.subList(from, Math.min(from + SIZES_AT_ONCE, groups.size()));
      Map<NodeKey, Tally> tallies = tallies(some);
      some.forEach(group -> sizes.add(size(group, tallies.get(NodeKey.root(group)))));
    }
    return sizes;
  }

  /// The tallies of groups by their roots; empty if there is no table.
  private Map<NodeKey, Tally> tallies(List<GroupRef> groups) {
    try {
      return new GroupTallies(nodes, pause).of(groups);
    } catch (MissingTableException e) {
      return Map.of();
    }
  }

  private static GroupSize size(GroupRef group, @Nullable Tally tally) {
    if (tally == null) {
      return new GroupSize(group, 0, 0);
    }
    long inCells = tally.cells().values().stream().mapToLong(Long::longValue).sum();
    return new GroupSize(
        group, tally.entries(), tally.cells().isEmpty() ? tally.entries() : inCells);
  }

  @Override
  public Optional<KeptCounts> keptCounts() {
    return Optional.of(this);
  }

  @Override
  public long wrong(GroupRef group) {
    try {
      return trees.miscounts(group);
    } catch (MissingTableException e) {
      return 0;
    }
  }

  @Override
  public long correct(GroupRef group) {
    try {
      return trees.recount(group);
    } catch (MissingTableException e) {
      return 0;
    }
  }

  @Override
  public Optional<StrayNodes> strayNodes() {
    return Optional.of(this::strays);
  }

  private Strays strays(String generation, String from) {
    try {
      NodeScan.NodesPart part = all.nodes(generation, from);
      Set<NodeKey> torn = new HashSet<>();
      long found = part.nodes().stream().filter(node -> isStray(node, torn)).count();
      return new Strays(found, part.next());
    } catch (MissingTableException e) {
      return Strays.NONE;
    }
  }

  /// @param torn the roots of torn trees, below which nothing is looked for
  private boolean isStray(NodeScan.Node node, Set<NodeKey> torn) {
    try {
      return !torn.contains(node.key().root()) && !trees.isReachable(node.key(), node.content());
    } catch (IndexException.Torn e) {
      torn.add(node.key().root());
      return false;
    }
  }

  /// Estimates what the items of a group occupy, as it is billed. Reads all of them.
  @Override
  public Optional<Weight> weight(GroupRef group, Collection<Cell> cells) {
    try {
      return Optional.of(weight(NodeKey.root(group)));
    } catch (MissingTableException e) {
      return Optional.of(Weight.NONE);
    }
  }

  private Weight weight(NodeKey node) {
    NodeAnswer.Node found = (NodeAnswer.Node) nodes.send(new NodeRequest.GetNode(node, true));
    Weight own = new Weight(bytes(found.content()) + bytes(found.counts()), false, 0);
    if (!(found.content() instanceof Inner inner)) {
      return own;
    }
    List<NodeKey> children = inner.children().stream().map(child -> node.node(child.id())).toList();
    return inner.overLeaves()
        ? own.plus(new Weight(leafBytes(children), false, children.size()))
        : children.stream().map(this::weight).reduce(own, Weight::plus);
  }

  private long leafBytes(List<NodeKey> leaves) {
    return nodes
        .send(leaves.stream().map(leaf -> new NodeRequest.Get(leaf, true)).toList())
        .stream()
        .mapToLong(answer -> bytes(((NodeAnswer.Content) answer).content()))
        .sum();
  }

  private static long bytes(@Nullable Item item) {
    return item == null ? 0 : ITEM_BYTES + item.bytes();
  }
}
