package pagemark.state;

import java.time.Instant;

/// How far the removal of old fences has come in a listing's generations, which are gone through in
/// the order of their ids.
///
/// @param generation the one that the walk stopped in; empty if the walk came to its end
/// @param position as the index gave it; nobody else reads it
/// @param at when it stopped, or came to its end
public record WalkPosition(String listing, String generation, String position, Instant at) {
  public boolean isOver() {
    return generation.isEmpty();
  }
}
