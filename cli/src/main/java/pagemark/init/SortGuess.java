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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pagemark.check.SortForm;
import pagemark.key.AttributePath;
import pagemark.key.BinarySort;
import pagemark.key.InstantSort;
import pagemark.key.NumberSort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/// Guesses which attributes readers want items sorted by: a time, an amount, a name. Most items of
/// the sample must have them.
///
/// @param path of the values: an attribute, or a place in maps
/// @param name of the sort
record SortGuess(AttributePath path, String name, SortType type) {
  private static final int PERCENT_MIN = 90;

  /// Each sort is an index of its own, so there are few.
  private static final int TIMES_MAX = 3;

  private static final int DEPTH_MAX = 4;
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

  /// The path and the type or pattern: `at (integer)`.
  String form() {
    String pattern = type.pattern();
    return "%s (%s)".formatted(path, pattern == null ? type.definitionName() : pattern);
  }

  /// The sort with the name of its attribute in place of another.
  SortGuess byItsName() {
    return named(path, type);
  }

  /// Times, and at most one of each other.
  ///
  /// @param without attributes that are no such value, such as the table's key
  static List<SortGuess> of(List<Map<String, AttributeValue>> items, Set<String> without) {
    Map<AttributePath, SortType> types = types(items, without);
    List<SortGuess> guesses = new ArrayList<>(times(types));
    best(types, AMOUNTS, SortForm::isNumber).map(SortGuess::named).ifPresent(guesses::add);
    best(types, NAMES, TextSort.class::isInstance).map(SortGuess::named).ifPresent(guesses::add);
    return guesses;
  }

  /// The times by which readers want items sorted, of which the first is called `newest`.
  static List<SortGuess> times(List<Map<String, AttributeValue>> items, Set<String> without) {
    return times(types(items, without));
  }

  private static List<SortGuess> times(Map<AttributePath, SortType> types) {
    List<SortGuess> times =
        types.entrySet().stream()
            .filter(guessed -> guessed.getValue() instanceof SortType.AsTime)
            .sorted(byName(TIMES))
            .limit(TIMES_MAX)
            .map(SortGuess::named)
            .toList();
    return IntStream.range(0, times.size())
        .mapToObj(
            i ->
                i == 0
                    ? new SortGuess(times.get(i).path, "newest", times.get(i).type)
                    : times.get(i))
        .toList();
  }

  /// The order of a key attribute, by its values in the sample and its declared type.
  static SortGuess declared(
      String attribute, List<Map<String, AttributeValue>> items, ScalarAttributeType type) {
    List<AttributeValue> values = new ArrayList<>();
    items.forEach(item -> Optional.ofNullable(item.get(attribute)).ifPresent(values::add));
    SortType order =
        SortForm.areTimesInSeveralForms(values)
            ? new InstantSort()
            : SortForm.of(values).orElseGet(() -> anyOf(type));
    return named(AttributePath.of(attribute), order);
  }

  private static SortType anyOf(ScalarAttributeType type) {
    return switch (type) {
      case N -> new NumberSort();
      case B -> new BinarySort();
      case S, UNKNOWN_TO_SDK_VERSION -> new StringSort();
    };
  }

  private static SortGuess named(Map.Entry<AttributePath, SortType> guessed) {
    return named(guessed.getKey(), guessed.getValue());
  }

  /// A sort with the name of its attribute, as far as sorts may have it.
  private static SortGuess named(AttributePath path, SortType type) {
    String name = path.toString().replaceAll("[^a-zA-Z0-9_-]", "-").replaceFirst("^[^a-zA-Z]+", "");
    String valid = name.isEmpty() ? "sort" : name;
    return new SortGuess(path, valid.substring(0, Math.min(NAME_MAX, valid.length())), type);
  }

  /// The values of each attribute, and those in its maps, without NULL.
  ///
  /// @param without attributes to leave out
  static SortedMap<AttributePath, List<AttributeValue>> byPath(
      List<Map<String, AttributeValue>> items, Set<String> without) {
    SortedMap<AttributePath, List<AttributeValue>> values =
        new TreeMap<>(Comparator.comparing(AttributePath::toString));
    items.forEach(item -> add(values, List.of(), item));
    values.keySet().removeIf(path -> without.contains(path.attribute()));
    return values;
  }

  private static void add(
      SortedMap<AttributePath, List<AttributeValue>> values,
      List<String> above,
      Map<String, AttributeValue> map) {
    map.forEach(
        (name, value) -> {
          List<String> names = Stream.concat(above.stream(), Stream.of(name)).toList();
          if (value.hasM() && names.size() < DEPTH_MAX) {
            add(values, names, value.m());
          } else if (value.type() != AttributeValue.Type.NUL) {
            values.computeIfAbsent(new AttributePath(names), _ -> new ArrayList<>()).add(value);
          }
        });
  }

  private static Map<AttributePath, SortType> types(
      List<Map<String, AttributeValue>> items, Set<String> without) {
    Map<AttributePath, SortType> types = new LinkedHashMap<>();
    byPath(items, without)
        .forEach(
            (path, values) -> {
              boolean differ = items.size() < 2 || values.stream().distinct().count() > 1;
              if (differ && values.size() * 100 >= items.size() * PERCENT_MIN) {
                SortForm.readByKey(values).ifPresent(type -> types.put(path, type));
              }
            });
    return types;
  }

  /// The attribute whose name says best what is looked for.
  private static Optional<Map.Entry<AttributePath, SortType>> best(
      Map<AttributePath, SortType> types, List<String> words, Predicate<SortType> isRight) {
    return types.entrySet().stream()
        .filter(guessed -> isRight.test(guessed.getValue()))
        .filter(guessed -> rank(guessed.getKey(), words) < words.size())
        .min(byName(words));
  }

  private static Comparator<Map.Entry<AttributePath, SortType>> byName(List<String> words) {
    return Comparator.comparingInt(
            (Map.Entry<AttributePath, SortType> guessed) -> rank(guessed.getKey(), words))
        .thenComparingInt(guessed -> guessed.getKey().names().size())
        .thenComparing(guessed -> guessed.getKey().toString());
  }

  private static int rank(AttributePath path, List<String> words) {
    List<String> parts = List.of(PARTS.split(path.names().getLast()));
    for (int i = 0; i < words.size(); i++) {
      if (parts.stream().anyMatch(words.get(i)::equalsIgnoreCase)) {
        return i;
      }
    }
    return words.size();
  }
}
