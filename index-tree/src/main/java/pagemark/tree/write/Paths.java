package pagemark.tree.write;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.index.IndexException;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.write.Path.PathNode;
import pagemark.tree.write.TreeWriter.Structures.Known;

/// Finds the leaves of places, from known structures if it can. It reads the others consistently,
/// all that it misses at a level in one round trip.
record Paths(Tree tree) {
  private static final int ROUNDS_MAX = 200;
  private static final int ROUNDS_WITHOUT_PAUSE = 10;

  /// The round before which it asks whether the tree is torn.
  private static final int DOUBTED_ROUND = 20;

  /// The path to a place.
  Path to(Bytes place) {
    return to(List.of(place), new HashMap<>()).values().iterator().next();
  }

  /// The paths to some places.
  ///
  /// @param roots receives the root, if it was read and is a leaf; empty if there is no root
  /// @throws IndexException.Torn if the tree lacks a node
  /// @throws IndexException.Unavailable if the tree changed at every look
  Map<Bytes, Path> to(Collection<Bytes> places, Map<NodeKey, Optional<Leaf>> roots) {
    Map<Bytes, Path> paths = new HashMap<>();
    Set<Bytes> open = new LinkedHashSet<>(places);
    for (int round = 0; !open.isEmpty(); round++) {
      if (round == ROUNDS_MAX) {
        throw new IndexException.Unavailable("a tree changed at each of 200 looks", null);
      }
      if (round == DOUBTED_ROUND) {
        tree.refuseTorn(open.iterator().next());
      }
      if (round > ROUNDS_WITHOUT_PAUSE) {
        tree.backOff(round);
      }
      Set<NodeKey> missing = new LinkedHashSet<>();
      for (Bytes place : open) {
        Path path = known(place, missing);
        if (path != null) {
          paths.put(place, path);
        }
      }
      open.removeAll(paths.keySet());
      read(List.copyOf(missing), roots);
    }
    return paths;
  }

  /// The path to a place as far as it is known; null if it is not known to its end.
  ///
  /// @param missing receives the node that must be read
  private @Nullable Path known(Bytes place, Set<NodeKey> missing) {
    List<PathNode> steps = new ArrayList<>();
    NodeKey node = tree.root();
    while (true) {
      Known known = tree.structures().get(node);
      if (known == null) {
        missing.add(node);
        return null;
      }
      if (known instanceof Known.NoStructure && node.isRoot()) {
        return new Path(place, steps, node);
      }
      if (!(known instanceof Known.Structure(var inner)) || !inner.holds(place)) {
        tree.structures().forget(node);
        tree.forget(new Path(place, steps, node));
        missing.add(tree.root());
        return null;
      }
      steps.add(new PathNode(node, inner));
      node = node.node(inner.children().get(inner.indexOf(place)).id());
      if (inner.overLeaves()) {
        return new Path(place, steps, node);
      }
    }
  }

  /// Reads the leaves of some paths, all that are missing in one round trip. A leaf that is gone
  /// stays missing.
  ///
  /// @param leaves receives each leaf; empty for a root that is not there
  /// @param isConsistent whether to read a leaf consistently
  void readLeaves(
      Collection<Path> paths,
      Map<NodeKey, Optional<Leaf>> leaves,
      Predicate<NodeKey> isConsistent) {
    List<NodeKey> missing =
        paths.stream()
            .map(Path::leaf)
            .distinct()
            .filter(leaf -> !leaves.containsKey(leaf))
            .toList();
    if (missing.isEmpty()) {
      return;
    }
    List<NodeAnswer> answers =
        tree.nodes()
            .send(
                missing.stream()
                    .map(leaf -> new NodeRequest.Get(leaf, isConsistent.test(leaf)))
                    .toList());
    for (int i = 0; i < missing.size(); i++) {
      NodeKey node = missing.get(i);
      Item.Content content = ((NodeAnswer.Content) answers.get(i)).content();
      if (content instanceof Inner inner && node.isRoot()) {
        tree.structures().put(node, inner);
      } else if (content instanceof Leaf || (content == null && node.isRoot())) {
        leaves.put(node, Optional.ofNullable((Leaf) content));
      }
    }
  }

  /// Reads structures. Only a root may be a leaf here; another node that is none is forgotten when
  /// it is met.
  private void read(List<NodeKey> nodes, Map<NodeKey, Optional<Leaf>> roots) {
    if (nodes.isEmpty()) {
      return;
    }
    List<NodeAnswer> answers =
        tree.nodes().send(nodes.stream().map(node -> new NodeRequest.Get(node, true)).toList());
    for (int i = 0; i < nodes.size(); i++) {
      NodeKey node = nodes.get(i);
      switch (((NodeAnswer.Content) answers.get(i)).content()) {
        case Inner inner -> tree.structures().put(node, inner);
        case Leaf leaf when node.isRoot() -> {
          tree.structures().put(node, null);
          roots.put(node, Optional.of(leaf));
        }
        case Leaf _ -> tree.structures().put(node, null);
        case null -> {
          tree.structures().put(node, null);
          if (node.isRoot()) {
            roots.put(node, Optional.empty());
          }
        }
      }
    }
  }
}
