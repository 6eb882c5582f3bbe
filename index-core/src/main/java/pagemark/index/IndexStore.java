package pagemark.index;

/// An open index. The API uses the reader, the sync side the writer.
public interface IndexStore extends AutoCloseable {
  PageIndexReader reader();

  PageIndexWriter writer();

  Markers markers();

  Inspector inspector();

  /// What an index takes of this store, and what it may take. This does not call the server.
  ///
  /// @param cells the combinations of the listing's filter values
  Limits limits(int cells);

  /// What an index takes, and what it may take, so that somebody can say before a rebuild whether
  /// it fits.
  ///
  /// @param unit what work is counted in, such as `write units`
  /// @param unitsPerRow about what a row of a rebuild takes
  /// @param unitsPerRecord about what a record of the stream takes at most, alone in its batch
  /// @param bytesPerEntry about what an entry takes at most, with keys of 36 letters
  /// @param unitsMax the most units a second; `Long.MAX_VALUE` if nothing limits them
  /// @param bytesMax the most bytes; `Long.MAX_VALUE` if nothing limits them
  record Limits(
      String unit,
      double unitsPerRow,
      double unitsPerRecord,
      double bytesPerEntry,
      long unitsMax,
      long bytesMax) {
    /// The limits of a store that nobody pays for by units.
    public static Limits none(double bytesPerEntry) {
      return new Limits("units", 0, 0, bytesPerEntry, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /// Whether the store holds two indexes beside each other, as it must in a rebuild.
    public boolean holdsTwice(long entries) {
      return 2 * bytes(entries) <= bytesMax;
    }

    /// About the bytes of an index, at most.
    public double bytes(long entries) {
      return entries * bytesPerEntry;
    }

    /// The seconds that the rows of a rebuild take at least.
    public long seconds(long rows) {
      return (long) (rows * unitsPerRow / unitsMax);
    }
  }

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
