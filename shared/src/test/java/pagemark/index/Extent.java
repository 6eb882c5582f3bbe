package pagemark.index;

/// How much of a long test runs: in each build a part, and with `mvn verify -Dthorough` all of it.
public final class Extent {
  private static final boolean THOROUGH = Boolean.getBoolean("thorough");

  private Extent() {}

  /// How often, how many or how large.
  public static int of(int part, int all) {
    return THOROUGH ? all : part;
  }
}
