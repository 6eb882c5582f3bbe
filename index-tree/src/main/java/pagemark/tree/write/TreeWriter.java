package pagemark.tree.write;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Verdict;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.MissingGenerationException;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.Pause;
import pagemark.tree.request.RootScan.Root;

/// Writes the trees of all groups, and reads the registers of places: the writer's entrance.
/// Threads may share it, and with it what is known of inner nodes.
///
/// A batch of one group goes through a [GroupWriter]. It takes two round trips for the leaves and
/// one for each level above them, if nobody is in the way. A record costs 0.1 write units in a
/// batch of 500 in time order, and 3.3 if it comes alone.
public final class TreeWriter {
  private static final int LOOKS_MAX = 20;
  private static final int REACHES_MAX = 5;
  private static final int SWEPT_AT_ONCE = 100;

  /// Names the group of a tree that is only read.
  private static final GroupName UNKNOWN = new GroupName("", "");

  private final Nodes nodes;
  private final NodeLimits limits;
  private final RandomGenerator random;
  private final Pause pause;
  private final Structures structures;

  /// @param random makes ids, versions and pauses; it must be safe for threads
  public TreeWriter(Nodes nodes, NodeLimits limits, RandomGenerator random, Pause pause) {
    this.nodes = nodes;
    this.limits = limits;
    this.random = random;
    this.pause = pause;
    this.structures = new Structures(limits);
  }

  /// Applies ops of one group.
  ///
  /// @param period the fence period in which the ops were young enough
  /// @param isTooLate asked before each write of leaves
  /// @return the verdict on each op, by its number: refused if one of its places was; else applied
  ///   if one was. Empty if it became too late before all were judged
  /// @throws IndexException.Unavailable if the store fails, or other writers are in the way at
  ///   every try. Some ops may have been applied; all must be written again
  /// @throws MissingGenerationException if the generation is not there
  public Optional<Map<Integer, Verdict>> write(
      GroupRef group, List<PlaceOp> ops, long period, BooleanSupplier isTooLate) {
    GroupWriter writer = new GroupWriter(tree(group), ops, period);
    return writer.write(isTooLate)
        ? Optional.of(Map.copyOf(writer.verdicts().byChange()))
        : Optional.empty();
  }

  private Tree tree(GroupRef group) {
    return tree(NodeKey.root(group), GroupName.of(group));
  }

  private Tree tree(NodeKey root, GroupName name) {
    return new Tree(root, name, nodes, limits, structures, random, pause);
  }

  /// Reads the registers of places, consistently.
  ///
  /// @param period of the store's clock; older registers have no stamp
  /// @return one register for each place, in order
  public List<Register> look(GroupRef group, List<Bytes> places, long period) {
    Map<Bytes, Register> found = new HashMap<>();
    List<Bytes> open = places.stream().distinct().toList();
    Tree tree = tree(group);
    for (int tries = 0; !open.isEmpty(); tries++) {
      if (tries == LOOKS_MAX) {
        tree.refuseTorn(open.getFirst());
        throw new IndexException.Unavailable("a tree changed at each of 20 looks", null);
      }
      open = look(tree, open, period, found);
      if (!open.isEmpty()) {
        tree.backOff(tries);
      }
    }
    return places.stream().map(place -> found.getOrDefault(place, Register.NONE)).toList();
  }

  /// @return the places whose leaf was not found
  private static List<Bytes> look(
      Tree tree, List<Bytes> places, long period, Map<Bytes, Register> found) {
    Map<NodeKey, Optional<Leaf>> leaves = new HashMap<>();
    Paths paths = new Paths(tree);
    Collection<Path> all = paths.to(places, leaves).values();
    paths.readLeaves(all, leaves, _ -> true);
    List<Bytes> open = new ArrayList<>();
    for (Path path : all) {
      Optional<Leaf> leaf = leaves.get(path.leaf());
      if (leaf == null) {
        tree.forgetParent(path);
        open.add(path.place());
      } else {
        found.put(
            path.place(), leaf.map(l -> l.register(path.place()).at(period)).orElse(Register.NONE));
      }
    }
    return open;
  }

  /// Sweeps the groups of one leaf among some: drops their old stamps, and removes those that had
  /// neither entries nor stamps a period ago. Costs a write for each that changes, and nothing for
  /// the others.
  ///
  /// @param roots as they were read. One that has changed since stays as it is
  /// @return the number of leaves that were changed or removed
  public long sweepLeaves(List<Root> roots, long period) {
    List<NodeRequest.Write> writes = new ArrayList<>();
    for (Root root : roots) {
      NodeRequest.Write write =
          root.content() instanceof Leaf leaf
              ? SweptLeaves.ofRoot(root.node(), leaf, period)
              : null;
      if (write != null) {
        writes.add(write);
      }
    }
    long removed = 0;
    for (int from = 0; from < writes.size(); from += SWEPT_AT_ONCE) {
      int to = Math.min(from + SWEPT_AT_ONCE, writes.size());
      removed +=
          nodes.send(writes.subList(from, to)).stream()
              .filter(NodeAnswer.Done.class::isInstance)
              .count();
    }
    return removed;
  }

