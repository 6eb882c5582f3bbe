package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every test, and every type of Pagemark, that a document names exists. Decisions are left out:
/// they say what was, when they were made.
final class NamesTest {
  /// Names that can only be those of tests.
  private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT|Contract|Proof))[`#.]");

  /// What the tables of CONTRIBUTING.md name.
  private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+[a-z]\\w*)`");

  /// Names in these tables that are not Java types.
  private static final Set<String> OTHERS = Set.of("DynamoDbEndpoint", "Retry", "Option");

  @Test
  void everyTestThatADocumentNamesExists() throws IOException {
    Set<String> types = types();
    List<String> missing = new ArrayList<>();
    for (Path document : Documents.all()) {
      if (!document.toString().contains("decisions")) {
        missing.addAll(missing(TEST, Files.readString(document), types, document));
      }
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void everyTypeThatTheTablesOfContributingNameExists() throws IOException {
    Path document = Documents.ROOT.resolve("CONTRIBUTING.md");
    String text = Files.readString(document);
    String table = text.substring(text.indexOf("| to add | change |"), text.indexOf("House rules"));
    Set<String> types = types();
    types.addAll(OTHERS);
    assertEquals(List.of(), missing(TYPE, table, types, document));
  }

  private static List<String> missing(
      Pattern names, String text, Set<String> types, Path document) {
    return names
        .matcher(text)
        .results()
        .map((MatchResult name) -> name.group(1))
        .filter(name -> !types.contains(name))
        .map(name -> document.getFileName() + ": " + name)
        .distinct()
        .toList();
  }

  private static Set<String> types() throws IOException {
    try (Stream<Path> files = Files.walk(Documents.ROOT)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toSet());
    }
  }
}
