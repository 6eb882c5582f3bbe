import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Checks that every Java file of the project is formatted, or formats it (`mvn -Dformat.mode=apply
/// process-sources`). Run by the root pom with google-java-format on its class path.
///
/// A file that was found formatted is not looked at again until it changes: the hashes of those
/// files lie in `target/formatter`.
final class Format {
  public static void main(String[] args) throws Exception {
    boolean apply = args[0].equals("apply");
    Path root = Path.of(args[1]);
    Path formatted = root.resolve("target/formatter/formatted.txt");
    Set<String> known =
        Files.exists(formatted) ? Set.copyOf(Files.readAllLines(formatted)) : Set.of();
    List<Path> files = javaFiles(root);
    List<String> changed =
        files.stream().filter(f -> !known.contains(hash(f))).map(Path::toString).toList();
    int exit = changed.isEmpty() ? 0 : format(apply, changed);
    if (exit == 0 && !apply) {
      Set<String> hashes = new TreeSet<>();
      files.forEach(file -> hashes.add(hash(file)));
      Files.write(formatted, hashes);
    } else if (!apply) {
      System.err.println(
          "The files named above are not formatted. Run: mvn -N -Dformat.mode=apply"
              + " process-sources");
    }
    System.exit(exit);
  }

  private static int format(boolean apply, List<String> files) throws Exception {
    List<String> options =
        apply ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed");
    Main formatter =
        new Main(new PrintWriter(System.out, true), new PrintWriter(System.err, true), System.in);
    return formatter.format(Stream.concat(options.stream(), files.stream()).toArray(String[]::new));
  }

  private static String hash(Path file) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return HexFormat.of().formatHex(hash);
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(file.toString(), e);
    }
  }

  private static List<Path> javaFiles(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(
              file ->
                  !root.relativize(file).toString().matches(".*\\b(target|node_modules)[/\\\\].*"))
          .sorted()
          .toList();
    }
  }
}
