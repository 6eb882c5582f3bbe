package pagemark.tree.request;

/// The store has nothing of a generation: it was never built, or is dropped.
public final class MissingGenerationException extends RuntimeException {
  public MissingGenerationException(String message) {
    super(message);
  }
}
