package pagemark.load;

/// Is told how a load goes, by one thread.
public interface LoadListener {
  /// A line was not loaded.
  ///
  /// @param line its number, from 1
  /// @param reason what is wrong with it; never a value
  void failed(long line, String reason);

  /// So much is done.
  void moved(LoadCount count);
}
