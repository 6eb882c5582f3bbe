package pagemark.cli;

/**
 * The main class of the command's jar. It is compiled for Java 8, so that a JVM too old for the
 * rest says so in one line.
 */
public final class Launcher {
  private static final int NEEDED = 25;

  private Launcher() {}

  public static void main(String[] args) {
    String version = System.getProperty("java.specification.version");
    if (feature(version) < NEEDED) {
      System.err.println(
          "pagemark needs Java "
              + NEEDED
              + " or newer; this is Java "
              + version
              + ", in "
              + System.getProperty("java.home"));
      System.exit(1);
    }
    Pagemark.main(args);
  }

  /** 8 for "1.8", 17 for "17". */
  private static int feature(String version) {
    return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
  }
}
