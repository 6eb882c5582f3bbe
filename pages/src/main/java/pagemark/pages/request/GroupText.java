package pagemark.pages.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import pagemark.entry.Group;
import pagemark.key.AttributeType;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;

/// Parses groups.
public final class GroupText {
  /// The length of 2,048 bytes in base64.
  private static final int BASE64_MAX = 2731;

  private static final int BYTES_MAX = 2048;

  private GroupText() {}

  /// @param type of the group attribute
  /// @throws InvalidParameter if `text` is not a group of this type
  public static Group parse(AttributeType type, String text) {
    int bytes = text.getBytes(UTF_8).length;
    if (bytes == 0 || bytes > (type == AttributeType.BINARY ? BASE64_MAX : BYTES_MAX)) {
      throw refusal(type, text);
    }
    try {
      type.value(text);
    } catch (UnfitException e) {
      throw refusal(type, text);
    }
    return new Group(text);
  }

  private static InvalidParameter refusal(AttributeType type, String text) {
    String form =
        switch (type) {
          case STRING -> "1 to 2048 bytes of UTF-8";
          case BINARY -> type.textForm() + ", of 1 to 2048 bytes";
          case NUMBER, UUID, ULID -> type.textForm();
        };
    return new InvalidParameter("group", text, form);
  }
}
