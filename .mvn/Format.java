import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Checks that every Java file of the project is formatted, or formats it (`mvn -Dformat.mode=apply
/// process-sources`). Run by the root pom with google-java-format on its class path.
final class Format {
  public static void main(String[] args) throws Exception {
    boolean apply = args[0].equals("apply");
    List<String> files = javaFiles(Path.of(args[1]));
    List<String> options =
        apply ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed");
    Main formatter =
        new Main(new PrintWriter(System.out, true), new PrintWriter(System.err, true), System.in);
    int exit =
        formatter.format(Stream.concat(options.stream(), files.stream()).toArray(String[]::new));
    if (exit != 0 && !apply) {
      System.err.println(
          "The files named above are not formatted. Run: mvn -N -Dformat.mode=apply"
              + " process-sources");
    }
    System.exit(exit);
  }

  private static List<String> javaFiles(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !root.relativize(file).toString().matches(".*\\btarget[/\\\\].*"))
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }
}
