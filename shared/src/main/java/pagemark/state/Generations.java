package pagemark.state;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The registered generations of all listings.
public interface Generations {
  /// The generations that are building or serving, a few at most.
  List<Generation> live(String listing);

  default Optional<Generation> serving(String listing) {
    return live(listing).stream().filter(Generation::isServing).findFirst();
  }

  /// Adds a generation.
  ///
  /// @throws IllegalStateException if its id exists already
  void register(Generation generation);

  /// Makes a live generation the serving one and retires the one that served before, atomically.
  ///
  /// @throws IllegalStateException if `id` is not a live generation of `listing`
  void serve(String listing, String id);

  /// The retired generations: nobody reads or writes them any more, but they are not removed yet.
  List<Generation> retired(String listing);

  /// Removes a retired generation from the table. Call it once the index has no data of it. Does
  /// nothing if it is gone.
  ///
  /// @throws IllegalStateException if it is live
  void remove(String listing, String id);

  /// Marks a generation as one that may differ from the table. There is one mark for each cause: it
  /// keeps the earliest `since` and the latest `noticed`. Does nothing if the generation is gone.
  void mark(String listing, String id, Inexact mark);

  /// Removes the mark, unless its cause has been noticed again since.
  void clear(String listing, String id, Inexact mark);

  /// Notes that what had expired by then is not in a generation any more. Does nothing if the
  /// generation is gone.
  void swept(String listing, String id, Instant until);

  /// Hides the generation from readers for good. Does nothing if it is gone.
  void suspend(String listing, String id);
}
