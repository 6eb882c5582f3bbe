package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The alarms of the template and their sections in docs/operations.md are the same, in one order.
final class OperationsTest {
  private static final Pattern ALARM =
      Pattern.compile("(?m)^  (\\w+):\n    Type: AWS::CloudWatch::Alarm$");
  private static final Pattern SECTION =
      Pattern.compile("(?m)^### (\\w+)\n\n(?:(?!\n##)[\\s\\S])+?\\*\\*Waiting");

  private static final Pattern SHOWN_BY = Pattern.compile("`(\\w+(?:IT|Test|Proof))`");

  @Test
  void eachAlarmHasASectionThatSaysWhatWaitingCosts() throws IOException {
    List<String> alarms = all(ALARM, "template.yaml");
    assertEquals(alarms, all(SECTION, "docs/operations.md"));
  }

  @Test
  void eachTestThatIsSaidToShowWhatRequestsGetIsThere() throws IOException {
    List<String> shown = all(SHOWN_BY, "docs/operations.md");
    assertTrue(shown.size() > 5, shown::toString);
    try (Stream<Path> files = Files.walk(Documents.ROOT)) {
      Set<String> names =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.replace(".java", ""))
              .collect(Collectors.toSet());
      assertEquals(List.of(), shown.stream().filter(name -> !names.contains(name)).toList());
    }
  }

  private static List<String> all(Pattern pattern, String file) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(Files.readString(Documents.ROOT.resolve(file)));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
