package pagemark.index;

import java.net.URI;
import java.util.Set;

/// Opens the stores of some URL schemes; found by ServiceLoader.
public interface IndexStoreProvider {
  /// The URL schemes, such as `redis`.
  Set<String> schemes();

  /// Opens a store without waiting for it: a store that is down shows in its calls.
  ///
  /// @throws IllegalArgumentException where `url` is not one of this store's
  IndexStore open(URI url, IndexSettings settings);
}
