package pagemark.rebuild;

import java.time.Duration;

/// Settings of rebuilds for tests.
public final class TestSettings {
  private TestSettings() {}

  /// Shorter waits, for an index whose readers and writers are in one process. A writer that has
  /// noted nothing by then is not waited for.
  public static RebuildSettings waiting(
      RebuildSettings real, Duration forReaders, Duration betweenChecks) {
    return new RebuildSettings(
        real.writerAgeMax(),
        Duration.ZERO,
        real.lagMax(),
        forReaders,
        betweenChecks,
        real.rowsPerCall());
  }

  /// Small calls of the index.
  public static RebuildSettings rowsPerCall(RebuildSettings real, int rows) {
    return new RebuildSettings(
        real.writerAgeMax(),
        real.firstNoteMax(),
        real.lagMax(),
        real.readerAgeMax(),
        real.poll(),
        rows);
  }
}
