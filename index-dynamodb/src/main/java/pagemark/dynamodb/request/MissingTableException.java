package pagemark.dynamodb.request;

/// A generation has no table: it was never built, or is dropped.
public final class MissingTableException extends RuntimeException {
  public MissingTableException(String table) {
    super("there is no table " + table);
  }
}
