package pagemark.state;

import java.util.Optional;

/// Remembers where the removal of old fences stopped. So a walk that takes many short runs reaches
/// its end.
public interface Walks {
  /// The latest position of a listing's walk. It may be forgotten after a day.
  Optional<WalkPosition> last(String listing);

  /// Saves `position` as the listing's latest.
  void keep(WalkPosition position);
}