  /// How far a sweep of a group came.
  ///
  /// @param removed the number of items that were changed or removed
  /// @param next where to go on; null at the end of the group
  public record SweepStep(long removed, @Nullable Bytes next) {}

  /// Sweeps the next part of a group, see [SweptNode]: the leaves of one lowest inner node. A step
  /// takes a round trip for each level of the tree, and up to some twenty if it changes much.
  ///
  /// @param from the last step's `next`; [Place#FIRST] for the first step
  /// @throws IndexException.Unavailable if others changed the tree at every try
  public SweepStep sweep(GroupRef group, Bytes from, long period) {
    return new SweptNode(tree(group), period).step(from);
  }

  /// Counts the tallies of a group that differ from their nodes. Some may only be behind, if the
  /// group is written at the same time.
  public long miscounts(GroupRef group) {
    return new Recount(tree(group)).differences();
  }

  /// Whether the tree of its group leads to a node. A node that says nothing of any place, such as
  /// an empty leaf, counts as reachable, and so does one that changes at each look.
  ///
  /// Costs reads only if the structures on the way are not known, or do not lead there.
  ///
  /// @param content of the node, as it was read
  public boolean isReachable(NodeKey node, Item.Content content) {
    Tree tree = tree(node.root(), UNKNOWN);
    Item.Content seen = content;
    for (int tries = 0; tries < REACHES_MAX; tries++) {
      Bytes place = somePlace(seen);
      if (node.isRoot() || place == null || leadsTo(tree, node, place)) {
        return true;
      }
      Item.Content now =
          nodes.send(new NodeRequest.Get(node, true)) instanceof NodeAnswer.Content(var read)
              ? read
              : null;
      if (now == null) {
        return true;
      }
      if (tries > 0 && now.version() == seen.version()) {
        return false;
      }
      seen = now;
    }
    return true;
  }

  private static @Nullable Bytes somePlace(Item.Content content) {
    return switch (content) {
      case Leaf leaf -> leaf.registers().isEmpty() ? null : leaf.registers().firstKey();
      case Inner inner -> inner.children().size() < 2 ? null : inner.children().get(1).separator();
    };
  }

  /// Forgets the way if it does not lead to the node, so that the next look is new.
  private static boolean leadsTo(Tree tree, NodeKey node, Bytes place) {
    Path path = new Paths(tree).to(place);
    boolean leads =
        path.leaf().equals(node) || path.steps().stream().anyMatch(s -> s.node().equals(node));
    if (!leads) {
      tree.forget(path);
    }
    return leads;
  }

  /// Corrects the tallies of a group that differ from their nodes.
  ///
  /// @return their number
  public long recount(GroupRef group) {
    return new Recount(tree(group)).correct();
  }

  /// The structures of inner nodes that a writer knows from earlier requests, up to 16 MB; those
  /// not used for longest go first. One that has changed since is noticed by its user: the node
  /// that it leads to is not there, or does not have the place.
  static final class Structures {
    private static final int BYTES_MAX = 16 << 20;
    private static final int ENTRY_BYTES = 200;

    /// What is known of a node.
    sealed interface Known {
      /// It is an inner node.
      record Structure(Inner inner) implements Known {}

      /// It is a leaf, or it is not there.
      record NoStructure() implements Known {}
    }

    private static final Known NONE = new Known.NoStructure();

    private final NodeLimits limits;
    private final Map<NodeKey, Known> known = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    Structures(NodeLimits limits) {
      this.limits = limits;
    }

    /// Null if nothing is known.
    synchronized @Nullable Known get(NodeKey node) {
      return known.get(node);
    }

    /// @param structure null if the node has none
    synchronized void put(NodeKey node, @Nullable Inner structure) {
      forget(node);
      Known kept = structure == null ? NONE : new Known.Structure(structure);
      known.put(node, kept);
      bytes += bytes(kept);
      while (bytes > BYTES_MAX) {
        forget(known.keySet().iterator().next());
      }
    }

    synchronized void forget(NodeKey node) {
      Known gone = known.remove(node);
      bytes -= gone == null ? 0 : bytes(gone);
    }

    private long bytes(Known kept) {
      return ENTRY_BYTES
          + (kept instanceof Known.Structure(var inner) ? 3L * limits.bytes(inner) : 0);
    }
  }
}
