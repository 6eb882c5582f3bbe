package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The alarms of the template and their sections in docs/operations.md are the same, in one order.
final class OperationsTest {
  private static final Pattern ALARM =
      Pattern.compile("(?m)^  (\\w+):\n    Type: AWS::CloudWatch::Alarm$");
  private static final Pattern SECTION =
      Pattern.compile("(?m)^### (\\w+)\n\n(?:(?!\n##)[\\s\\S])+?\\*\\*Waiting");

  @Test
  void eachAlarmHasASectionThatSaysWhatWaitingCosts() throws IOException {
    List<String> alarms = all(ALARM, "template.yaml");
    assertEquals(alarms, all(SECTION, "docs/operations.md"));
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
