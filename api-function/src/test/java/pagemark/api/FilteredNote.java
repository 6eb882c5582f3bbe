package pagemark.api;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item of a table whose listing filters by rating and language.
///
/// @param rating as a filter writes it, like `language`
record FilteredNote(String key, int sort, String rating, String language) {
  static final List<String> RATINGS = List.of("1", "2", "3", "other");
  static final List<String> LANGUAGES = List.of("de", "en", "other");

  /// Writes `other` as an undeclared value, as a value of another type, or as none.
  Map<String, AttributeValue> row(Random random) {
    Map<String, AttributeValue> row = new HashMap<>();
    row.put("PK", fromS(key()));
    row.put("topic", fromS("x"));
    row.put("at", fromN(Integer.toString(sort())));
    if (!rating().equals("other")) {
      row.put("rating", fromN(rating() + (random.nextBoolean() ? ".0" : "")));
    } else if (random.nextBoolean()) {
      row.put("rating", random.nextBoolean() ? fromN("4") : fromS("3"));
    }
    if (!language().equals("other")) {
      row.put("lang", fromS(language()));
    } else if (random.nextBoolean()) {
      row.put("lang", fromS("fr"));
    }
    return row;
  }
}
