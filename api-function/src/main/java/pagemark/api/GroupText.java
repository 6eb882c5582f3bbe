package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.Set;
import pagemark.key.AttributeType;
import pagemark.key.Group;

/// How requests and links write a group.
final class GroupText {
  static final String PATH_FORM =
      "a group of letters, digits, '.', '_', '~' and '-' in the path, else"
          + " /{listing}?group={group}";

  private static final int BYTES_MAX = 2048;
  private static final int DIGITS_MAX = 38;

  /// Longer than any number of DynamoDB written out.
  private static final int NUMBER_CHARS_MAX = 200;

  /// Clients resolve the dots themselves, and facets have that path.
  private static final Set<String> NEVER_PATH = Set.of(".", "..", "facets");

  private GroupText() {}

  /// The group that a decoded text names.
  ///
  /// @throws ProblemException where no group of this type is written so
  static Group parse(AttributeType type, String text) {
    int bytes = text.getBytes(UTF_8).length;
    if (bytes == 0 || bytes > BYTES_MAX) {
      throw Parameters.refusal("group", text, "1 to 2048 bytes of UTF-8");
    }
    if (type == AttributeType.NUMBER && !isCanonicalNumber(text)) {
      throw Parameters.refusal(
          "group", text, "a number of up to 38 digits, without exponent or needless zeros");
    }
    return new Group(text);
  }

  private static boolean isCanonicalNumber(String text) {
    if (text.length() > NUMBER_CHARS_MAX || !text.matches("-?[0-9]+(\\.[0-9]+)?")) {
      return false;
    }
    BigDecimal number = new BigDecimal(text);
    return AttributeType.canonical(number).equals(text)
        && number.stripTrailingZeros().precision() <= DIGITS_MAX;
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
