package pagemark.tree.write;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.Inner;
import pagemark.tree.node.NodeKey;

/// The structures of inner nodes that a writer knows from earlier requests, up to 16 MB; those not
/// used for longest go first. One that has changed since is noticed by its user: the node that it
/// leads to is not there, or does not have the place.
final class Structures {
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
