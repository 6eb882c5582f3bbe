package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Request;
import pagemark.dynamodb.tree.Path.Step;
import pagemark.index.IndexException;
import pagemark.key.Bytes;

/// Finds the leaves of places, from known structures if it can. A structure that is not known costs
/// a consistent read.
record Paths(Tree tree) {
  private static final int TRIES_MAX = 100;

  /// The path to a place. If the root was read and is a leaf, or not there, that is noted.
  ///
  /// @param roots receives the root that was read; its leaf is empty if there is no root
  Path to(Bytes place, Map<NodeKey, Optional<Leaf>> roots) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      Path path = tryTo(place, roots);
      if (path != null) {
        return path;
      }
      if (tries > 1) {
        tree.backOff(tries);
      }
    }
    throw new IndexException.Unavailable("a tree changed at each of 100 looks", null);
  }

  Path to(Bytes place) {
    return to(place, new HashMap<>());
  }

  private @Nullable Path tryTo(Bytes place, Map<NodeKey, Optional<Leaf>> roots) {
    List<Step> steps = new ArrayList<>();
    NodeKey node = tree.root();
    while (true) {
      Optional<Inner> known = tree.structures().get(node);
      if (known == null) {
        known = read(node, roots);
      }
      if (known.isEmpty() && node.isRoot()) {
        return new Path(place, steps, node);
      }
      if (known.isEmpty() || !known.get().holds(place)) {
        tree.structures().forget(node);
        tree.forget(new Path(place, steps, node));
        return null;
      }
      Inner inner = known.get();
      steps.add(new Step(node, inner));
      node = node.node(inner.kids().get(inner.indexOf(place)).id());
      if (inner.overLeaves()) {
        return new Path(place, steps, node);
      }
    }
  }

  /// Reads a structure. Only a root may be a leaf here.
  private Optional<Inner> read(NodeKey node, Map<NodeKey, Optional<Leaf>> roots) {
    Item.Content content =
        ((Answer.Content) tree.nodes().send(new Request.Get(node, true))).content();
    if (content instanceof Inner inner) {
      tree.structures().put(node, inner);
      return Optional.of(inner);
    }
    if (node.isRoot()) {
      tree.structures().put(node, null);
      roots.put(node, Optional.ofNullable((Leaf) content));
    }
    return Optional.empty();
  }
}
