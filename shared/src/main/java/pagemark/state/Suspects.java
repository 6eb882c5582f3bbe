package pagemark.state;

import java.util.List;

/// Entries in doubt. Each is kept until a repair has settled it, or for 30 days after it was
/// doubted last, so that those of a listing that nobody repairs any more do not stay. A suspect
/// alone changes no index.
public interface Suspects {
  /// Keeps `suspect`. It replaces an earlier one of the same entry.
  void file(Suspect suspect);

  /// The first suspects of a listing, at most `max`, ordered by [Suspect#id].
  default List<Suspect> list(String listing, int max) {
    return list(listing, "", max);
  }

  /// The next suspects of a listing, at most `max`, whose id is greater than `id`, in that order.
  List<Suspect> list(String listing, String id, int max);

  /// Removes `suspect`, unless its entry has been doubted again meanwhile.
  void settle(Suspect suspect);
}
