package pagemark.tree.simulation;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;

/// The nodes of a process that waits once before a request, until another process has done
/// something.
public final class SlowNodes implements Nodes {
  private final Nodes nodes;
  private final Predicate<NodeRequest> at;
  private @Nullable Runnable meanwhile;

  /// @param at the requests before the first of which it waits
  /// @param meanwhile what the other process does
  public SlowNodes(Nodes nodes, Predicate<NodeRequest> at, Runnable meanwhile) {
    this.nodes = nodes;
    this.at = at;
    this.meanwhile = meanwhile;
  }

  @Override
  public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
    Runnable others = meanwhile;
    if (others != null && requests.stream().anyMatch(at)) {
      meanwhile = null;
      others.run();
    }
    return nodes.send(requests);
  }

  /// Whether it has waited.
  boolean hasWaited() {
    return meanwhile == null;
  }
}
