package pagemark.key;

/// An attribute has a value that does not fit its declared type or size, or is missing. The reason
/// never contains the value, because keys may be private.
public final class UnfitException extends Exception {
  private final String reason;

  public UnfitException(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  /// The same reason, with the attribute's name before it.
  UnfitException about(String attribute) {
    return new UnfitException(attribute + " " + reason);
  }

  public String reason() {
    return reason;
  }
}
