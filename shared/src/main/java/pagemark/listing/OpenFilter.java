package pagemark.listing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import pagemark.entry.Bytes;
import pagemark.key.AttributePath;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A filter whose values nobody declares: strings, numbers, true and false. The items of each value
/// are a group of the index, within their own one, so a request names one value of one such filter.
///
/// @param name the request parameter
/// @param path the place in an item that it looks at
/// @param each whether the elements of a list or set are the values, and anything else is none
public record OpenFilter(String name, AttributePath path, boolean each) {
  /// The word that stands for the values in `listings.json`.
  public static final String ANY = "any";

  /// The values of an item, each once. The string `1` and the number 1.0 are one value. What has
  /// another type, is empty, or has over 2,048 bytes is no value.
  ///
  /// @throws UnfitException if this version of the SDK does not know the type of a value
  public Set<String> texts(Map<String, AttributeValue> item) throws UnfitException {
    Set<String> texts = new LinkedHashSet<>();
    path.all(item, each).forEach(value -> text(value).ifPresent(texts::add));
    return texts;
  }

  private static Optional<String> text(AttributeValue value) {
    return Optional.ofNullable(
            switch (value.type()) {
              case S -> value.s();
              case N -> AttributeType.canonical(new BigDecimal(value.n()));
              case BOOL -> value.bool().toString();
              default -> null;
            })
        .filter(OpenFilter::isValue);
  }

  /// Whether items can have a value of this text.
  public static boolean isValue(String text) {
    int bytes = Bytes.utf8(text).length();
    return bytes > 0 && bytes <= KeyAttribute.BYTES_MAX;
  }

  /// The filter as `listings.json` declares it under its name.
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    path.put(json);
    json.put("values", ANY);
    return each ? json.put("each", true) : json;
  }

  /// A value of an open filter, as requests write it.
  public record OpenValue(OpenFilter filter, String text) {}
}
