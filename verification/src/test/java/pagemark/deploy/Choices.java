package pagemark.deploy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Parameters of stacks: those of `choices.csv`, and what they are made of.
final class Choices {
  static final String TABLE_ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/orders";
  static final String STREAM_ARN = TABLE_ARN + "/stream/2026-01-01T00:00:00.000";
  static final String KEY_ARN = "arn:aws:kms:eu-central-1:123456789012:key/1234abcd";
  static final Map<String, String> OPEN = Map.of("AuthMode", "none");
  static final Map<String, String> NONE = Map.of();
  static final Map<String, String> GIVEN_TABLE = Map.of("TableStreamArn", STREAM_ARN);

  /// Where the functions and the index may be.
  static final List<Map<String, String>> PLACES = listed("place");

  /// Where the functions may be if the index is in DynamoDB.
  static final List<Map<String, String>> WITH_DYNAMODB =
      PLACES.stream().filter(place -> "dynamodb".equals(place.get("IndexKind"))).toList();

  private static final List<Map<String, String>> LOGINS = listed("login");

  private Choices() {}

  private static List<Map<String, String>> listed(String kind) {
    return Project.text("verification/src/test/resources/pagemark/deploy/choices.csv")
        .lines()
        .filter(line -> line.startsWith(kind + " |"))
        .map(line -> pairs(line.substring(kind.length() + 2).strip()))
        .toList();
  }

  private static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new HashMap<>();
    for (String each : text.split(" (?=[A-Za-z]+=)", -1)) {
      if (!each.isEmpty()) {
        String[] parts = each.split("=", 2);
        pairs.put(parts[0], parts[1]);
      }
    }
    return pairs;
  }

  /// All of them in one.
  @SafeVarargs
  static Map<String, String> all(Map<String, String>... choices) {
    Map<String, String> all = new HashMap<>();
    for (Map<String, String> choice : choices) {
      all.putAll(choice);
    }
    return all;
  }

  /// Parameters in the form of `Network=none IndexKind=sql`, beside an open API.
  static Map<String, String> parsed(@Nullable String text) {
    return all(OPEN, pairs(text == null ? "" : text));
  }

  /// What each condition of a template hangs on: every place with a way to log in, and with extras,
  /// as far as the template has their parameters and takes the place.
  static Stream<Map<String, String>> everything(Template template) {
    Set<String> known = template.names("Parameters");
    return everything()
        .filter(choice -> known.containsAll(choice.keySet()))
        .filter(
            choice ->
                known.contains("VpcId")
                    || Project.template(choice).names("Parameters").equals(known));
  }

  private static Stream<Map<String, String>> everything() {
    List<Map<String, String>> extras = extras();
    return IntStream.range(0, PLACES.size() * extras.size())
        .mapToObj(
            i ->
                all(
                    PLACES.get(i / extras.size()),
                    LOGINS.get(i % LOGINS.size()),
                    extras.get(i % extras.size())));
  }

  /// No extra, each alone, all but one, and all: any three meet in all eight ways.
  private static List<Map<String, String>> extras() {
    List<Map<String, String>> each = listed("extra");
    List<Map<String, String>> extras = new ArrayList<>(List.of(NONE));
    Map<String, String> all = new HashMap<>();
    for (Map<String, String> extra : each) {
      extras.add(extra);
      all.putAll(extra);
    }
    extras.add(all);
    for (Map<String, String> extra : each) {
      Map<String, String> others = new HashMap<>(all);
      others.keySet().removeAll(extra.keySet());
      extras.add(others);
    }
    return extras;
  }
}
