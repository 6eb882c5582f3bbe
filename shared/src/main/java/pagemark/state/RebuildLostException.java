package pagemark.state;

/// The lease was not renewed in time, and another owner has taken the rebuild over.
public final class RebuildLostException extends RuntimeException {
  public RebuildLostException(String listing) {
    super("the rebuild of %s was taken over by another".formatted(listing));
  }
}
