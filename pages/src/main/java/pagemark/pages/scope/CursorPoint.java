package pagemark.pages.scope;

import pagemark.entry.Position;

/// The point that a cursor continues from: a boundary next to an item's position, and a direction.
///
/// @param forward true if the page begins at the boundary, in the page's order; false if it ends
///   there
/// @param behind true if the boundary lies behind the position in ascending order, false if before
public record CursorPoint(boolean forward, Position position, boolean behind) {
  public Position boundary() {
    return behind ? position.next() : position;
  }

  /// The same boundary in the other direction.
  public CursorPoint turned() {
    return new CursorPoint(!forward, position, behind);
  }
}
