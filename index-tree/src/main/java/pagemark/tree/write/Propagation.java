package pagemark.tree.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.write.Path.PathNode;

/// Raises the tallies of changed nodes in their parents, a level at a time, up to the root. For
/// example, leaf 24 has 3 entries in version 2: its parent's counts get this tally, and their sum
/// is the parent's own tally, which the parent's parent gets.
///
/// A tally only ever replaces one of an older version. So it does no harm if it is raised twice,
/// late, or by several writers. If a writer dies, the next one that touches the node raises it.
///
/// Each level takes one round trip, and each parent one update, for up to 100 children: a write
/// unit for each KB of its counts.
///
/// A node may be replaced or get another parent meanwhile. Each is therefore known by a place that
/// lies in it, and is looked up again from the root if its parent does not have it.
final class Propagation {
  private static final int TRIES_MAX = 100;

  private final Tree tree;
  private final Paths paths;

  /// The parents that know, as changed nodes of their own parents.
  private Map<NodeKey, ChangedNode> raised = new LinkedHashMap<>();

  private List<ChangedNode> again = new ArrayList<>();

  /// Whether the store could not do a write in this round.
  private boolean isBusy;

  /// The leaves are at level 0.
  private int level;

  Propagation(Tree tree) {
    this.tree = tree;
    this.paths = new Paths(tree);
  }

  /// @throws pagemark.index.IndexException.Unavailable if the store throttles all tries, or others
  ///   changed the same nodes
  void raise(List<ChangedNode> changed) {
    List<ChangedNode> wanted = changed;
    for (level = 0; !wanted.isEmpty(); level++) {
      raised = new LinkedHashMap<>();
      List<ChangedNode> open = wanted;
      for (int tries = 0; !open.isEmpty(); tries++) {
        if (tries == TRIES_MAX) {
          tree.refuseTorn(open.getFirst().place());
          throw tree.failure(isBusy, "other writers changed counts at every try");
        }
        isBusy = false;
        again = new ArrayList<>();
        round(open);
        open = again;
        if (tries > 0 && !open.isEmpty()) {
          tree.backOff(tries);
        }
      }
      wanted = List.copyOf(raised.values());
    }
  }

  /// A parent, with the children whose tallies it must get.
  ///
  /// @param children those that it has, by name
  /// @param replaced places whose nodes have been replaced in it
  private record Parent(
      PathNode step, Map<Long, ChangedNode> children, List<ChangedNode> replaced) {
    Parent(PathNode step) {
      this(step, new LinkedHashMap<>(), new ArrayList<>());
    }

    /// @param known the parent as it was on the way to the child. Another thread may have read it
    ///   anew since `step`, and a child that has moved would get the name of its neighbour
    void raise(ChangedNode changed, PathNode known) {
      Child child = known.inner().children().get(known.inner().indexOf(changed.place()));
      children.merge(child.name(), changed, (a, b) -> version(a) < version(b) ? b : a);
    }

    List<NodeRequest> requests() {
      if (children.isEmpty()) {
        return List.of(new NodeRequest.GetNode(step.node(), true));
      }
      List<NodeRequest> requests = new ArrayList<>();
      List<Long> names = List.copyOf(children.keySet());
      for (int from = 0; from < names.size(); from += NodeRequest.RaiseTallies.TALLIES_MAX) {
        Map<Long, Tally> tallies = new HashMap<>();
        names
            .subList(from, Math.min(from + NodeRequest.RaiseTallies.TALLIES_MAX, names.size()))
            .forEach(name -> tallies.put(name, tally(children.get(name))));
        requests.add(new NodeRequest.RaiseTallies(step.node(), tallies));
      }
      return requests;
    }
  }

  private static Tally tally(@Nullable ChangedNode changed) {
    return Objects.requireNonNull(Objects.requireNonNull(changed).tally());
  }

