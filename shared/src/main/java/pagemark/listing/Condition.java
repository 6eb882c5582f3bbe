package pagemark.listing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import pagemark.key.AttributePath;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A test that every item of a listing passes. An item that fails it is not in the listing, as if
/// it had no sort attribute.
///
/// @param path the place in the item that the test looks at
public record Condition(AttributePath path, Test test) {
  /// How the value at a place is judged.
  public sealed interface Test {
    /// The value is one of these. A missing one is not.
    record OneOf(List<FilterValue> values) implements Test {
      public OneOf {
        values = List.copyOf(values);
      }
    }

    /// The value is none of these. A missing one is none of them, as in DynamoDB's `<>`.
    record NoneOf(List<FilterValue> values) implements Test {
      public NoneOf {
        values = List.copyOf(values);
      }
    }

    /// The value is a string that begins with this text.
    record Prefix(String text) implements Test {}

    /// There is a value, of whatever type; or there is none.
    record Exists(boolean exists) implements Test {}
  }

  /// @throws UnfitException if this version of the SDK does not know the value's type
  boolean holds(Map<String, AttributeValue> item) throws UnfitException {
    AttributeValue value = path.in(item);
    return switch (test) {
      case Test.Exists(var exists) -> exists == (value != null);
      case Test.Prefix(var text) -> value != null && isPrefix(text, path.known(value));
      case Test.OneOf(var values) -> value != null && isAny(values, value);
      case Test.NoneOf(var values) -> value == null || !isAny(values, value);
    };
  }

  private boolean isAny(List<FilterValue> values, AttributeValue value) throws UnfitException {
    AttributeValue known = path.known(value);
    return values.stream().anyMatch(each -> each.matches(known));
  }

  private static boolean isPrefix(String prefix, AttributeValue value) {
    String text = value.s();
    return text != null && text.startsWith(prefix);
  }

  /// Whether an item meets the condition. It does not if this version of the SDK does not know the
  /// type of its value.
  public boolean isMet(Map<String, AttributeValue> item) {
    try {
      return holds(item);
    } catch (UnfitException e) {
      return false;
    }
  }

  /// The condition as `listings.json` declares it.
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    path.put(json);
    switch (test) {
      case Test.Exists(var exists) -> json.put("exists", exists);
      case Test.Prefix(var text) -> json.put("prefix", text);
      case Test.OneOf(var values) -> FilterValue.put(json, "values", values);
      case Test.NoneOf(var values) -> FilterValue.put(json, "not", values);
    }
    return json;
  }

  /// The condition for people: `SK begins with "ORDER#"`.
  @Override
  public String toString() {
    return switch (test) {
      case Test.Exists(var exists) -> path + (exists ? " exists" : " does not exist");
      case Test.Prefix(var text) -> "%s begins with \"%s\"".formatted(path, text);
      case Test.OneOf(var values) -> path + " is " + labels(values);
      case Test.NoneOf(var values) -> path + " is not " + labels(values);
    };
  }

  private static String labels(List<FilterValue> values) {
    return String.join(" or ", values.stream().map(FilterValue::shown).toList());
  }
}
