package pagemark.state;

import java.time.Instant;

/// How far the removal of old fences has come in a listing's generations. The walk takes the
/// generations in the order of their ids.
///
/// @param generation the generation in which the walk stopped; empty if the walk is at its end
/// @param position where it stopped, in the store's own words; only the store reads it
/// @param at when the walk stopped or ended
public record WalkProgress(String listing, String generation, String position, Instant at) {
  public boolean isOver() {
    return generation.isEmpty();
  }
}
