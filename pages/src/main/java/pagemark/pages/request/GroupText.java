package pagemark.pages.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import pagemark.entry.Group;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;

/// Parses groups.
public final class GroupText {
  /// The length of 2,048 bytes in base64.
  private static final int BASE64_MAX = 2731;

  private GroupText() {}

  /// @param attribute the group attribute
  /// @throws InvalidParameter if `text` is not a group of its type
  public static Group parse(KeyAttribute attribute, String text) {
    int bytes = text.getBytes(UTF_8).length;
    int most = attribute.type() == AttributeType.BINARY ? BASE64_MAX : bytesMax(attribute);
    if (bytes == 0 || bytes > most) {
      throw refusal(attribute, text);
    }
    try {
      attribute.type().value(text);
    } catch (UnfitException e) {
      throw refusal(attribute, text);
    }
    return new Group(text);
  }

  private static int bytesMax(KeyAttribute attribute) {
    return KeyAttribute.BYTES_MAX - attribute.prefix().getBytes(UTF_8).length;
  }

  private static InvalidParameter refusal(KeyAttribute attribute, String text) {
    AttributeType type = attribute.type();
    String form =
        switch (type) {
          case STRING -> "1 to %d bytes of UTF-8".formatted(bytesMax(attribute));
          case BINARY -> type.textForm() + ", of 1 to 2048 bytes";
          case NUMBER, UUID, ULID -> type.textForm();
        };
    return new InvalidParameter("group", text, form);
  }
}
