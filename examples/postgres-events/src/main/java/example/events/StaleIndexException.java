package example.events;

/// The index has missed changes, or may have: [EventIndex#rebuild] makes a new one.
final class StaleIndexException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StaleIndexException(String cause) {
    super("rebuild the index: " + cause);
  }
}
