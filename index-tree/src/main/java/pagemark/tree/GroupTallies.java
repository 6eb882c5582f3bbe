package pagemark.tree;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.tree.node.Child;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.Pause;
import pagemark.tree.request.TornTree;

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
        inner.countedChildren().stream().map(child -> counts.children().get(child.name())).toList();
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
