package pagemark.pages.request;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Parses the keys of items: of one that a page is to hold, or of those to read.
public final class ItemText {
  private ItemText() {}

  /// @param name of the parameter that has them
  /// @param texts one for each attribute of the item's key
  /// @throws InvalidParameter if there are more or fewer, or if one is not a value of its attribute
  public static Start.Item item(List<KeyAttribute> key, String name, List<String> texts) {
    if (texts.size() != key.size()) {
      throw new InvalidParameter(
          name,
          texts.isEmpty() ? "" : texts.getLast(),
          key.size() == 1
              ? name + " once for each item"
              : name + " twice for each item, once for each attribute of its key");
    }
    SequencedMap<String, AttributeValue> values = new LinkedHashMap<>();
    List<String> canonical = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String text = key.get(i).type().canonicalText(texts.get(i));
      values.put(key.get(i).name(), value(key.get(i), name, text));
      canonical.add(text);
    }
    return new Start.Item(values, canonical);
  }

  private static String form(AttributeType type) {
    return switch (type) {
      case STRING, BINARY -> type.textForm() + ", 1 to 2048 bytes";
      case NUMBER, UUID, ULID -> type.textForm();
    };
  }

  private static AttributeValue value(KeyAttribute attribute, String name, String text) {
    try {
      AttributeValue value = attribute.type().value(text);
      attribute.text(Map.of(attribute.name(), value));
      return value;
    } catch (UnfitException e) {
      throw new InvalidParameter(name, text, form(attribute.type()));
    }
  }
}
