package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A page of docs is one that somebody reads to its end, and the index names each.
final class PageLengthTest {
  private static final int WORDS_MAX = 2_500;

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(Documents.ROOT.resolve("docs"))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  private static long words(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .flatMap(line -> Stream.of(line.split("\\s+")))
        .filter(word -> !word.isEmpty())
        .count();
  }

  @Test
  void eachPageHasAtMost2500Words() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path page : pages()) {
      long words = words(page);
      if (words > WORDS_MAX) {
        tooLong.add("%s: %,d words".formatted(page.getFileName(), words));
      }
    }
    assertEquals(List.of(), tooLong);
  }

  @Test
  void theIndexNamesEachPage() throws IOException {
    String index = Documents.text("docs/README.md");
    List<String> missing =
        pages().stream()
            .map(page -> page.getFileName().toString())
            .filter(name -> !name.equals("README.md") && !index.contains("](" + name))
            .toList();
    assertEquals(List.of(), missing);
    assertTrue(pages().size() > 30, "pages: " + pages().size());
  }
}
