package pagemark.state;

import java.time.Instant;

/// An owner may not go on with its rebuild: another has taken it over, or it was left for too long.
public final class RebuildLostException extends RuntimeException {
  private RebuildLostException(String listing, String why) {
    super("the rebuild of %s %s".formatted(listing, why));
  }

  /// The lease was not renewed in time.
  public RebuildLostException(String listing) {
    this(listing, "was taken over by another");
  }

  /// Records of the stream may be gone that nobody has brought to what was built.
  static RebuildLostException left(String listing, Instant workedAt) {
    return new RebuildLostException(
        listing, "stood still since %s: start it again, and it begins anew".formatted(workedAt));
  }
}
