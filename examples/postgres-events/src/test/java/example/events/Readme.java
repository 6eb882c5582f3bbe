package example.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import pagemark.index.Figures;

/// What README.md says was measured, each between a mark of its name and `<!-- end -->`.
final class Readme {
  private static final Path FILE = Path.of("README.md");
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*");

  private Readme() {}

  /// Writes a block with `-Dfigures=write`. Otherwise its words must be the same, and its numbers
  /// must be right within a fifth, as pages of a table are not filled alike each time.
  static void hold(String name, String measured) {
    String text = read();
    String mark = "<!-- %s -->\n".formatted(name);
    int from = text.indexOf(mark) + mark.length();
    int to = text.indexOf("\n<!-- end -->", from);
    assertTrue(from >= mark.length() && to > 0, name);
    if (Figures.WRITES) {
      write(text.substring(0, from) + measured + text.substring(to));
      return;
    }
    String told = text.substring(from, to);
    assertEquals(
        told.replaceAll(NUMBER.pattern(), "N"), measured.replaceAll(NUMBER.pattern(), "N"));
    List<Long> numbers = numbers(measured);
    List<Long> inReadme = numbers(told);
    for (int i = 0; i < numbers.size(); i++) {
      long most = Math.max(numbers.get(i), inReadme.get(i));
      assertTrue(
          Math.abs(numbers.get(i) - inReadme.get(i)) <= 2 + most / 5,
          "README.md has:\n" + told + "\nmeasured:\n" + measured);
    }
  }

  private static List<Long> numbers(String text) {
    return NUMBER
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .map(number -> Long.valueOf(number.replace(",", "")))
        .toList();
  }

  private static String read() {
    try {
      return Files.readString(FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(String text) {
    try {
      Files.writeString(FILE, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
