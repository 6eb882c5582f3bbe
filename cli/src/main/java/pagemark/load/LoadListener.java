package pagemark.load;

/// Receives the progress of a load, from one thread.
public interface LoadListener {
  /// Called for each line that was not loaded.
  ///
  /// @param line its number, from 1
  /// @param reason what is wrong with it, as in [LineException]
  void failed(long line, String reason);

  /// Called after each batch.
  void moved(LoadCount count);
}
