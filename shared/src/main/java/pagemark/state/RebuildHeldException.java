package pagemark.state;

import java.time.Instant;

/// Another owner is rebuilding the listing. `template.yaml` and executions that are under way know
/// it by its full name, so it stays in this package.
public final class RebuildHeldException extends RuntimeException {
  private final Instant until;

  public RebuildHeldException(String listing, Instant until) {
    super(
        "another process rebuilds the listing %s; its lease ends at %s or later"
            .formatted(listing, until));
    this.until = until;
  }

  /// When the other owner's lease ends if it is not renewed.
  public Instant until() {
    return until;
  }
}
