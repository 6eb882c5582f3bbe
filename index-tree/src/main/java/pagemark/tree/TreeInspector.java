package pagemark.tree;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector;
import pagemark.index.Inspector.KeptCounts;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.MissingGenerationException;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeScan;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.Pause;
import pagemark.tree.request.RootScan;
import pagemark.tree.request.TornTree;
import pagemark.tree.write.TreeWriter;

/// Reads the groups and entries that a store has of a generation, consistently.
///
/// @param billed the bytes that an item occupies in the store, as it is billed
public record TreeInspector(
    Nodes nodes,
    RootScan roots,
    NodeScan all,
    TreeWriter trees,
    Pause pause,
    ToIntFunction<Item> billed)
    implements Inspector, KeptCounts {
  private static final int SIZES_AT_ONCE = 100;

  @Override
  public List<Cell> sets(Collection<Cell> cells) {
    return List.of(Cell.WHOLE);
  }

  /// Reads the leaves of an inner node, about 70.
  @Override
  public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
    LeafWalk walk = LeafWalk.of(nodes, group, pause);
    List<Entry> entries = new ArrayList<>();
    return read(
        () -> {
          Bytes next = walk.part(from, leaf -> leaf.forEach((p, r) -> add(p, r, entries)));
          return new EntriesPart(entries, next);
        },
        EntriesPart.NONE);
  }

  /// What a read gives; `none` if the store has nothing of the generation.
  private static <T> T read(Supplier<T> read, T none) {
    try {
      return read.get();
    } catch (MissingGenerationException e) {
      return none;
    }
  }

  private static void add(Bytes place, Register register, List<Entry> entries) {
    Cell cell = register.cell();
    if (cell != null) {
      entries.add(new Entry(cell, Place.position(place)));
    }
  }

  /// Scans the generation. A root is a group, whatever its counts say: they may be what is wrong.
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
    } catch (MissingGenerationException e) {
      return;
    }
  }

  @Override
  public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
    List<GroupSize> sizes = new ArrayList<>();
    for (int from = 0; from < groups.size(); from += SIZES_AT_ONCE) {
      List<GroupRef> some = groups.subList(from, Math.min(from + SIZES_AT_ONCE, groups.size()));
      Map<NodeKey, Tally> tallies = read(() -> new GroupTallies(nodes, pause).of(some), Map.of());
      some.forEach(group -> sizes.add(size(group, tallies.get(NodeKey.root(group)))));
    }
    return sizes;
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
    return read(() -> trees.miscounts(group), 0L);
  }

  @Override
  public long correct(GroupRef group) {
    return read(() -> trees.recount(group), 0L);
  }

  @Override
  public Optional<StrayNodes> strayNodes() {
    return Optional.of((generation, from) -> read(() -> strays(generation, from), Strays.NONE));
  }

  private Strays strays(String generation, String from) {
    NodeScan.NodesPart part = all.nodes(generation, from);
    Set<NodeKey> torn = new HashSet<>();
    long found = part.nodes().stream().filter(node -> isStray(node, torn)).count();
    return new Strays(found, part.next());
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
    return Optional.of(read(() -> weight(NodeKey.root(group)), Weight.NONE));
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

  private long bytes(@Nullable Item item) {
    return item == null ? 0 : billed.applyAsInt(item);
  }

  /// Counts the entries of whole groups, consistently. A root counts all its children but the last
  /// one, which is read too, and so on down to the end leaf.
  ///
  /// Costs one read for each level of a tree. The nodes of one level are read together for all
  /// groups.
  record GroupTallies(Nodes nodes, Pause pause) {
    private static final int TRIES_MAX = 20;
    private static final Duration PAUSE = Duration.ofMillis(20);

    /// A group as far as it is counted.
    ///
    /// @param next the node that counts the rest
    private record Open(NodeKey root, NodeRequest next, Tally counted) {
      static Open at(NodeKey root) {
        return new Open(root, new NodeRequest.GetNode(root, true), Tally.sum(0, List.of()));
      }

      Tally with(Tally rest) {
        return Tally.sum(0, List.of(counted, rest));
      }
    }

    /// Counts groups. One that is not there has no entries.
    ///
    /// @return the tally of each root
    /// @throws IndexException.Torn if a group lacks a node on the way to its end
    /// @throws IndexException.Unavailable if a group changes at each of 20 looks
    Map<NodeKey, Tally> of(List<GroupRef> groups) {
      List<NodeKey> roots = groups.stream().map(NodeKey::root).toList();
      Map<NodeKey, Tally> done = new HashMap<>();
      for (int tries = 0; tries < TRIES_MAX; tries++) {
        List<Open> open = roots.stream().filter(r -> !done.containsKey(r)).map(Open::at).toList();
        if (open.isEmpty()) {
          return done;
        }
        if (tries > 0) {
          pause.sleep(PAUSE);
        }
        while (!open.isEmpty()) {
          open = descend(open, done);
        }
      }
      groups.stream()
          .filter(group -> !done.containsKey(NodeKey.root(group)))
          .forEach(group -> new TornTree(nodes, pause).refuse(NodeKey.root(group), group, null));
      throw new IndexException.Unavailable("the group's tree changed at each of 20 looks", null);
    }

    private List<Open> descend(List<Open> open, Map<NodeKey, Tally> done) {
      List<NodeAnswer> answers = nodes.send(open.stream().map(Open::next).toList());
      List<Open> deeper = new ArrayList<>();
      for (int i = 0; i < answers.size(); i++) {
        Open group = open.get(i);
        switch (answers.get(i)) {
          case NodeAnswer.Content(Leaf leaf) -> done.put(group.root(), group.with(leaf.tally()));
          case NodeAnswer.Node(Leaf leaf, _) -> done.put(group.root(), group.with(leaf.tally()));
          case NodeAnswer.Node node when isAtEnd(node.inner()) ->
              deeper.add(deeper(group, requireNonNull(node.inner())));
          case NodeAnswer.Node(var content, var counts)
              when content == null
                  && counts == null
                  && group.next().equals(Open.at(group.root()).next()) ->
              done.put(group.root(), group.counted());
          case NodeAnswer.Content _,
              NodeAnswer.Node _,
              NodeAnswer.Done _,
              NodeAnswer.Refused _,
              NodeAnswer.Busy _ -> {}
        }
      }
      return deeper;
    }

    /// Whether structure and counts are of one moment, and nothing is behind the node.
    private static boolean isAtEnd(@Nullable InnerNode node) {
      return node != null && node.inner().end() == null && node.isWhole();
    }

    private static Open deeper(Open group, InnerNode node) {
      Inner inner = node.inner();
      InnerCounts counts = node.counts();
      List<Tally> raised =
          inner.countedChildren().stream()
              .map(child -> counts.children().get(child.name()))
              .toList();
      Child last = inner.children().getLast();
      NodeKey below = group.root().node(last.id());
      return new Open(
          group.root(),
          inner.overLeaves()
              ? new NodeRequest.Get(below, true)
              : new NodeRequest.GetNode(below, true),
          group.with(Tally.sum(0, raised)));
    }
  }
}