  private static long version(ChangedNode changed) {
    return tally(changed).version();
  }

  private void round(List<ChangedNode> open) {
    Map<NodeKey, Parent> parents = new LinkedHashMap<>();
    Map<Bytes, Path> found =
        paths.to(open.stream().map(ChangedNode::place).toList(), new HashMap<>());
    open.forEach(changed -> sort(changed, found, parents));
    List<Parent> asked = new ArrayList<>();
    List<NodeRequest> requests = new ArrayList<>();
    for (Parent parent : parents.values()) {
      for (NodeRequest request : parent.requests()) {
        asked.add(parent);
        requests.add(request);
      }
      if (!parent.children().isEmpty()) {
        again.addAll(parent.replaced());
      }
    }
    if (requests.isEmpty()) {
      return;
    }
    List<NodeAnswer> answers = tree.nodes().send(requests);
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i) instanceof NodeRequest.RaiseTallies(_, var tallies)) {
        take(asked.get(i), tallies.keySet(), answers.get(i));
      } else {
        takeRead(asked.get(i), (NodeAnswer.Node) answers.get(i));
      }
    }
  }

  /// Finds the parent of a changed node. The root has none.
  private void sort(ChangedNode changed, Map<Bytes, Path> found, Map<NodeKey, Parent> parents) {
    Path path = Objects.requireNonNull(found.get(changed.place()));
    int depth = path.steps().size() - level - 1;
    if (depth < 0) {
      return;
    }
    PathNode step = path.steps().get(depth);
    boolean isSame = path.node(level).equals(changed.node());
    if (changed.node() != null && !isSame && !changed.isChecked()) {
      tree.forget(path);
      again.add(changed.checked());
      return;
    }
    Parent parent = parents.computeIfAbsent(step.node(), _ -> new Parent(step));
    if (isSame) {
      parent.raise(changed, step);
    } else {
      parent.replaced().add(ChangedNode.at(changed.place()));
    }
  }

  private void take(Parent parent, Set<Long> names, NodeAnswer answer) {
    InnerCounts counts =
        switch (answer) {
          case NodeAnswer.Done(var after) -> after;
          case NodeAnswer.Refused(var now) -> (InnerCounts) now;
          case NodeAnswer.Busy _, NodeAnswer.Content _, NodeAnswer.Node _ -> null;
        };
    if (counts == null) {
      if (answer instanceof NodeAnswer.Busy) {
        isBusy = true;
      } else {
        forget(parent);
      }
      names.forEach(
          name -> again.add(Objects.requireNonNull(parent.children().get(name)).unchecked()));
      return;
    }
    names.forEach(name -> take(parent, name, counts));
  }

  private void take(Parent parent, long name, InnerCounts counts) {
    ChangedNode changed = Objects.requireNonNull(parent.children().get(name));
    Tally has = counts.children().get(name);
    if (has == null) {
      forget(parent);
      again.add(changed.unchecked());
    } else if (has.version() < version(changed)) {
      again.add(changed.unchecked());
    } else {
      note(parent, changed.place(), counts);
    }
  }

  private void takeRead(Parent parent, NodeAnswer.Node read) {
    Bytes place = parent.replaced().getFirst().place();
    if (read.content() instanceof Inner inner
        && read.counts() != null
        && inner.names().equals(read.counts().children().keySet())
        && inner.holds(place)) {
      note(parent, place, read.counts());
    } else {
      forget(parent);
      again.addAll(parent.replaced());
    }
  }

  private void forget(Parent parent) {
    tree.structures().forget(parent.step().node());
  }

  /// Notes a parent as a changed node of its own parent.
  private void note(Parent parent, Bytes place, InnerCounts counts) {
    NodeKey node = parent.step().node();
    ChangedNode known = raised.get(node);
    if (known == null || version(known) < counts.version()) {
      raised.put(node, new ChangedNode(place, node, counts.tally(), false));
    }
  }
}
