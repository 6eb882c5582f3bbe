package pagemark.dynamodb.tree;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.NodeKey;

/// The structures of inner nodes that a writer knows from earlier requests, up to 16 MB; those not
/// used for longest go first. One that has changed since is noticed by its user: the node that it
/// leads to is not there, or does not have the place.
final class Structures {
  private static final int BYTES_MAX = 16 << 20;
  private static final int ENTRY_BYTES = 200;

  /// Empty for a root that is a leaf, or not there.
  private final Map<NodeKey, Optional<Inner>> known = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;

  /// Null if nothing is known. Empty if the node is a leaf.
  synchronized @Nullable Optional<Inner> get(NodeKey node) {
    return known.get(node);
  }

  synchronized void put(NodeKey node, @Nullable Inner structure) {
    forget(node);
    Optional<Inner> kept = Optional.ofNullable(structure);
    known.put(node, kept);
    bytes += bytes(kept);
    while (bytes > BYTES_MAX) {
      forget(known.keySet().iterator().next());
    }
  }

  synchronized void forget(NodeKey node) {
    Optional<Inner> gone = known.remove(node);
    bytes -= gone == null ? 0 : bytes(gone);
  }

  private static long bytes(Optional<Inner> kept) {
    return ENTRY_BYTES + kept.map(inner -> 3L * inner.bytes()).orElse(0L);
  }
}
