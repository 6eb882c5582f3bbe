package pagemark.state.rebuild;

import java.time.Instant;

/// An owner must stop its rebuild: another owner has taken over, or nobody worked on it for too
/// long.
public final class RebuildLostException extends RuntimeException {
  private RebuildLostException(String listing, String why) {
    super("the rebuild of %s %s".formatted(listing, why));
  }

  /// The lease was not renewed in time.
  public RebuildLostException(String listing) {
    this(listing, "was taken over by another process");
  }

  /// The rebuild paused for so long that stream records may have expired before the generation got
  /// them.
  static RebuildLostException left(String listing, Instant workedAt) {
    return new RebuildLostException(
        listing, "was idle since %s, which is too long. Start it again".formatted(workedAt));
  }
}
