package pagemark.index;

/// An open index. The API takes the reader, the sync side the writer.
public interface IndexStore extends AutoCloseable {
  PageIndexReader reader();

  PageIndexWriter writer();

  Markers markers();

  Inspector inspector();

  @Override
  void close();
}
