package pagemark.audit;

import java.util.Optional;
import pagemark.index.ForwardingInspector;
import pagemark.index.Inspector;

/// An index in which no group leads to five of the nodes: two in the first part, three in the
/// second.
final class TwoStrayParts extends ForwardingInspector {
  private final Runnable onRead;

  /// @param onRead runs at each part
  TwoStrayParts(Inspector index, Runnable onRead) {
    super(index);
    this.onRead = onRead;
  }

  @Override
  public Optional<Inspector.StrayNodes> strayNodes() {
    return Optional.of(
        (_, from) -> {
          onRead.run();
          return from.isEmpty() ? new Strays(2, "second") : new Strays(3, "");
        });
  }
}
