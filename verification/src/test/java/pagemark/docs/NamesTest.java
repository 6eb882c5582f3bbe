package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every test that a document names exists, and so does the class of each step in ARCHITECTURE.md.
/// Decisions are left out: they say what was, when they were made.
final class NamesTest {
  /// Names that can only be those of tests, and those of steps: `2. `RequestReader` takes`.
  private static final Pattern NAME =
      Pattern.compile(
          "`(\\w+(?:Test|IT|Contract))(?:[`#]|\\.(?!java))|(?m)^ *[0-9]+\\. `([A-Z]\\w+)` ");

  private static final Pattern TYPE =
      Pattern.compile("(?m)^ *(?:[a-z-]+ )*(?:class|record|interface) (\\w+)");

  @Test
  void everyClassThatADocumentNamesExists() throws IOException {
    Set<String> types = types();
    List<String> missing = new ArrayList<>();
    for (Path document : Documents.all()) {
      if (!document.toString().contains("decisions")) {
        NAME.matcher(Files.readString(document))
            .results()
            .map(name -> name.group(1) == null ? name.group(2) : name.group(1))
            .filter(name -> !types.contains(name))
            .forEach(name -> missing.add(document.getFileName() + ": " + name));
      }
    }
    assertEquals(List.of(), missing);
  }

  private static Set<String> types() throws IOException {
    Set<String> types = new HashSet<>();
    try (Stream<Path> files = Files.walk(Documents.ROOT)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        TYPE.matcher(Files.readString(file)).results().forEach(type -> types.add(type.group(1)));
      }
    }
    return types;
  }
}
