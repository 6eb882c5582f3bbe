package pagemark.index;

import org.jspecify.annotations.Nullable;
import pagemark.entry.Position;

/// The part of a group between two boundaries, to which ranks and totals refer. [Anchor] explains
/// boundaries.
///
/// @param from null for the start of the group
/// @param to null for the end of the group
public record Window(@Nullable Position from, @Nullable Position to) {
  /// The whole group.
  public static final Window WHOLE = new Window(null, null);
}
