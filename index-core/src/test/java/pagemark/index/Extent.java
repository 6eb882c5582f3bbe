package pagemark.index;

/// How much of a long test runs: a part in each build, and all of it with `mvn -Pnightly verify`,
/// or with `-Dthorough`.
public final class Extent {
  private static final boolean THOROUGH = Boolean.getBoolean("thorough");

  private Extent() {}

  /// The count or size for this run.
  public static int of(int part, int all) {
    return THOROUGH ? all : part;
  }

  /// The subjects for this run.
  public static <T> T of(T part, T all) {
    return THOROUGH ? all : part;
  }
}
