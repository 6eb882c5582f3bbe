package pagemark.listing.json;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributePath;
import pagemark.listing.Condition;
import pagemark.listing.Condition.Test;

/// Reads the field `where` of a listing: a condition, or a list of them.
final class ConditionReader {
  private static final int CONDITIONS_MAX = 10;
  private static final List<String> TESTS = List.of("values", "not", "prefix", "exists");

  private ConditionReader() {}

  static List<Condition> read(JsonValue where) {
    if (where.isMissing()) {
      return List.of();
    }
    if (where.json().isObject()) {
      return List.of(condition(where));
    }
    List<JsonValue> elements = where.elements();
    if (elements.isEmpty() || elements.size() > CONDITIONS_MAX) {
      where.refuse("must be a condition, or a list of 1 to %d".formatted(CONDITIONS_MAX));
      return List.of();
    }
    return elements.stream().map(ConditionReader::condition).toList();
  }

  private static Condition condition(JsonValue node) {
    Set<String> fields = new LinkedHashSet<>(List.of("attribute", "path"));
    fields.addAll(TESTS);
    if (!node.isObject(fields)) {
      return new Condition(AttributePath.of(""), new Test.Exists(true));
    }
    return new Condition(PathReader.read(node), test(node));
  }

  private static Test test(JsonValue node) {
    List<String> said = TESTS.stream().filter(field -> !node.at(field).isMissing()).toList();
    if (said.size() != 1) {
      node.mistake("must have one of the fields " + String.join(", ", TESTS));
    }
    @Nullable String test = said.isEmpty() ? null : said.getFirst();
    return switch (test) {
      case "values" -> new Test.OneOf(FilterReader.values(node.at("values"), false));
      case "not" -> new Test.NoneOf(FilterReader.values(node.at("not"), false));
      case "prefix" -> new Test.Prefix(node.at("prefix").text());
      case null, default -> new Test.Exists(exists(node.at("exists")));
    };
  }

  private static boolean exists(JsonValue node) {
    if (!node.isMissing() && !node.json().isBoolean()) {
      node.refuse("must be true or false");
    }
    return node.json().asBoolean(true);
  }
}
