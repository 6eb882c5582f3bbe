package pagemark.index;

import java.net.URI;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/// Finds the store for an index URL among the stores on the class path.
public final class IndexStores {
  /// Opens the stores of some URL schemes. ServiceLoader finds it.
  public interface Provider {
    /// The URL schemes, such as `redis`.
    Set<String> schemes();

    /// Opens a store without connecting. If the store is down, its calls fail later.
    ///
    /// @throws IllegalArgumentException if `url` is not valid for this store
    IndexStore open(URI url, IndexSettings settings);
  }

  private IndexStores() {}

  /// Opens the store of an index URL.
  ///
  /// @param url such as `redis://localhost:6379`
  /// @throws IllegalArgumentException if no store on the class path knows the URL's scheme
  public static IndexStore open(String url, IndexSettings settings) {
    Set<String> known = new TreeSet<>();
    String scheme = url.replaceFirst(":.*", "");
    for (Provider provider : ServiceLoader.load(Provider.class)) {
      if (provider.schemes().contains(scheme)) {
        return provider.open(URI.create(url), settings);
      }
      known.addAll(provider.schemes());
    }
    throw new IllegalArgumentException(
        "index URL has the scheme \"%s\". Valid schemes: %s"
            .formatted(scheme, String.join(", ", known)));
  }
}
