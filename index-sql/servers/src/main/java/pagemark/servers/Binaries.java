package pagemark.servers;

import static java.util.Comparator.comparing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// Finds servers on this machine: first those that the build unpacked, then installed ones.
///
/// If there is none, the test that needs it is reported as not run. It fails instead if
/// `PAGEMARK_REQUIRE_ALL` is `true`, and on Linux on x86-64, for which the build has the servers.
///
/// MySQL is an exception, twice. No installed one is tried, because systems confine it to folders
/// of its own. And the build's needs libraries that not every Linux on x86-64 has.
final class Binaries {
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final int VERSION_SECONDS_MAX = 10;
  private static final String LIBRARIES = "libaio (libaio1 or libaio1t64) and libnuma (libnuma1)";

  private Binaries() {}

  /// The two programs of MariaDB.
  ///
  /// @param arguments for both programs
  record MariaDb(Path server, Path install, List<String> arguments) {
    boolean isThere() {
      return runs(server) && Files.isExecutable(install);
    }
  }

  /// The folder with `initdb` and `postgres`.
  static Path postgres() {
    return wanted(
        Stream.of(Stream.of(unpacked("postgres/bin")), debian(), path())
            .flatMap(folders -> folders)
            .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
            .filter(folder -> runs(folder.resolve("postgres")))
            .findFirst(),
        "PostgreSQL");
  }

  static MariaDb mariaDb() {
    Path unpacked = unpacked("mariadb");
    MariaDb ours =
        new MariaDb(
            unpacked.resolve("bin/mariadbd"),
            unpacked.resolve("scripts/mariadb-install-db"),
            List.of("--basedir=" + unpacked));
    return wanted(
        Optional.of(ours).filter(MariaDb::isThere).or(Binaries::installedMariaDb), "MariaDB");
  }

  /// The folder with `bin/mysqld`.
  static Path mySql() {
    Path folder = unpacked("mysql");
    boolean isThere = runs(folder.resolve("bin/mysqld"));
    if (!isThere && isRequired() && isSupplied()) {
      throw new AssertionError("no MySQL: build sql-servers with tests, and install " + LIBRARIES);
    }
    Assumptions.assumeTrue(
        isThere,
        "NOT RUN: this machine has no MySQL, which needs Linux on x86-64 with " + LIBRARIES);
    return folder;
  }

  private static Optional<MariaDb> installedMariaDb() {
    return onPath("mariadbd")
        .flatMap(
            server ->
                onPath("mariadb-install-db")
                    .map(install -> new MariaDb(server, install, List.of())))
        .filter(MariaDb::isThere);
  }

  private static <T> T wanted(Optional<T> found, String name) {
    if (found.isEmpty() && (isRequired() || isSupplied())) {
      throw new AssertionError("no " + name + ": build sql-servers with tests, or install it");
    }
    Assumptions.assumeTrue(found.isPresent(), "NOT RUN: this machine has no " + name);
    return found.orElseThrow();
  }

  private static boolean isRequired() {
    return "true".equals(System.getenv("PAGEMARK_REQUIRE_ALL"));
  }

  private static boolean isSupplied() {
    return System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  /// A folder beside the jar (or the class folder) that has this class.
  private static Path unpacked(String folder) {
    try {
      var source = Binaries.class.getProtectionDomain().getCodeSource().getLocation();
      return Path.of(source.toURI()).toAbsolutePath().resolveSibling(folder);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The folders of Debian's versions, the newest first.
  private static Stream<Path> debian() {
    try (Stream<Path> versions = Files.isDirectory(DEBIAN) ? Files.list(DEBIAN) : Stream.empty()) {
      return versions
          .sorted(comparing(Path::toString).reversed())
          .map(version -> version.resolve("bin"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> onPath(String program) {
    return path().map(folder -> folder.resolve(program)).filter(Files::isExecutable).findFirst();
  }

  /// The folders of PATH, and `/usr/sbin`, which has servers that PATH may not name.
  private static Stream<Path> path() {
    return Stream.concat(
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
            .map(Path::of),
        Stream.of(Path.of("/usr/sbin")));
  }

  private static boolean runs(Path program) {
    return Files.isExecutable(program) && printsVersion(program);
  }

  private static boolean printsVersion(Path program) {
    try {
      Process version =
          new ProcessBuilder(program.toString(), "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = version.waitFor(VERSION_SECONDS_MAX, TimeUnit.SECONDS);
      version.destroyForcibly();
      return ended && version.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
