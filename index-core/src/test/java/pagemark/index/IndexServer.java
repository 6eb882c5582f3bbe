package pagemark.index;

/// A server for the indexes of tests, one after the other in each thread.
public interface IndexServer {
  /// Its URL, for [IndexStores#open].
  String url();

  /// Empties it, even if others have a store on it, and opens a store.
  IndexStore emptyStore();

  /// The markers of a store of this server, for tests of something else. They may work faster than
  /// the store's own.
  default Markers markers(IndexStore store) {
    return store.markers();
  }
}
