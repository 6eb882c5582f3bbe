package pagemark.index;

import java.net.URI;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/// Finds the store for an index URL among those on the class path.
public final class IndexStores {
  private IndexStores() {}

  /// @param url such as `redis://localhost:6379`
  /// @throws IllegalArgumentException where no store on the class path knows the URL's scheme
  public static IndexStore open(String url, IndexSettings settings) {
    Set<String> known = new TreeSet<>();
    String scheme = url.replaceFirst(":.*", "");
    for (IndexStoreProvider provider : ServiceLoader.load(IndexStoreProvider.class)) {
      if (provider.schemes().contains(scheme)) {
        return provider.open(URI.create(url), settings);
      }
      known.addAll(provider.schemes());
    }
    throw new IllegalArgumentException(
        "index URL of scheme \"%s\"; allowed here are %s".formatted(scheme, known));
  }
}
