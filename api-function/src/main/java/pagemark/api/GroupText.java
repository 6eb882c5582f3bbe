package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.Set;
import pagemark.key.AttributeType;
import pagemark.key.Group;
import pagemark.key.UnfitException;

/// How requests and links write a group.
final class GroupText {
  static final String PATH_FORM =
      "a group of letters, digits, '.', '_', '~' and '-' in the path, but not '.', '..' and"
          + " 'facets'; else /{listing}?group={group}";

  /// Of 2,048 bytes in base64.
  private static final int BASE64_MAX = 2731;

  private static final int BYTES_MAX = 2048;

  /// The last segment of the paths of facets.
  static final String FACETS = "facets";

  /// Clients resolve the dots themselves, and facets have that path.
  private static final Set<String> NEVER_PATH = Set.of(".", "..", FACETS);

  private GroupText() {}

  /// The group that a decoded text names.
  ///
  /// @throws ProblemException where no group of this type is written so
  static Group parse(AttributeType type, String text) {
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

  private static ProblemException refusal(AttributeType type, String text) {
    String form =
        switch (type) {
          case STRING -> "1 to 2048 bytes of UTF-8";
          case BINARY -> type.textForm() + ", of 1 to 2048 bytes";
          case NUMBER, UUID, ULID -> type.textForm();
        };
    return Parameters.refusal("group", text, form);
  }

  static boolean fitsPath(String text) {
    return text.chars().allMatch(GroupText::isUnreserved) && !NEVER_PATH.contains(text);
  }

  /// `text` as a query string holds it: UTF-8, all but letters, digits, `.`, `_`, `~`, `-` escaped.
  static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      if (isUnreserved(b)) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return encoded.toString();
  }

  /// The characters that no one ever escapes (RFC 3986).
  private static boolean isUnreserved(int character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || "._~-".indexOf(character) >= 0;
  }
}
