package pagemark.state;

import java.util.List;

/// Entries in doubt, kept until a repair has settled them. Suspicion alone changes no index.
public interface Suspects {
  /// Keeps `suspect`; of the same entry only the latest is kept.
  void file(Suspect suspect);

  /// At most `max` of a listing's, in any order.
  List<Suspect> list(String listing, int max);

  /// Forgets `suspect`, save where its entry has been doubted again meanwhile.
  void settle(Suspect suspect);
}
