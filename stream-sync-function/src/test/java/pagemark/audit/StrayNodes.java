package pagemark.audit;

import pagemark.index.ForwardingInspector;
import pagemark.index.Inspector;

/// An index in which no group leads to five of the nodes: two in the first part, three in the
/// second.
final class StrayNodes extends ForwardingInspector {
  private final Runnable onRead;

  /// @param onRead runs at each part
  StrayNodes(Inspector index, Runnable onRead) {
    super(index);
    this.onRead = onRead;
  }

  @Override
  public Unreachable unreachable(String generation, String from) {
    onRead.run();
    return from.isEmpty() ? new Unreachable(2, "second") : new Unreachable(3, "");
  }
}
