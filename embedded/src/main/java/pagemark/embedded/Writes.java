package pagemark.embedded;

/// The writes that a server was asked for since its start, by anybody: all requests but those that
/// only read.
///
/// @param begun how many it was asked for
/// @param ended how many of them are over, done or refused
public record Writes(long begun, long ended) {
  /// Whether the server works on none of them any more.
  public boolean areOver() {
    return ended == begun;
  }
}
