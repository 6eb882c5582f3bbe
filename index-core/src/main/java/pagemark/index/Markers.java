package pagemark.index;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Records for each slot of a store whether it holds a complete index of a generation. A slot is a
/// part of the store that can be lost by itself: a hash slot of Redis, or a whole SQL database.
///
/// A slot that was lost or flushed has no marker. So readers never take a lost group for an empty
/// one.
///
/// A call throws [IndexException.Unavailable] if the store does not answer, for all slots or for
/// some. It can be called again.
public interface Markers {
  /// The state of a slot. A slot without a marker has no state.
  enum State {
    BUILDING,
    READY
  }

  /// Marks every slot BUILDING that does not have `nonce` yet.
  ///
  /// @param nonce names this rebuild; only its bearer can mark the slots READY
  /// @param birth stream records older than this do not count for this generation
  /// @return the number of slots that did not have it
  int building(String generation, String nonce, Instant birth);

  /// Marks every slot READY that still has `nonce`.
  ///
  /// @return the number of slots that do not have it and must be built again; 0 if all are READY
  int ready(String generation, String nonce);

  /// Counts the slots in each state. Slots without a marker of the generation are not counted.
  Map<State, Integer> count(String generation);

  /// Removes a generation. First removes its marker from every slot, so that nobody reads or writes
  /// it any more, then all of its data.
  void drop(String generation);

  /// Finds the data of generations without their ids. Empty if the store cannot.
  default Optional<StoredData> storedData() {
    return Optional.empty();
  }

  /// The data of generations that a store finds without their ids. Data that nobody knows any more
  /// was left by a rebuild that was given up.
  interface StoredData {
    /// Lists the data, whatever its state.
    List<Data> list();

    /// Begins to remove data that [#list] has listed, and does not wait for the end.
    ///
    /// @return false if it is not removed now: it is in use, or not of an index after all
    boolean remove(Data data);
  }

  /// Data of a generation that can be removed by itself, such as a table in DynamoDB.
  ///
  /// @param name the store's name of it
  /// @param ofRebuild whether only the rebuild of the generation needs it
  record Data(String name, String generation, boolean ofRebuild) {}

  /// Lists the ways in which a READY slot can lose entries silently because of the server's
  /// settings. Each sentence names a danger and what to change. Empty if there is none, or if the
  /// server does not say.
  default List<String> dangers() {
    return List.of();
  }

  /// The number of slots of the store.
  int slots();
}
