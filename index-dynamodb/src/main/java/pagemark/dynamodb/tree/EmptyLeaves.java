package pagemark.dynamodb.tree;

import java.util.LinkedHashMap;
import java.util.Map;
import pagemark.dynamodb.node.NodeKey;

/// Leaves without entries that cannot go yet, because they still have registers. A writer looks at
/// each once a period. It remembers up to 10,000.
final class EmptyLeaves {
  private static final int LEAVES_MAX = 10_000;

  /// The period of the last look, by leaf.
  private final Map<NodeKey, Long> looks =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeKey, Long> eldest) {
          return size() > LEAVES_MAX;
        }
      };

  /// Notes a look.
  ///
  /// @return whether it is the first one of this period
  synchronized boolean look(NodeKey leaf, long period) {
    Long last = looks.put(leaf, period);
    return last == null || last != period;
  }
}
