package pagemark.init;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import pagemark.check.SortForm;
import pagemark.key.BinarySort;
import pagemark.key.NumberSort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/// Guesses which attributes readers want items sorted by: a time, an amount, a name. Most items of
/// the sample must have them.
///
/// @param attribute of the items
/// @param name of the sort
record SortGuess(String attribute, String name, SortType type) {
  private static final int PERCENT_MIN = 90;
  private static final int NAME_MAX = 20;

  /// Between the words of a name such as `createdAt` or `created_at`.
  private static final Pattern PARTS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|[^a-zA-Z0-9]+");

  private static final List<String> TIMES =
      List.of("created", "updated", "time", "timestamp", "date", "at");
  private static final List<String> AMOUNTS =
      List.of("total", "amount", "price", "score", "rating", "stars", "count", "quantity");
  private static final List<String> NAMES = List.of("name", "title", "subject", "email");

  boolean isTime() {
    return type instanceof SortType.AsTime;
  }

  /// At most one of each.
  ///
  /// @param without attributes that are no such value, such as the table's key
  static List<SortGuess> of(List<Map<String, AttributeValue>> items, Set<String> without) {
    Map<String, SortType> types = types(items, without);
    List<SortGuess> guesses = new ArrayList<>();
    newest(types).ifPresent(guesses::add);
    best(types, AMOUNTS, SortForm::isNumber, true).map(SortGuess::named).ifPresent(guesses::add);
    best(types, NAMES, TextSort.class::isInstance, true)
        .map(SortGuess::named)
        .ifPresent(guesses::add);
    return guesses;
  }

  /// The time by which readers want the items of a group sorted, if their key has another order.
  static Optional<SortGuess> newest(List<Map<String, AttributeValue>> items, Set<String> without) {
    return newest(types(items, without));
  }

  private static Optional<SortGuess> newest(Map<String, SortType> types) {
    return best(types, TIMES, SortType.AsTime.class::isInstance, false)
        .map(time -> new SortGuess(time.getKey(), "newest", time.getValue()));
  }

  /// The order of a key attribute, by its values in the sample and its declared type.
  static SortGuess declared(
      String attribute, List<Map<String, AttributeValue>> items, ScalarAttributeType type) {
    List<AttributeValue> values = new ArrayList<>();
    items.forEach(item -> Optional.ofNullable(item.get(attribute)).ifPresent(values::add));
    return named(attribute, SortForm.of(values).orElseGet(() -> anyOf(type)));
  }

  private static SortType anyOf(ScalarAttributeType type) {
    return switch (type) {
      case N -> new NumberSort();
      case B -> new BinarySort();
      case S, UNKNOWN_TO_SDK_VERSION -> new StringSort();
    };
  }

  private static SortGuess named(Map.Entry<String, SortType> guessed) {
    return named(guessed.getKey(), guessed.getValue());
  }

  /// A sort with the name of its attribute, as far as sorts may have it.
  private static SortGuess named(String attribute, SortType type) {
    String name = attribute.replaceAll("[^a-zA-Z0-9_-]", "-").replaceFirst("^[^a-zA-Z]+", "");
    String valid = name.isEmpty() ? "sort" : name;
    return new SortGuess(attribute, valid.substring(0, Math.min(NAME_MAX, valid.length())), type);
  }

  /// The values of each attribute, by its name, without NULL.
  ///
  /// @param without attributes to leave out
  static SortedMap<String, List<AttributeValue>> byAttribute(
      List<Map<String, AttributeValue>> items, Set<String> without) {
    SortedMap<String, List<AttributeValue>> values = new TreeMap<>();
    for (Map<String, AttributeValue> item : items) {
      item.forEach(
          (name, value) -> {
            if (value.type() != AttributeValue.Type.NUL) {
              values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            }
          });
    }
    values.keySet().removeAll(without);
    return values;
  }

  private static Map<String, SortType> types(
      List<Map<String, AttributeValue>> items, Set<String> without) {
    Map<String, SortType> types = new LinkedHashMap<>();
    byAttribute(items, without)
        .forEach(
            (name, values) -> {
              boolean differ = items.size() < 2 || values.stream().distinct().count() > 1;
              if (differ && values.size() * 100 >= items.size() * PERCENT_MIN) {
                SortForm.readByKey(values).ifPresent(type -> types.put(name, type));
              }
            });
    return types;
  }

  /// The attribute whose name says best what is looked for.
  ///
  /// @param mustBeNamed whether another name is none
  private static Optional<Map.Entry<String, SortType>> best(
      Map<String, SortType> types,
      List<String> words,
      Predicate<SortType> isRight,
      boolean mustBeNamed) {
    return types.entrySet().stream()
        .filter(guessed -> isRight.test(guessed.getValue()))
        .filter(guessed -> !mustBeNamed || rank(guessed.getKey(), words) < words.size())
        .min(
            Comparator.comparingInt(
                    (Map.Entry<String, SortType> guessed) -> rank(guessed.getKey(), words))
                .thenComparing(Map.Entry::getKey));
  }

  private static int rank(String attribute, List<String> words) {
    List<String> parts = List.of(PARTS.split(attribute));
    for (int i = 0; i < words.size(); i++) {
      if (parts.stream().anyMatch(words.get(i)::equalsIgnoreCase)) {
        return i;
      }
    }
    return words.size();
  }
}
