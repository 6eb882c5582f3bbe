package pagemark.tree.write;

import java.time.Duration;
import java.util.random.RandomGenerator;
import pagemark.entry.Bytes;
import pagemark.index.IndexException;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.Pause;
import pagemark.tree.request.TornTree;
import pagemark.tree.write.TreeWriter.Structures;

/// The tree of one group, with what its writer works with.
///
/// @param root the key of its root
/// @param name what the root keeps of the group's name
/// @param structures shared by all groups of a writer
/// @param random makes ids, versions and pauses
record Tree(
    NodeKey root,
    GroupName name,
    Nodes nodes,
    NodeLimits limits,
    Structures structures,
    RandomGenerator random,
    Pause pause) {
  private static final long PAUSE_MILLIS = 40;
  private static final int DOUBLINGS_MAX = 3;
  private static final long VERSION_END = 1L << 40;

  /// Waits for a random time of up to 40 ms, doubled for each try until 320 ms.
  void backOff(int tries) {
    double millis = PAUSE_MILLIS << Math.min(tries, DOUBLINGS_MAX);
    pause.sleep(Duration.ofNanos((long) (random.nextDouble() * millis * 1_000_000)));
  }

  /// Throws if the way to a place is torn. Asked by whoever gives up.
  ///
  /// @throws IndexException.Torn if a node on the way is lost
  void refuseTorn(Bytes place) {
    new TornTree(nodes, pause).refuse(root, name.ref(root.generation()), place);
  }

  /// The failure of a writer that gives up.
  ///
  /// @param isBusy whether the store could not do a write at the last try, see [NodeAnswer.Busy]
  /// @param others what other writers have done, if it is not so
  IndexException.Unavailable failure(boolean isBusy, String others) {
    return new IndexException.Unavailable(
        isBusy ? nodes.store() + " throttles the index" : others, null);
  }

  /// The key of a new node.
  NodeKey newNode() {
    return root.node(random.nextLong(1, NodeKey.ID_END));
  }

  /// The first version of a root. Each of its lives has another, so that no compare-and-set of an
  /// earlier life succeeds.
  long firstVersion() {
    return random.nextLong(1, VERSION_END);
  }

  /// Forgets what is known of a path.
  void forget(Path path) {
    path.steps().forEach(step -> structures.forget(step.node()));
    structures.forget(root);
  }

  /// Forgets the parent of a path's leaf, because the leaf has changed its place. If the parent is
  /// not right any more either, the next look notices, and forgets the whole path.
  void forgetParent(Path path) {
    structures.forget(path.steps().isEmpty() ? root : path.parent().node());
  }
}
