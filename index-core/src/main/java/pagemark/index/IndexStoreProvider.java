package pagemark.index;

import java.net.URI;
import java.util.Set;

/// Opens the stores of some URL schemes. ServiceLoader finds it.
public interface IndexStoreProvider {
  /// The URL schemes, such as `redis`.
  Set<String> schemes();

  /// Opens a store without connecting. If the store is down, its calls fail later.
  ///
  /// @throws IllegalArgumentException if `url` is not valid for this store
  IndexStore open(URI url, IndexSettings settings);
}
