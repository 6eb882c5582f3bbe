package pagemark.api;

import pagemark.key.Position;

/// Where a cursor goes on from: a boundary beside an item's position, and the way from there.
///
/// @param forward whether the page follows the boundary in its order, else it ends there
/// @param behind whether the boundary lies behind the position, in ascending order, else before it
record CursorPoint(boolean forward, Position position, boolean behind) {
  Position boundary() {
    return behind ? position.next() : position;
  }

  /// The same boundary, the other way.
  CursorPoint turned() {
    return new CursorPoint(!forward, position, behind);
  }
}
