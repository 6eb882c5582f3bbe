package pagemark.tree.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import pagemark.entry.Bytes;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.RowPacker.RegisterPacker;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.write.GroupWriter.LeafChange;
import pagemark.tree.write.Path.PathNode;

/// Replaces leaves of one parent by pieces, in one transaction: the old leaves go if they are as
/// they were read, the pieces come under new ids, the parent gets them as children under new names,
/// and its counts their tallies. A root that is a leaf becomes an inner node.
///
/// Splits of one parent go together because each changes the parent: one by one, many writers of
/// one group would refuse each other.
final class LeafSplit {
  private static final int WRITES_MAX = NodeRequest.Transaction.WRITES_MAX;

  private final Tree tree;
  private final List<LeafChange> changes;
  private final List<Write> writes = new ArrayList<>();
  private final Map<Long, Tally> made = new HashMap<>();
  private boolean isBusy;

  /// @param changes of leaves of one parent
  LeafSplit(Tree tree, List<LeafChange> changes) {
    this.tree = tree;
    this.changes = changes;
  }

  /// @return how many of the changes are done: all, the first that fit into one transaction, or
  ///   none if the transaction was refused
  int run() {
    return changes.getFirst().node().isRoot() ? splitRoot(changes.getFirst()) : splitChildren();
  }

  private int splitRoot(LeafChange change) {
    Inner none =
        new Inner(
            tree.firstVersion() - 1, null, true, change.leaf().nextName(), List.of(), tree.name());
    Inner inner = add(pieces(change), none, 0, 0);
    writes.add(new NodeRequest.Put(tree.root(), inner, Expected.unchanged(change.seen())));
    writes.add(
        new NodeRequest.Put(
            tree.root(), new InnerCounts(tree.firstVersion(), made), Expected.ABSENT));
    return send(List.of(), tree.root(), inner) ? 1 : 0;
  }

  private int splitChildren() {
    PathNode parent = changes.getFirst().path().parent();
    Inner inner = parent.inner();
    Set<Long> gone = new HashSet<>();
    int done = 0;
    for (LeafChange change : changes) {
      int child = inner.indexOf(change.node().id());
      Leaf seen = change.seen();
      List<Piece> pieces = pieces(change);
      if (child < 0 || seen == null || writes.size() + pieces.size() + 3 > WRITES_MAX) {
        break;
      }
      gone.add(inner.children().get(child).name());
      inner = add(pieces, inner, child, child + 1);
      writes.add(new NodeRequest.Delete(change.node(), Item.Name.N, Expected.unchanged(seen)));
      done++;
    }
    inner = parent.inner().with(inner.children(), inner.nextName());
    writes.add(new NodeRequest.Put(parent.node(), inner, Expected.unchanged(parent.inner())));
    writes.add(new NodeRequest.ReplaceChildren(parent.node(), gone, made));
    List<PathNode> steps = changes.getFirst().path().steps();
    return done > 0 && send(steps.subList(0, steps.size() - 1), parent.node(), inner) ? done : 0;
  }

  /// Adds the writes of pieces, and their tallies under the names that they get.
  ///
  /// @return the parent with the pieces in place of a child
  private Inner add(List<Piece> pieces, Inner parent, int from, int to) {
    Inner inner = parent.replaceChildren(from, to, pieces.stream().map(Piece::child).toList());
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      writes.add(new NodeRequest.Put(piece.node(), piece.leaf(), Expected.ABSENT));
      made.put(inner.children().get(from + i).name(), piece.leaf().tally());
    }
    return inner;
  }

  private boolean send(List<PathNode> above, NodeKey node, Inner inner) {
    NodeAnswer answer = tree.nodes().send(new NodeRequest.Transaction(writes));
    isBusy = answer instanceof NodeAnswer.Busy;
    if (!(answer instanceof NodeAnswer.Done)) {
      return false;
    }
    tree.structures().put(node, inner);
    new InnerSplit(tree).check(above, node, inner, made.values());
    return true;
  }

  /// Whether the transaction was refused because the store could not do it now.
  boolean isBusy() {
    return isBusy;
  }

  /// A piece of a leaf.
  private record Piece(Bytes separator, NodeKey node, Leaf leaf) {
    /// The piece as a child; its parent gives it a name.
    Child child() {
      return new Child(separator, node.id(), 0);
    }
  }

  private List<Piece> pieces(LeafChange change) {
    List<Piece> pieces = new ArrayList<>();
    Bytes last = null;
    for (NavigableMap<Bytes, Register> run : runs(change)) {
      Bytes separator = last == null ? Child.FIRST : shortest(last, run.firstKey());
      Leaf leaf = new Leaf(1, change.leaf().clock(), run);
      pieces.add(new Piece(separator, tree.newNode(), leaf));
      last = run.lastKey();
    }
    return pieces;
  }

  /// Divides registers into runs of about the same size, or full ones if the leaf grows at its end.
  private List<NavigableMap<Bytes, Register>> runs(LeafChange change) {
    Leaf leaf = change.leaf();
    Leaf empty = new Leaf(1, leaf.clock(), new TreeMap<>());
    int room = tree.limits().leafBytes() - tree.limits().bytes(empty);
    int bytes = RegisterPacker.of(leaf).length();
    double fill = growsAtEnd(change) ? NodeLimits.FILL_AT_END : NodeLimits.FILL;
    int count = (int) Math.max(2, Math.ceil(bytes / (room * fill)));
    double most = growsAtEnd(change) ? room * fill : (double) bytes / count;
    List<NavigableMap<Bytes, Register>> runs = new ArrayList<>();
    RegisterPacker packer = null;
    for (var register : leaf.registers().entrySet()) {
      if (packer == null || packer.lengthWith(register.getKey(), register.getValue()) > most) {
        packer = RegisterPacker.of(empty);
        runs.add(new TreeMap<>());
      }
      packer.add(register.getKey(), register.getValue());
      runs.getLast().put(register.getKey(), register.getValue());
    }
    return runs.size() > 1 ? runs : halves(leaf.registers());
  }

  private static List<NavigableMap<Bytes, Register>> halves(
      NavigableMap<Bytes, Register> registers) {
    Bytes middle = List.copyOf(registers.keySet()).get(registers.size() / 2);
    return List.of(registers.headMap(middle, false), registers.tailMap(middle, true));
  }

  /// Whether most of the new places are behind all old ones.
  private static boolean growsAtEnd(LeafChange change) {
    NavigableMap<Bytes, Register> old =
        change.seen() == null ? new TreeMap<>() : change.seen().registers();
    List<Bytes> made =
        change.leaf().registers().keySet().stream().filter(p -> !old.containsKey(p)).toList();
    long behind =
        made.stream().filter(p -> old.isEmpty() || p.compareTo(old.lastKey()) > 0).count();
    return !made.isEmpty() && behind >= NodeLimits.AT_END * made.size();
  }

  /// The shortest byte string behind `low`, and not behind `high`.
  static Bytes shortest(Bytes low, Bytes high) {
    byte[] bytes = high.toArray();
    int shared = Arrays.mismatch(low.toArray(), bytes);
    return Bytes.of(Arrays.copyOf(bytes, shared + 1));
  }
}
