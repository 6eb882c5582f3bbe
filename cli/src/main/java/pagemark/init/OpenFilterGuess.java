package pagemark.init;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.key.AttributePath;
import pagemark.listing.OpenFilter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Guesses which attributes are worth a filter for any value: a list or set of short texts such as
/// tags, and a text with too many values to declare, each of which several items have, such as a
/// city. One of each at most, as each value is an entry more in the index.
final class OpenFilterGuess {
  private static final Set<String> NAMES =
      Set.of("tags", "labels", "categories", "topics", "keywords", "genres", "skills");
  private static final int TEXT_CHARS_MAX = 40;
  private static final int ELEMENTS_MAX = 20;

  /// Fewer values can be declared.
  private static final int VALUES_MIN = 9;

  /// A value is seen this often on average; else it says little.
  private static final int REPEATS = 3;

  private OpenFilterGuess() {}

  /// Lists and sets whose name says that they are tags, or whose elements are repeated.
  ///
  /// @param without attributes that cannot be filters
  static List<OpenFilter> ofLists(List<Map<String, AttributeValue>> items, Set<String> without) {
    return chosen(items, without, true, OpenFilterGuess::isTags);
  }

  /// Texts with many values, which are repeated.
  ///
  /// @param without attributes that cannot be filters
  static List<OpenFilter> ofTexts(List<Map<String, AttributeValue>> items, Set<String> without) {
    return chosen(
        items,
        without,
        false,
        entry ->
            FilterGuess.isNoTime(entry.getValue()) && areRepeated(entry.getValue(), VALUES_MIN));
  }

  private static List<OpenFilter> chosen(
      List<Map<String, AttributeValue>> items,
      Set<String> without,
      boolean each,
      Predicate<Map.Entry<String, List<AttributeValue>>> isWorthIt) {
    return SampledValues.byAttribute(items, without).entrySet().stream()
        .filter(entry -> FilterGuess.canName(entry.getKey()))
        .filter(
            entry ->
                entry.getValue().stream()
                    .allMatch(each ? OpenFilterGuess::isList : OpenFilterGuess::isText))
        .filter(isWorthIt)
        .min(Comparator.comparingInt(entry -> -entry.getValue().size()))
        .map(entry -> new OpenFilter(entry.getKey(), AttributePath.of(entry.getKey()), each))
        .stream()
        .toList();
  }

  private static boolean isTags(Map.Entry<String, List<AttributeValue>> entry) {
    List<AttributeValue> elements =
        entry.getValue().stream().flatMap(OpenFilterGuess::elements).toList();
    return !elements.isEmpty() && (NAMES.contains(entry.getKey()) || areRepeated(elements, 2));
  }

  private static boolean areRepeated(List<AttributeValue> values, int distinctMin) {
    int distinct = new HashSet<>(values).size();
    return distinct >= distinctMin && values.size() >= REPEATS * distinct;
  }

  private static boolean isText(AttributeValue value) {
    return value.s() != null
        && !value.s().isEmpty()
        && value.s().length() <= TEXT_CHARS_MAX
        && !value.s().contains("#");
  }

  private static boolean isList(AttributeValue value) {
    List<AttributeValue> elements = elements(value).collect(Collectors.toList());
    return (value.hasL() || value.hasSs())
        && elements.size() <= ELEMENTS_MAX
        && elements.stream().allMatch(OpenFilterGuess::isText);
  }

  private static Stream<AttributeValue> elements(AttributeValue value) {
    return value.hasL() ? value.l().stream() : value.ss().stream().map(AttributeValue::fromS);
  }
}
