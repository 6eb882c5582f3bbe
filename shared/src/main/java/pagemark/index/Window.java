package pagemark.index;

import org.jspecify.annotations.Nullable;
import pagemark.key.Position;

/// The part of a group between two boundaries, in which ranks and totals count; see [Anchor].
///
/// @param from null for the group's first entry
/// @param to null for the group's end
public record Window(@Nullable Position from, @Nullable Position to) {
  /// The whole group.
  public static final Window WHOLE = new Window(null, null);
}
