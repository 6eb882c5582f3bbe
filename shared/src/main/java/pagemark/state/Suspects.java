package pagemark.state;

import java.util.List;

/// Entries in doubt. Each is kept until a repair has settled it, or for 30 days after it was
/// doubted last, so that those of a listing that nobody repairs any more do not stay. A suspect
/// alone changes no index.
@FunctionalInterface
public interface Suspects {
  StateStore state();

  static Suspects of(StateStore state) {
    return () -> state;
  }

  /// Keeps `suspect`. It replaces an earlier one of the same entry.
  default void file(Suspect suspect) {
    state().put(suspect);
  }

  /// The next suspects of a listing, at most `max`, whose [Suspect#id] is greater than `id`, in
  /// that order; the first ones if that is empty.
  default List<Suspect> list(String listing, String id, int max) {
    return state()
        .list(Suspect.class, StateStore.Range.after(Suspect.PREFIX + listing, id, max))
        .toList();
  }

  /// How many suspects a listing has, counted up to `max`.
  default int count(String listing, int max) {
    return state().size(Suspect.PREFIX + listing, max);
  }

  /// Removes `suspect`, unless its entry has been doubted again meanwhile.
  default void settle(Suspect suspect) {
    state().delete(suspect);
  }
}
