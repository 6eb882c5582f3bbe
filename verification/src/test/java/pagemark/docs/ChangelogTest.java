package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The newest section of CHANGELOG.md is that of the version which Maven builds.
final class ChangelogTest {
  @Test
  void theNewestVersionIsTheOneInThePom() throws IOException {
    assertEquals(
        first("<version>([^<]+)</version>", Documents.text("pom.xml")),
        first("(?m)^## (\\S+)$", Documents.text("CHANGELOG.md")));
  }

  private static String first(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new AssertionError("there is no " + pattern);
    }
    return matcher.group(1);
  }
}
