package pagemark.init;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import pagemark.check.Shown;
import pagemark.check.SortForm;
import pagemark.key.AttributePath;
import pagemark.key.SortType;
import pagemark.listing.Filter;
import pagemark.listing.Filter.OpenFilter;
import pagemark.listing.FilterValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The filters of a listing, as a sample of its items suggests them. An attribute is worth
///
/// 1. a filter with declared values if it has 2 to 8 of them in the sample, each several times;
/// 2. a filter for any value if it is a list or set of short texts such as tags, or a text with too
///    many values to declare, each of which several items have, such as a city. One of each at
///    most, as each value is an entry more in the index.
///
/// @param declared those with declared values
/// @param unnamed attributes that are worth one of these, but whose name is none for a filter
/// @param open those with any value
/// @param items how many items the sample has
record FilterDraft(List<Filter> declared, List<String> unnamed, List<OpenFilter> open, int items) {
  /// The most values first; of as many, those of the item itself before those in its maps.
  private static final Comparator<Entry<AttributePath, List<AttributeValue>>> BY_WORTH =
      Comparator.comparingInt(
              (Entry<AttributePath, List<AttributeValue>> entry) -> -entry.getValue().size())
          .thenComparingInt(entry -> entry.getKey().names().size());

  private static final int FILTERS_MAX = 2;
  private static final int VALUES_MIN = 2;
  private static final int VALUES_MAX = 8;

  /// A value is seen this often on average; else it says little.
  private static final int REPEATS = 4;

  private static final int OPEN_REPEATS = 3;
  private static final Set<String> TAGS =
      Set.of("tags", "labels", "categories", "topics", "keywords", "genres", "skills");
  private static final int TEXT_CHARS_MAX = 40;
  private static final int ELEMENTS_MAX = 20;

  /// @param without attributes that cannot be filters
  /// @param sorts places whose values are too many for a filter
  /// @param isReadByKey whether the listing's items are: only then a text gets an open filter,
  ///   because pages of its values are read so
  static FilterDraft of(
      List<Map<String, AttributeValue>> items,
      Set<String> without,
      List<AttributePath> sorts,
      boolean isReadByKey) {
    SortedMap<AttributePath, List<AttributeValue>> values = SortGuess.byPath(items, without);
    values.keySet().removeIf(path -> path.isNested() && sorts.contains(path));
    List<Entry<AttributePath, List<AttributeValue>>> few =
        values.entrySet().stream().filter(entry -> isFew(entry.getValue())).toList();
    List<Filter> declared =
        few.stream()
            .filter(entry -> canName(entry.getKey()))
            .sorted(BY_WORTH)
            .limit(FILTERS_MAX)
            .map(
                entry -> new Filter(name(entry.getKey()), entry.getKey(), values(entry.getValue())))
            .toList();
    List<String> unnamed =
        few.stream()
            .map(Entry::getKey)
            .filter(path -> !canName(path))
            .map(AttributePath::toString)
            .toList();
    values.keySet().removeAll(sorts);
    List<OpenFilter> open = new ArrayList<>(open(values, true, FilterDraft::areTags));
    if (isReadByKey) {
      open.addAll(open(values, false, FilterDraft::areTexts));
    }
    return new FilterDraft(declared, unnamed, open, items.size());
  }

  private static boolean isNoTime(List<AttributeValue> values) {
    return SortForm.readByKey(values).filter(SortType.AsTime.class::isInstance).isEmpty();
  }

  /// The name of the filter: that of the attribute, `address-city` of one in a map.
  private static String name(AttributePath path) {
    return String.join("-", path.names());
  }

  private static boolean canName(AttributePath path) {
    String name = name(path);
    return name.matches("[a-zA-Z][a-zA-Z0-9_-]{0,39}")
        && !Filter.RESERVED.contains(name)
        && !Filter.ADDED.contains(name);
  }

  private static boolean isFew(List<AttributeValue> values) {
    return values.stream().allMatch(FilterDraft::canBeDeclared)
        && values.stream().map(AttributeValue::type).distinct().count() == 1
        && isFew(values(values), values.size())
        && (values.getFirst().n() == null || isNoTime(values));
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
    return distinct.values().stream().sorted(FilterDraft::compare).toList();
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

  /// The attribute with the most values among those that are worth a filter for any value.
  private static List<OpenFilter> open(
      SortedMap<AttributePath, List<AttributeValue>> values,
      boolean each,
      Predicate<Entry<AttributePath, List<AttributeValue>>> isWorthIt) {
    return values.entrySet().stream()
        .filter(entry -> canName(entry.getKey()))
        .filter(isWorthIt)
        .min(BY_WORTH)
        .map(entry -> new OpenFilter(name(entry.getKey()), entry.getKey(), each))
        .stream()
        .toList();
  }

  /// Lists and sets whose name says that they are tags, or whose elements are repeated.
  private static boolean areTags(Entry<AttributePath, List<AttributeValue>> entry) {
    List<AttributeValue> elements =
        entry.getValue().stream().flatMap(FilterDraft::elements).toList();
    return entry.getValue().stream().allMatch(FilterDraft::isList)
        && !elements.isEmpty()
        && (TAGS.contains(entry.getKey().names().getLast()) || areRepeated(elements, 2));
  }

  /// Texts with too many values to declare, which are repeated.
  private static boolean areTexts(Entry<AttributePath, List<AttributeValue>> entry) {
    return entry.getValue().stream().allMatch(FilterDraft::isText)
        && isNoTime(entry.getValue())
        && areRepeated(entry.getValue(), VALUES_MAX + 1);
  }

  private static boolean areRepeated(List<AttributeValue> values, int distinctMin) {
    int distinct = new HashSet<>(values).size();
    return distinct >= distinctMin && values.size() >= OPEN_REPEATS * distinct;
  }

  private static boolean isText(AttributeValue value) {
    return value.s() != null
        && !value.s().isEmpty()
        && value.s().length() <= TEXT_CHARS_MAX
        && !value.s().contains("#");
  }

  private static boolean isList(AttributeValue value) {
    List<AttributeValue> elements = elements(value).toList();
    return (value.hasL() || value.hasSs())
        && elements.size() <= ELEMENTS_MAX
        && elements.stream().allMatch(FilterDraft::isText);
  }

  private static Stream<AttributeValue> elements(AttributeValue value) {
    return value.hasL() ? value.l().stream() : value.ss().stream().map(AttributeValue::fromS);
  }

  /// Adds the field `filters`, if there are any.
  void put(ObjectNode listing) {
    if (!declared.isEmpty() || !open.isEmpty()) {
      ObjectNode filters = listing.putObject("filters");
      declared.forEach(filter -> filters.set(filter.name(), filter.json()));
      open.forEach(filter -> filters.set(filter.name(), filter.json()));
    }
  }

  /// Remarks for whoever reads the draft.
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (Filter filter : declared) {
      notes.add(
          "the filter %s is a guess: %s had %d values. Complete or remove it"
              .formatted(filter.name(), Shown.count(items, "item"), filter.values().size()));
    }
    for (OpenFilter filter : open) {
      notes.add(
          "the filter %s takes any %s, one in a request: each is an entry more in the index. Remove it if nobody asks for it"
              .formatted(filter.name(), filter.each() ? "element of the list" : "value"));
    }
    for (String attribute : unnamed) {
      notes.add(
          "%s is left out of the filters, as requests cannot use this name: declare one as \"NAME\": { \"attribute\": \"%s\", \"values\": [...] }"
              .formatted(attribute, attribute));
    }
    return notes;
  }
}
