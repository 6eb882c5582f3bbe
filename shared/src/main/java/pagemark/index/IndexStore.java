package pagemark.index;

/// An open index. The API takes the reader, the sync side the writer.
public interface IndexStore extends AutoCloseable {
  PageIndexReader reader();

  PageIndexWriter writer();

  Markers markers();

  Inspector inspector();

  /// Closes every connection. The store stays open: its next use connects anew. Not while it is in
  /// use.
  void disconnect();

  @Override
  void close();
}
