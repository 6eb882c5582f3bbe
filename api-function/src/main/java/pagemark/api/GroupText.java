package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.Set;
import pagemark.key.AttributeType;
import pagemark.key.Group;
import pagemark.key.UnfitException;

/// Parses groups in requests, and writes them in links. Only simple texts fit into the path; the
/// query takes any group.
final class GroupText {
  static final String PATH_FORM =
      "a group of letters, digits, '.', '_', '~' and '-' in the path, but not '.', '..' or"
          + " 'facets'; for any other group use /{listing}?group={group}";

  /// The length of 2,048 bytes in base64.
  private static final int BASE64_MAX = 2731;

  private static final int BYTES_MAX = 2048;

  /// The last segment of the paths of facets.
  static final String FACETS = "facets";

  /// Groups that no path may end with: clients resolve the dots themselves, and `facets` is a path
  /// of its own.
  private static final Set<String> NEVER_PATH = Set.of(".", "..", FACETS);

  private GroupText() {}

  /// @param text decoded
  /// @throws ProblemException if `text` is not a group of this type
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

  /// Encodes `text` for a query string: UTF-8, with all bytes escaped but letters, digits, `.`,
  /// `_`, `~` and `-`.
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

  /// Whether a character never needs escaping (RFC 3986, "unreserved").
  private static boolean isUnreserved(int character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || "._~-".indexOf(character) >= 0;
  }
}
