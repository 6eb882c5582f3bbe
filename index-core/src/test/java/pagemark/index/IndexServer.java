package pagemark.index;

import java.util.function.Supplier;

/// A server for the indexes of tests, one after the other in each thread.
public interface IndexServer {
  /// Its URL, for [IndexStores#open].
  String url();

  /// Empties it, even if others have a store on it, and opens a store.
  IndexStore emptyStore();

  /// A server that is at `url` now, and empty.
  static IndexServer at(Supplier<String> url) {
    return new IndexServer() {
      @Override
      public String url() {
        return url.get();
      }

      @Override
      public IndexStore emptyStore() {
        return IndexStores.open(url(), IndexSettings.DEFAULT);
      }
    };
  }

  /// The markers of a store of this server, for tests of something else. They may work faster than
  /// the store's own.
  default Markers markers(IndexStore store) {
    return store.markers();
  }
}
