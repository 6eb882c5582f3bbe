package pagemark.state;

import java.util.List;
import java.util.Optional;

/// The registered generations of every listing.
public interface Generations {
  /// Those that are building or serving, at most a few.
  List<Generation> live(String listing);

  default Optional<Generation> serving(String listing) {
    return live(listing).stream().filter(Generation::isServing).findFirst();
  }

  /// Adds a generation.
  ///
  /// @throws IllegalStateException where its id is taken
  void register(Generation generation);

  /// Makes a live generation the serving one and retires the one that served before, at once.
  ///
  /// @throws IllegalStateException where `id` is not a live generation of `listing`
  void serve(String listing, String id);

  /// Those that nobody reads or follows any more, and that are not removed yet.
  List<Generation> retired(String listing);

  /// Forgets a retired generation, once the index has nothing of it. Nothing where it is gone.
  ///
  /// @throws IllegalStateException where it is live
  void remove(String listing, String id);

  /// Marks a generation as one that may differ from the table. Of one cause there is one mark:
  /// since the earliest time, noticed at the latest. Nothing where the generation is gone.
  void mark(String listing, String id, Inexact mark);

  /// Takes the mark away, unless its cause has been noticed again since.
  void clear(String listing, String id, Inexact mark);

  /// Nobody is shown the generation any more. Nothing where it is gone.
  void suspend(String listing, String id);
}
