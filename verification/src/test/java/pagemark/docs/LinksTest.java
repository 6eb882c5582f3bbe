package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class LinksTest {
  private static final Pattern LINK =
      Pattern.compile("(?:]\\(|<img src=\")([^):#\"]+)(?:#[^)]*)?[)\"]");

  @Test
  void everyFileThatADocumentLinksToIsThere() throws IOException {
    List<String> missing = new ArrayList<>();
    int links = 0;
    for (Path document : Documents.all()) {
      Matcher matcher = LINK.matcher(Files.readString(document));
      while (matcher.find()) {
        links++;
        if (!Files.exists(document.resolveSibling(matcher.group(1)))) {
          missing.add(document + ": " + matcher.group(1));
        }
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(links > 10, "links found: " + links);
  }
}
