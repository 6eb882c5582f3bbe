package pagemark.key;

/// An attribute is present but its value does not fit the declared type or size. The reason names
/// no value, because keys may be private.
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
