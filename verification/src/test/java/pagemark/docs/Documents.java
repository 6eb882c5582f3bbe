package pagemark.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The project's documents.
public final class Documents {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private Documents() {}

  static String readme() {
    return text("README.md");
  }

  public static String text(String file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Path> all() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md") || file.endsWith("llms.txt"))
          .filter(
              file ->
                  !ROOT.relativize(file)
                      .toString()
                      .matches(".*(^|/)(target|node_modules|\\.git)/.*"))
          .sorted()
          .toList();
    }
  }

  /// What a link to a heading has behind its `#`.
  static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  /// The content of the first fenced block of `language` after `heading`.
  static String block(String document, String heading, String language) {
    String section = document.substring(document.indexOf("\n## " + heading + "\n"));
    String fence = "```" + language + "\n";
    int start = section.indexOf(fence) + fence.length();
    return section.substring(start, section.indexOf("```", start));
  }
}
