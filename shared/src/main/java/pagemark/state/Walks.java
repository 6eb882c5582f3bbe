package pagemark.state;

import java.util.Optional;

/// Remembers where the removal of old fences stopped. So a walk that takes many short runs reaches
/// its end.
public interface Walks {
  /// How far a listing's walk has come. It may be forgotten after a day.
  Optional<WalkProgress> last(String listing);

  /// Saves how far the walk of a listing has come.
  void keep(WalkProgress progress);
}
