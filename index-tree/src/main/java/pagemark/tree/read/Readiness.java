package pagemark.tree.read;

import java.util.function.BooleanSupplier;
import pagemark.index.IndexException;

/// Knows which generations are complete.
public interface Readiness {
  /// Begins to find out whether a generation's marker is READY, while others read its nodes.
  ///
  /// @return waits until it is known, and may be asked again. Throws what a read of nodes throws:
  ///   [IndexException], or that there is no such generation
  BooleanSupplier look(String generation);
}
