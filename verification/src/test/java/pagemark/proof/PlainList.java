package pagemark.proof;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A list as plain code makes it: its items, the highest sort value first. Each question goes
/// through all of them. An answer has those members of the API's that are asked for here.
///
/// @param sort the sort attribute: texts of one length, or whole numbers
record PlainList(String sort, List<Map<String, String>> items) {
  private static final Set<String> FILTERS = Set.of("rating", "language", "country");
  private static final int PAGE = 20;

  static PlainList of(String sort, Stream<Map<String, AttributeValue>> items) {
    Comparator<Map<String, String>> order =
        bySort(sort).thenComparing(item -> item.getOrDefault("PK", ""));
    return new PlainList(sort, items.map(PlainList::texts).sorted(order.reversed()).toList());
  }

  private static Comparator<Map<String, String>> bySort(String sort) {
    return Comparator.comparingInt(
            (Map<String, String> item) -> item.getOrDefault(sort, "").length())
        .thenComparing(item -> item.getOrDefault(sort, ""));
  }

  private static Map<String, String> texts(Map<String, AttributeValue> item) {
    Map<String, String> texts = new HashMap<>();
    item.forEach((name, value) -> texts.put(name, value.n() == null ? value.s() : value.n()));
    return texts;
  }

  List<String> keys() {
    return items.stream().map(item -> Objects.requireNonNull(item.get("PK"))).toList();
  }

  /// @param asked the parameters
  /// @param seen the last item that the reader has seen, for a cursor
  ObjectNode page(Map<String, String> asked, String seen) {
    PlainList shown = shown(asked, null);
    List<Map<String, String>> list = shown.items();
    int size = Integer.parseInt(asked.getOrDefault("size", "" + PAGE));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ObjectNode page = answer.putObject("page");
    int pages = Math.ceilDiv(list.size(), size);
    page.put("size", size).put("totalItems", list.size()).put("totalPages", pages);
    int start = shown.start(asked, seen, page);
    boolean isOffset = asked.containsKey("skip") || asked.containsKey("cursor");
    int from = isOffset ? start : Math.min(start, list.size() - 1) / size * size;
    page.put(isOffset ? "skip" : "number", isOffset ? from : from / size + 1);
    list.subList(from, Math.min(from + size, list.size()))
        .forEach(item -> item.forEach(answer.withArray("items").addObject()::put));
    return answer;
  }

  /// How many items stand before the one that is asked for.
  private int start(Map<String, String> asked, String seen, ObjectNode page) {
    if (asked.containsKey("at")) {
      Map<String, String> value = Map.of(sort, stored(asked.get("at")));
      page.put("rank", before(value) + 1);
      page.put("ties", items.stream().filter(i -> bySort(sort).compare(i, value) == 0).count());
      return before(value);
    }
    if (asked.containsKey("item")) {
      int place = keys().indexOf(asked.get("item"));
      page.put("rank", place + 1).put("rankOfValue", before(items.get(place)) + 1);
      return place;
    }
    if (asked.containsKey("cursor")) {
      return keys().indexOf(seen) + 1;
    }
    String number = asked.getOrDefault("page", "1");
    return asked.containsKey("skip")
        ? Integer.parseInt(asked.get("skip"))
        : number.equals("last") ? items.size() - 1 : (Integer.parseInt(number) - 1) * PAGE;
  }

  private int before(Map<String, String> value) {
    return (int) items.stream().filter(item -> bySort(sort).compare(item, value) > 0).count();
  }

  /// @param labels the values of each filter, as the API names them
  ObjectNode facets(Map<String, String> asked, JsonNode labels) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    PlainList shown = shown(asked, null);
    answer.put("totalItems", shown.items().size());
    ObjectNode facets = answer.putObject("facets");
    for (Map.Entry<String, JsonNode> filter : labels.properties()) {
      PlainList others = shown(asked, filter.getKey());
      Set<String> known =
          filter.getValue().propertyStream().map(Map.Entry::getKey).collect(toSet());
      ObjectNode counts = facets.putObject(filter.getKey());
      known.forEach(label -> counts.put(label, 0));
      for (Map<String, String> item : others.items()) {
        String value = item.getOrDefault(filter.getKey(), "other");
        String label = known.contains(value) ? value : "other";
        counts.put(label, counts.path(label).asInt() + 1);
      }
    }
    if (asked.containsKey("bars")) {
      shown.months(answer);
    }
    return answer;
  }

  private void months(ObjectNode answer) {
    YearMonth last = YearMonth.parse(value(items.getFirst()).substring(0, 7));
    YearMonth month = YearMonth.parse(value(items.getLast()).substring(0, 7));
    for (; !month.isAfter(last); month = month.plusMonths(1)) {
      String begin = month + "-";
      answer
          .withArray("bars")
          .addObject()
          .put("from", begin + "01 00:00")
          .put("items", (int) items.stream().filter(i -> value(i).startsWith(begin)).count());
    }
  }

  private String value(Map<String, String> item) {
    return item.getOrDefault(sort, "");
  }

  private static String stored(String time) {
    return time.replace('T', ' ');
  }

  /// @param ignored the name of a filter that does not count; null for none
  private PlainList shown(Map<String, String> asked, @Nullable String ignored) {
    List<Map<String, String>> all =
        items.stream()
            .filter(
                item ->
                    asked.entrySet().stream()
                        .filter(each -> !each.getKey().equals(ignored))
                        .allMatch(each -> test(each.getKey(), each.getValue(), asked).test(item)))
            .toList();
    return new PlainList(sort, "ascending".equals(asked.get("order")) ? all.reversed() : all);
  }

  private Predicate<Map<String, String>> test(
      String name, String value, Map<String, String> asked) {
    if (FILTERS.contains(name)) {
      return item -> List.of(value.split(",")).contains(item.getOrDefault(name, ""));
    }
    return switch (name) {
      case "to" -> item -> value(item).compareTo(stored(value)) < 0;
      case "during" -> item -> value.equals(week(value(item), asked.getOrDefault("zone", "Z")));
      default -> _ -> true;
    };
  }

  private static String week(String time, String zone) {
    return LocalDateTime.parse(stored(time).replace(' ', 'T'))
        .atOffset(ZoneOffset.UTC)
        .atZoneSameInstant(ZoneId.of(zone))
        .format(DateTimeFormatter.ISO_WEEK_DATE)
        .substring(0, 8);
  }
}
