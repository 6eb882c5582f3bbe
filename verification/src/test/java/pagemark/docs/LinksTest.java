package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class LinksTest {
  private static final Pattern LINK =
      Pattern.compile("(?:]\\(|<img src=\")([^):#\"]+)(?:#[^)]*)?[)\"]");

  /// Pages that GitHub shows beside the files.
  private static final String GITHUB = "../../actions/";

  private static final Pattern SECTION = Pattern.compile("]\\(([^):#\"]*\\.md|)#([^)]*)\\)");
  private static final Pattern HEADING =
      Pattern.compile("(?m)^#+ (.*)$|<a (?:id|name)=\"([^\"]*)\"");

  @Test
  void everyFileThatADocumentLinksToIsThere() throws IOException {
    List<String> missing = new ArrayList<>();
    int links = 0;
    for (Path document : Documents.all()) {
      Matcher matcher = LINK.matcher(Files.readString(document));
      while (matcher.find()) {
        links++;
        if (!matcher.group(1).startsWith(GITHUB)
            && !Files.exists(document.resolveSibling(matcher.group(1)))) {
          missing.add(document + ": " + matcher.group(1));
        }
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(links > 10, "links found: " + links);
  }

  @Test
  void everySectionThatADocumentLinksToIsThere() throws IOException {
    List<String> missing = new ArrayList<>();
    int links = 0;
    for (Path document : Documents.all()) {
      Matcher matcher = SECTION.matcher(Files.readString(document));
      while (matcher.find()) {
        links++;
        Path file =
            matcher.group(1).isEmpty() ? document : document.resolveSibling(matcher.group(1));
        if (!sections(file).contains(matcher.group(2))) {
          missing.add("%s: %s#%s".formatted(document, matcher.group(1), matcher.group(2)));
        }
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(links > 150, "links found: " + links);
  }

  @Test
  void theIndexOfDocsNamesEachPage() throws IOException {
    String index = Documents.text("docs/README.md");
    List<String> missing = new ArrayList<>();
    for (Path document : Documents.all()) {
      String name = document.getFileName().toString();
      if (Documents.ROOT.resolve("docs").equals(document.getParent())
          && !index.contains("](" + name)
          && !name.equals("README.md")) {
        missing.add(name);
      }
    }
    assertEquals(List.of(), missing);
  }

  /// The names that a document's headings have in links, and those that it sets itself.
  private static Set<String> sections(Path file) throws IOException {
    Set<String> sections = new HashSet<>();
    for (MatchResult heading : HEADING.matcher(Files.readString(file)).results().toList()) {
      sections.add(
          heading.group(2) != null ? heading.group(2) : Documents.anchor(heading.group(1)));
    }
    return sections;
  }
}
