package pagemark.state;

import java.util.List;

/// Entries in doubt, kept until a repair has settled them. Suspicion alone changes no index.
public interface Suspects {
  /// Keeps `suspect`; of the same entry only the latest is kept.
  void file(Suspect suspect);

  /// The first of a listing's, at most `max`, in the order of their [Suspect#id].
  default List<Suspect> list(String listing, int max) {
    return list(listing, "", max);
  }

  /// At most `max` of a listing's whose id comes after `id`, in that order.
  List<Suspect> list(String listing, String id, int max);

  /// Forgets `suspect`, save where its entry has been doubted again meanwhile.
  void settle(Suspect suspect);
}
