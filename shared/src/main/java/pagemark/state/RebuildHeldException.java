package pagemark.state;

import java.time.Instant;

/// Another owner rebuilds the listing.
public final class RebuildHeldException extends RuntimeException {
  private final Instant until;

  public RebuildHeldException(String listing, Instant until) {
    super(
        "the listing %s is being rebuilt by another, until %s at least".formatted(listing, until));
    this.until = until;
  }

  /// When the other's lease ends unless it is renewed.
  public Instant until() {
    return until;
  }
}
