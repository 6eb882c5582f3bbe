package pagemark.index;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Says of each slot of a store whether it holds a complete index of a generation. A slot that was
/// lost or flushed has no marker, so an empty set is never taken for an empty group.
public interface Markers {
  /// A slot's state. A slot without a marker has none.
  enum State {
    BUILDING,
    READY
  }

  /// Marks every slot BUILDING that does not carry `nonce` yet.
  ///
  /// @param nonce names this rebuild; only its bearer can mark the slots READY
  /// @param birth older stream records are no proof for this generation
  /// @return how many slots did not carry it
  /// @throws IndexException.Unavailable where a slot could not be marked
  int building(String generation, String nonce, Instant birth);

  /// Marks every slot READY that still carries `nonce`.
  ///
  /// @return how many slots did not, and must be built again; 0 where all are READY
  /// @throws IndexException.Unavailable where a slot could not be asked
  int ready(String generation, String nonce);

  /// How many slots are in each state; slots without a marker of the generation count nowhere.
  ///
  /// @throws IndexException.Unavailable where a slot could not be asked
  Map<State, Integer> count(String generation);

  /// Takes the generation's marker from every slot, so that nothing is read from it or written into
  /// it any more, then removes all that it has.
  ///
  /// @throws IndexException.Unavailable where that fails half-way; it can be called again
  void drop(String generation);

  /// How a READY slot can lose entries in silence as the server is set up, and what to change: a
  /// sentence for each way. Empty if there is none, or the server does not tell.
  ///
  /// @throws IndexException.Unavailable if the server cannot be asked
  default List<String> dangers() {
    return List.of();
  }

  /// How many slots the store has.
  int slots();
}
