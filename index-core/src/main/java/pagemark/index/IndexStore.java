package pagemark.index;

/// An open index. The API uses the reader, the sync side the writer.
public interface IndexStore extends AutoCloseable {
  PageIndexReader reader();

  PageIndexWriter writer();

  Markers markers();

  Inspector inspector();

  /// Opens a connection ahead of the first call, if the store keeps any.
  ///
  /// @throws IndexException if that fails; a later call connects again
  void connect();

  /// Closes all connections. The store stays open, and its next use connects again. Do not call
  /// this while the store is in use.
  void disconnect();

  @Override
  void close();
}
