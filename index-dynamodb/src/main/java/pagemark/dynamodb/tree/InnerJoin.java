package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import pagemark.dynamodb.node.Child;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.InnerCounts;
import pagemark.dynamodb.node.InnerNode;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.NodeRequest.Expected;
import pagemark.dynamodb.tree.InnerWalk.VisitedNode;
import pagemark.entry.Bytes;

/// Replaces two inner neighbours of one parent, in one transaction: by one node if they fit into
/// it, else by two that are divided at another place. So the separator between the two comes down
/// to the level below, where it can be replaced or go.
///
/// The new nodes have new ids, and their children new names. Whoever knows the old nodes finds them
/// gone, and looks the way up again. The last child stays the last one, so a tally that nobody
/// raises stays where nobody believes it.
record InnerJoin(Tree tree) {
  /// @param right the index of the right one in its parent, at least 1
  /// @param node the right one
  /// @param divides whether to divide anew what does not fit into one node
  /// @return whether it was done
  boolean run(VisitedNode parent, int right, VisitedNode node, boolean divides) {
    List<Child> children = parent.inner().children();
    if (!divides && node.inner().children().size() >= most()) {
      return false;
    }
    NodeKey key = node.node().node(children.get(right - 1).id());
    NodeAnswer answer = tree.nodes().send(new NodeRequest.GetNode(key, true));
    VisitedNode left = InnerWalk.found(key, parent.begin(right - 1), answer);
    return left != null
        && Objects.equals(children.get(right).separator(), left.inner().end())
        && left.items().isWhole()
        && node.items().isWhole()
        && replace(parent, right, left, node, divides);
  }

  private double most() {
    return NodeLimits.JOINED * tree.limits().childrenMax();
  }

  private boolean replace(
      VisitedNode parent, int right, VisitedNode a, VisitedNode b, boolean divides) {
    Made all = Made.of(a, b);
    int count = all.items().inner().children().size();
    List<Made> made = List.of(all);
    if (!fits(all.items())) {
      if (!divides) {
        return false;
      }
      int middle = count / 2 == a.inner().children().size() ? count / 2 - 1 : count / 2;
      int cut = middle > 0 ? middle : count / 2 + 1;
      made = List.of(all.part(0, cut), all.part(cut, count));
    }
    List<NodeRequest.Write> writes = new ArrayList<>(deletions(a));
    writes.addAll(deletions(b));
    List<Child> heads = new ArrayList<>();
    for (Made each : made) {
      NodeKey node = tree.newNode();
      heads.add(new Child(each.begin(), node.id(), 0));
      writes.addAll(NodeRequest.making(node, each.items()));
    }
    Inner above = parent.inner().replaceChildren(right - 1, right + 1, heads);
    Map<Long, Tally> tallies = new HashMap<>();
    for (int i = 0; i < made.size(); i++) {
      tallies.put(above.children().get(right - 1 + i).name(), made.get(i).items().counts().tally());
    }
    List<Child> old = parent.inner().children();
    Set<Long> gone = Set.of(old.get(right - 1).name(), old.get(right).name());
    writes.add(new NodeRequest.Put(parent.node(), above, Expected.unchanged(parent.inner())));
    writes.add(new NodeRequest.ReplaceChildren(parent.node(), gone, tallies));
    NodeAnswer answer = tree.nodes().send(new NodeRequest.Transaction(writes));
    List.of(parent, a, b).forEach(each -> tree.structures().forget(each.node()));
    if (!(answer instanceof NodeAnswer.Done)) {
      return false;
    }
    if (!parent.counts().countsSame(gone, tallies.values())) {
      new Propagation(tree).raise(List.of(ChangedNode.at(b.begin())));
    }
    return true;
  }

  private static List<NodeRequest.Write> deletions(VisitedNode gone) {
    return List.of(
        new NodeRequest.Delete(gone.node(), Item.Name.N, Expected.unchanged(gone.inner())),
        new NodeRequest.Delete(gone.node(), Item.Name.C, Expected.unchanged(gone.counts())));
  }

  private boolean fits(InnerNode made) {
    int children = made.inner().children().size();
    return children <= most()
        && (children <= NodeLimits.CHILDREN_MIN
            || (made.inner().bytes() <= NodeLimits.JOINED * tree.limits().structureBytes()
                && made.counts().bytes() <= NodeLimits.JOINED * tree.limits().countsBytes()));
  }

  /// A new node.
  ///
  /// @param begin the separator of its first child, which the node itself does not keep
  private record Made(Bytes begin, InnerNode items) {
    /// Two neighbours as one. All children get new names: both nodes may have used the same ones.
    static Made of(VisitedNode a, VisitedNode b) {
      List<Child> children = new ArrayList<>();
      Map<Long, Tally> tallies = new HashMap<>();
      long next = Math.max(a.inner().nextName(), b.inner().nextName());
      for (VisitedNode each : List.of(a, b)) {
        for (int i = 0; i < each.inner().children().size(); i++) {
          Child child = each.inner().children().get(i);
          Bytes separator = children.isEmpty() ? Child.FIRST : each.begin(i);
          tallies.put(next, Objects.requireNonNull(each.counts().children().get(child.name())));
          children.add(new Child(separator, child.id(), next++));
        }
      }
      Inner inner = new Inner(1, b.inner().end(), b.inner().overLeaves(), next, children, null);
      return new Made(Child.FIRST, new InnerNode(inner, new InnerCounts(1, tallies)));
    }

    Made part(int from, int to) {
      Inner inner = items.inner();
      List<Child> children = new ArrayList<>(inner.children().subList(from, to));
      Bytes first = children.getFirst().separator();
      children.set(0, children.getFirst().from(Child.FIRST));
      Inner part =
          new Inner(1, inner.endOf(to - 1), inner.overLeaves(), inner.nextName(), children, null);
      Map<Long, Tally> tallies = new HashMap<>(items.counts().children());
      tallies.keySet().retainAll(part.names());
      return new Made(first, new InnerNode(part, new InnerCounts(1, tallies)));
    }
  }
}
