package pagemark.state;

import java.util.Optional;

/// Keeps where the removal of old fences stopped, so that a walk of many short runs ends one day.
public interface Walks {
  /// The latest position of a listing's walk; it may be forgotten after a day.
  Optional<WalkPosition> last(String listing);

  /// Keeps `position` in place of the listing's last one.
  void keep(WalkPosition position);
}
