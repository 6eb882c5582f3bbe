package pagemark.init;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import pagemark.check.SortForm;
import pagemark.key.AttributePath;
import pagemark.key.SortType;
import pagemark.listing.Filter;
import pagemark.listing.FilterValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Guesses which attributes are worth a filter: those that have 2 to 8 values in a sample, each of
/// them several times.
final class FilterGuess {
  private static final int FILTERS_MAX = 2;
  private static final int VALUES_MIN = 2;
  private static final int VALUES_MAX = 8;

  /// A value is seen this often on average; else it says little.
  private static final int REPEATS = 4;

  private FilterGuess() {}

  /// @param without attributes that cannot be filters
  static List<Filter> of(List<Map<String, AttributeValue>> items, Set<String> without) {
    return candidates(items, without)
        .filter(entry -> canName(entry.getKey()))
        .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
        .limit(FILTERS_MAX)
        .map(
            entry ->
                new Filter(
                    entry.getKey(), AttributePath.of(entry.getKey()), values(entry.getValue())))
        .toList();
  }

  /// Attributes that are worth a filter, but whose name is none for a filter.
  ///
  /// @param without attributes that cannot be filters
  static List<String> unnamed(List<Map<String, AttributeValue>> items, Set<String> without) {
    return candidates(items, without)
        .map(Map.Entry::getKey)
        .filter(name -> !canName(name))
        .toList();
  }

  private static Stream<Map.Entry<String, List<AttributeValue>>> candidates(
      List<Map<String, AttributeValue>> items, Set<String> without) {
    return SampledValues.byAttribute(items, without).entrySet().stream()
        .filter(entry -> isFewValues(entry.getValue()))
        .filter(entry -> entry.getValue().getFirst().n() == null || isNoTime(entry.getValue()));
  }

  static boolean isNoTime(List<AttributeValue> values) {
    return SortForm.readByKey(values).filter(SortType.AsTime.class::isInstance).isEmpty();
  }

  static boolean canName(String attribute) {
    return attribute.matches("[a-zA-Z][a-zA-Z0-9_-]{0,39}")
        && !Filter.RESERVED.contains(attribute)
        && !Filter.ADDED.contains(attribute);
  }

  private static boolean isFewValues(List<AttributeValue> values) {
    return values.stream().allMatch(FilterGuess::canBeDeclared)
        && values.stream().map(AttributeValue::type).distinct().count() == 1
        && isFew(values(values), values.size());
  }

  private static boolean isFew(Collection<FilterValue> distinct, int all) {
    return distinct.size() >= VALUES_MIN
        && distinct.size() <= VALUES_MAX
        && all >= REPEATS * distinct.size();
  }

  private static boolean canBeDeclared(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s().matches("[^,#]{0,255}") && !value.s().equals(Filter.OTHER);
      case N -> value.n().matches("-?[0-9]{1,15}");
      case BOOL -> true;
      default -> false;
    };
  }

  /// The distinct values, in order; 9 at most.
  private static List<FilterValue> values(List<AttributeValue> values) {
    Map<String, FilterValue> distinct = new LinkedHashMap<>();
    for (AttributeValue value : values) {
      if (distinct.size() <= VALUES_MAX) {
        FilterValue declared = declared(value);
        distinct.put(declared.label(), declared);
      }
    }
    return distinct.values().stream().sorted(FilterGuess::compare).toList();
  }

  private static FilterValue declared(AttributeValue value) {
    return switch (value.type()) {
      case S -> new FilterValue.Text(value.s());
      case BOOL -> new FilterValue.Bool(value.bool());
      default -> new FilterValue.Numeric(new BigDecimal(value.n()));
    };
  }

  private static int compare(FilterValue one, FilterValue other) {
    return one instanceof FilterValue.Numeric(var number)
            && other instanceof FilterValue.Numeric(var second)
        ? number.compareTo(second)
        : one.label().compareTo(other.label());
  }
}
