package pagemark.index;

/// Where tests keep indexes, one after the other in each thread.
public interface IndexServer {
  /// For [IndexStores#open].
  String url();

  /// Empties it, whoever has a store on it, and opens one.
  IndexStore emptyStore();

  /// The markers of a store of this server, for tests of something else: they may take a shorter
  /// way than the store's own.
  default Markers markers(IndexStore store) {
    return store.markers();
  }
}
