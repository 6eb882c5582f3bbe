package pagemark.check;

import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import pagemark.key.KeyAttribute;
import pagemark.listing.IndexDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Values and counts as messages show them.
public final class Shown {
  private static final int LENGTH_MAX = 40;

  private Shown() {}

  /// A value in at most about 40 characters.
  static String value(AttributeValue value) {
    return switch (value.type()) {
      case S -> '"' + shortened(value.s()) + '"';
      case N -> shortened(value.n());
      case B -> count(value.b().asByteArrayUnsafe().length, "byte") + " of binary";
      case BOOL -> value.bool() ? "true" : "false";
      case NUL -> "null";
      default -> "a value of type " + value.type();
    };
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= LENGTH_MAX
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LENGTH_MAX)) + "...";
  }

  /// The table's key of an item: `{PK: "rita"}`.
  static String key(IndexDefinition definition, Map<String, AttributeValue> item) {
    StringJoiner key = new StringJoiner(", ", "{", "}");
    for (KeyAttribute attribute : definition.positions().key()) {
      AttributeValue value = item.get(attribute.name());
      if (value != null) {
        key.add(attribute.name() + ": " + value(value));
      }
    }
    return key.toString();
  }

  /// A number of entries.
  public static String entries(long number) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? "entry" : "entries");
  }

  /// A number with its noun: `1 item`, `2 items`.
  public static String count(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }
}
