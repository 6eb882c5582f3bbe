package pagemark.pages.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import pagemark.key.AttributeType;
import pagemark.key.GroupKey;
import pagemark.key.GroupKey.GroupPart;
import pagemark.key.KeyAttribute;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Checks the values that name a group.
public final class GroupText {
  private static final String NAME = "group";

  /// The length of 2,048 bytes in base64.
  private static final int BASE64_MAX = 2731;

  private GroupText() {}

  /// @param texts one for each part of the listing's group
  /// @return the same in the form of links
  /// @throws InvalidParameter if there are more or fewer, or if one is not a value of its part
  public static List<String> checked(GroupKey key, List<String> texts) {
    List<GroupPart> parts = key.parts();
    List<String> given = texts.isEmpty() && parts.size() == 1 ? List.of("") : texts;
    if (given.size() != parts.size()) {
      throw new InvalidParameter(NAME, given.isEmpty() ? "" : given.getLast(), count(parts));
    }
    if (texts.isEmpty() && !parts.isEmpty() && key.bytesMin() > 0) {
      throw InvalidParameter.missingGroup(refusal(parts.getFirst(), "", key.bytesMin()).valid());
    }
    List<String> canonical = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      String text = parts.get(i).type().canonicalText(given.get(i));
      check(parts.get(i), text, key.bytesMin());
      canonical.add(text);
    }
    return canonical;
  }

  private static String count(List<GroupPart> parts) {
    return switch (parts.size()) {
      case 0 -> "left out: this listing is one group, /{listing} has its pages";
      case 1 -> "group once";
      default ->
          parts.stream()
              .map(part -> part.path().toString())
              .collect(
                  Collectors.joining(
                      ", ", "group %d times, once for each of ".formatted(parts.size()), ""));
    };
  }

  private static void check(GroupPart part, String text, int bytesMin) {
    int bytes = text.getBytes(UTF_8).length;
    int most = part.type() == AttributeType.BINARY ? BASE64_MAX : bytesMax(part);
    if (bytes < (part.prefix().isEmpty() ? bytesMin : 1) || bytes > most) {
      throw refusal(part, text, bytesMin);
    }
    try {
      part.type().value(text);
    } catch (UnfitException e) {
      throw refusal(part, text, bytesMin);
    }
  }

  private static int bytesMax(GroupPart part) {
    return KeyAttribute.BYTES_MAX - part.prefix().getBytes(UTF_8).length;
  }

  private static InvalidParameter refusal(GroupPart part, String text, int bytesMin) {
    AttributeType type = part.type();
    String form =
        switch (type) {
          case STRING -> "%d to %d bytes of UTF-8".formatted(bytesMin, bytesMax(part));
          case BINARY -> type.textForm() + ", of %d to 2048 bytes".formatted(bytesMin);
          case NUMBER, UUID, ULID -> type.textForm();
        };
    return new InvalidParameter(NAME, text, form);
  }

  /// Parses the keys of items: of one that a page is to hold, or of those to read.
  public static final class ItemText {
    private ItemText() {}

    /// @param name of the parameter that has them
    /// @param texts one for each attribute of the item's key
    /// @throws InvalidParameter if there are more or fewer, or if one is not a value of its
    ///   attribute
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
}
