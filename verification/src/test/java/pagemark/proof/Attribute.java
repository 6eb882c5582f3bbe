package pagemark.proof;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An attribute that every item of a proof has.
final class Attribute {
  private Attribute() {}

  /// A string verbatim, a number as DynamoDB writes it.
  static String text(Map<String, AttributeValue> item, String name) {
    AttributeValue value = requireNonNull(item.get(name), name);
    return value.s() == null ? value.n() : value.s();
  }

  /// The strings of a list, each once; else the [#text] alone.
  static Set<String> texts(Map<String, AttributeValue> item, String name) {
    AttributeValue value = requireNonNull(item.get(name), name);
    return value.hasL()
        ? value.l().stream().map(AttributeValue::s).collect(Collectors.toSet())
        : Set.of(text(item, name));
  }

  /// `item` without all attributes but those named.
  static Map<String, AttributeValue> only(Map<String, AttributeValue> item, List<String> names) {
    Map<String, AttributeValue> only = new HashMap<>(item);
    only.keySet().retainAll(names);
    return only;
  }
}
