package pagemark.index;

/// Where tests keep indexes, one after the other in each thread.
public interface IndexServer {
  /// For [IndexStores#open].
  String url();

  /// Empties it, whoever has a store on it, and opens one.
  IndexStore emptyStore();
}
