package pagemark.listing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A random definition of a listing, with plain code that says which lists it has. The code shares
/// nothing with what makes keys and positions.
///
/// Items have all types of attributes, sometimes none, and sometimes a value that does not fit.
public final class RandomListing {
  private static final Map<String, Instant> TIMES =
      Map.of(
          "2024-05-01", Instant.parse("2024-05-01T00:00:00Z"),
          "2024-05-01T02:00:00+02:00", Instant.parse("2024-05-01T00:00:00Z"),
          "2024-05-01 07:40", Instant.parse("2024-05-01T07:40:00Z"),
          "2024-04-30T23:59:59.999999999Z", Instant.parse("2024-04-30T23:59:59.999999999Z"),
          "2024-05-01T07:40:00.5-0100", Instant.parse("2024-05-01T08:40:00.500Z"));

  /// A value that a definition reads.
  ///
  /// @param of an item: its plain value; null if it is missing. Throws [UnfitValueException] if it
  ///   has another type
  private record Value(String json, Function<Map<String, AttributeValue>, @Nullable Object> of) {}

  private static final class UnfitValueException extends RuntimeException {}

  private record Part(Value value, boolean descending, String missing) {
    String json() {
      return "{ %s, \"order\": \"%s\", \"missing\": \"%s\" }"
          .formatted(value.json(), descending ? "descending" : "ascending", missing);
    }

    boolean lists(Map<String, AttributeValue> item) {
      return value.of().apply(item) != null || !missing.equals("omit");
    }

    Comparator<Map<String, AttributeValue>> order() {
      return (one, other) -> compare(value.of().apply(one), value.of().apply(other));
    }

    @SuppressWarnings("unchecked") // values of one part have one type
    private int compare(@Nullable Object one, @Nullable Object other) {
      if (one == null || other == null) {
        int missingLast = Boolean.compare(one == null, other == null);
        return missing.equals("last") ? missingLast : -missingLast;
      }
      int compared = ((Comparable<Object>) one).compareTo(other);
      return descending ? -compared : compared;
    }
  }

  private record Condition(String json, Predicate<Map<String, AttributeValue>> isMet) {}

  private static final List<Value> GROUPS =
      List.of(
          new Value("\"attribute\": \"org\"", item -> text(item, "org")),
          new Value("\"attribute\": \"year\", \"type\": \"number\"", item -> number(item, "year")),
          new Value("\"path\": [\"team\", \"name\"]", item -> text(map(item, "team"), "name")),
          new Value("\"attribute\": \"tags\", \"each\": true", item -> tags(item, "tags")));

  /// The filters with any value: the names of their values in an item.
  private static final Map<String, Function<Map<String, AttributeValue>, Set<String>>> OPEN =
      Map.of(
          "\"who\": { \"attribute\": \"who\", \"values\": \"any\" }",
          item -> anyText(item.get("who")).map(Set::of).orElse(Set.of()),
          "\"label\": { \"attribute\": \"labels\", \"values\": \"any\", \"each\": true }",
          item -> labels(item.get("labels")));

  private static final List<Value> SORTS =
      List.of(
          new Value(
              "\"attribute\": \"total\", \"type\": \"number\"", item -> number(item, "total")),
          new Value("\"attribute\": \"at\", \"type\": \"instant\"", RandomListing::instant),
          new Value("\"attribute\": \"name\", \"type\": \"text\"", RandomListing::folded),
          new Value("\"attribute\": \"code\", \"type\": \"string\"", item -> text(item, "code")),
          new Value("\"attribute\": \"done\", \"type\": \"boolean\"", RandomListing::done),
          new Value(
              "\"attribute\": \"seen\", \"type\": \"epochSeconds\", \"stored\": \"string\"",
              RandomListing::seen),
          new Value(
              "\"path\": [\"meta\", \"prio\"], \"type\": \"integer\"",
              item -> number(map(item, "meta"), "prio")));

  private static final List<Condition> CONDITIONS =
      List.of(
          new Condition(
              "{ \"attribute\": \"kind\", \"values\": [\"POST\", \"NOTE\", 1] }",
              item ->
                  List.of(fromS("POST"), fromS("NOTE"), fromN("1"))
                      .contains(item.getOrDefault("kind", fromS("")))),
          new Condition(
              "{ \"attribute\": \"kind\", \"not\": [\"DRAFT\"] }",
              item -> !fromS("DRAFT").equals(item.get("kind"))),
          new Condition(
              "{ \"attribute\": \"kind\", \"exists\": false }", item -> !item.containsKey("kind")),
          new Condition(
              "{ \"attribute\": \"org\", \"prefix\": \"a\" }",
              item ->
                  Optional.ofNullable(item.get("org"))
                      .map(AttributeValue::s)
                      .filter(org -> org.startsWith("a"))
                      .isPresent()),
          new Condition(
              "{ \"path\": [\"team\", \"name\"], \"values\": [\"x\"] }",
              item ->
                  item.get("team") != null && fromS("x").equals(map(item, "team").get("name"))));

  private final String json;
  private final List<Value> groups;
  private final List<Part> parts;
  private final List<Condition> conditions;
  private final boolean filtered;
  private final List<String> open;

  public RandomListing(Random random) {
    groups = some(GROUPS, random.nextInt(GROUPS.size() + 1), random);
    conditions = some(CONDITIONS, random.nextInt(3), random);
    filtered = random.nextBoolean();
    open = some(OPEN.keySet().stream().sorted().toList(), random.nextInt(OPEN.size() + 1), random);
    List<Part> all = new ArrayList<>();
    for (Value value : some(SORTS, 1 + random.nextInt(3), random)) {
      String missing = List.of("omit", "first", "last").get(random.nextInt(3));
      all.add(new Part(value, random.nextBoolean(), missing));
    }
    parts = List.copyOf(all);
    json =
        """
        { "things": { "table": "comments", "key": [ { "attribute": "PK" } ], "attributes": "*",
            "sort": [ %s ]%s%s%s } }
        """
            .formatted(
                joined(parts.stream().map(Part::json).toList()),
                list("group", groups.stream().map(group -> "{ " + group.json() + " }").toList()),
                list("where", conditions.stream().map(Condition::json).toList()),
                filters());
  }

  private String filters() {
    List<String> all = new ArrayList<>(open);
    if (filtered) {
      all.add("\"state\": { \"attribute\": \"state\", \"values\": [\"OPEN\", \"DONE\"] }");
    }
    return all.isEmpty() ? "" : ", \"filters\": { %s }".formatted(joined(all));
  }

  private static <T> List<T> some(List<T> all, int count, Random random) {
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    return List.copyOf(shuffled.subList(0, count));
  }

  private static String joined(List<String> all) {
    return String.join(", ", all);
  }

  private static String list(String name, List<String> all) {
    return all.isEmpty() ? "" : ", \"%s\": [ %s ]".formatted(name, joined(all));
  }

  public Listings listings() {
    return Listings.parse(json, Map.of());
  }

  public Listing listing() {
    return listings().find("things").orElseThrow();
  }

  @Override
  public String toString() {
    return json;
  }

  /// A random item.
  public static Map<String, AttributeValue> item(String key, Random random) {
    Map<String, AttributeValue> item = new HashMap<>();
    Choice choice = new Choice(item, random);
    item.put("PK", fromS(key));
    choice.put("kind", fromS("POST"), fromS("NOTE"), fromS("DRAFT"), fromN("1"));
    choice.put("org", fromS("a"), fromS("a/b"), fromS("%"), fromS("a"));
    choice.put("year", fromN("2024"), fromN("2025"), fromN("2025.0"));
    choice.put("team", fromM(Map.of("name", fromS("x"))), fromM(Map.of("name", fromS("y"))));
    choice.put("total", fromN("1"), fromN("-3"), fromN("2.5"), fromN("1e3"), fromN("2.50"));
    choice.put("at", TIMES.keySet().stream().sorted().map(AttributeValue::fromS).toList());
    choice.put("name", fromS("Anna"), fromS("anna"), fromS("bob"), fromS("Bo"), fromS("ANNA B"));
    choice.put("code", fromS("b"), fromS("B"), fromS("ba"), fromS("b\0"));
    choice.put("done", fromBool(true), fromBool(false));
    choice.put("seen", fromS("1714549200"), fromS("999"), fromS("1714549201"));
    choice.put("meta", fromM(Map.of("prio", fromN("3"))), fromM(Map.of("prio", fromN("-1"))));
    choice.put("state", fromS("OPEN"), fromS("DONE"), fromS("LOST"));
    choice.put("tags", elements("a", "b"), elements("a", "%"), fromSs(List.of("a/b")), fromS("a"));
    choice.put("who", fromS("ann"), fromS("b, c"), fromN("1.0"), fromS("1"), fromBool(true));
    choice.put(
        "labels", elements("x", "y", "x"), elements("y"), fromSs(List.of("x", "1")), fromS("x"));
    return item;
  }

  /// A list of texts, a number 1, and what is no value.
  private static AttributeValue elements(String... texts) {
    List<AttributeValue> elements = new ArrayList<>();
    Stream.of(texts).map(AttributeValue::fromS).forEach(elements::add);
    elements.addAll(List.of(fromN("1"), fromS(""), fromM(Map.of())));
    return fromL(elements);
  }

  private record Choice(Map<String, AttributeValue> item, Random random) {
    private static final int MISSING_OF = 8;
    private static final int UNFIT_OF = 60;

    void put(String name, AttributeValue... values) {
      put(name, List.of(values));
    }

    void put(String name, List<AttributeValue> values) {
      if (random.nextInt(UNFIT_OF) == 0) {
        item.put(name, AttributeValue.fromL(List.of()));
      } else if (random.nextInt(MISSING_OF) > 0) {
        item.put(name, values.get(random.nextInt(values.size())));
      }
    }
  }

  /// The keys of the items of each list, in its order ascending in the index: that of the first
  /// part.
  ///
  /// @param byCell whether also those of each cell
  /// @return by the parameters of a request for the list: `&group=a&who=ann&state=OPEN`
  public Map<String, List<String>> lists(
      Collection<Map<String, AttributeValue>> items, boolean byCell) {
    Map<String, List<Map<String, AttributeValue>>> lists = new TreeMap<>();
    for (Map<String, AttributeValue> item : items) {
      names(item, byCell)
          .forEach(name -> lists.computeIfAbsent(name, _ -> new ArrayList<>()).add(item));
    }
    Map<String, List<String>> keys = new TreeMap<>();
    lists.forEach((name, list) -> keys.put(name, sorted(list)));
    return keys;
  }

  private List<String> sorted(List<Map<String, AttributeValue>> list) {
    Comparator<Map<String, AttributeValue>> order = (_, _) -> 0;
    for (Part part : parts) {
      order = order.thenComparing(part.order());
    }
    boolean turned = parts.getFirst().descending();
    Comparator<String> keys = turned ? Comparator.reverseOrder() : Comparator.naturalOrder();
    List<String> sorted =
        list.stream()
            .sorted(order.thenComparing(RandomListing::key, keys))
            .map(RandomListing::key)
            .toList();
    return turned ? sorted.reversed() : sorted;
  }

  private static String key(Map<String, AttributeValue> item) {
    return String.valueOf(text(item, "PK"));
  }

  /// The parameters that name each list of an item.
  private Set<String> names(Map<String, AttributeValue> item, boolean byCell) {
    try {
      Set<String> names = Set.of("");
      for (Value group : groups) {
        Object name = group.of().apply(item);
        names =
            longer(
                names,
                "group",
                name == null ? Set.of() : name instanceof Set<?> all ? all : Set.of(name));
      }
      Set<String> all = new HashSet<>(names);
      for (String filter : open) {
        Set<String> values = requireNonNull(OPEN.get(filter)).apply(item);
        all.addAll(longer(names, filter.split("\"", -1)[1], values));
      }
      if (byCell && filtered) {
        String state = String.valueOf(item.getOrDefault("state", fromS("")).s());
        all = longer(all, "state", Set.of(state.matches("OPEN|DONE") ? state : "other"));
      }
      boolean isListed =
          conditions.stream().allMatch(condition -> condition.isMet().test(item))
              && parts.stream().allMatch(part -> part.lists(item));
      return isListed ? all : Set.of();
    } catch (UnfitValueException e) {
      return Set.of();
    }
  }

  private static Set<String> longer(Set<String> begins, String parameter, Set<?> values) {
    Set<String> longer = new HashSet<>();
    for (Object value : values) {
      String text =
          value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
      begins.forEach(
          begin -> longer.add(begin + "&" + parameter + "=" + URLEncoder.encode(text, UTF_8)));
    }
    return longer;
  }

  /// The texts in a list or set; null if there is none.
  private static @Nullable Set<String> tags(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null) {
      return null;
    }
    return Stream.concat(value.l().stream().map(AttributeValue::s), value.ss().stream())
        .filter(text -> text != null && !text.isEmpty())
        .collect(Collectors.toSet());
  }

  private static Set<String> labels(@Nullable AttributeValue value) {
    return value == null
        ? Set.of()
        : Stream.concat(
                value.l().stream().flatMap(element -> anyText(element).stream()),
                value.ss().stream())
            .collect(Collectors.toSet());
  }

  /// The text of a value that an open filter may name.
  private static Optional<String> anyText(@Nullable AttributeValue value) {
    if (value == null) {
      return Optional.empty();
    }
    String plain = value.bool() == null ? value.s() : value.bool().toString();
    String text =
        value.n() == null ? plain : new BigDecimal(value.n()).stripTrailingZeros().toPlainString();
    return Optional.ofNullable(text).filter(any -> !any.isEmpty());
  }

  private static @Nullable String text(Map<String, AttributeValue> item, String name) {
    return get(item, name, AttributeValue.Type.S).map(AttributeValue::s).orElse(null);
  }

  private static @Nullable BigDecimal number(Map<String, AttributeValue> item, String name) {
    return get(item, name, AttributeValue.Type.N)
        .map(value -> new BigDecimal(value.n()).stripTrailingZeros())
        .orElse(null);
  }

  /// The map with this name. Empty if the item has none, or another type there.
  private static Map<String, AttributeValue> map(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    return value == null || value.type() != AttributeValue.Type.M ? Map.of() : value.m();
  }

  private static @Nullable Instant instant(Map<String, AttributeValue> item) {
    String text = text(item, "at");
    return text == null ? null : TIMES.get(text);
  }

  private static @Nullable String folded(Map<String, AttributeValue> item) {
    String text = text(item, "name");
    return text == null ? null : text.toLowerCase(Locale.ROOT);
  }

  private static @Nullable Boolean done(Map<String, AttributeValue> item) {
    return get(item, "done", AttributeValue.Type.BOOL).map(AttributeValue::bool).orElse(null);
  }

  private static @Nullable Long seen(Map<String, AttributeValue> item) {
    String text = text(item, "seen");
    return text == null ? null : Long.valueOf(text);
  }

  private static Optional<AttributeValue> get(
      Map<String, AttributeValue> item, String name, AttributeValue.Type type) {
    AttributeValue value = item.get(name);
    if (value != null && value.type() != type) {
      throw new UnfitValueException();
    }
    return Optional.ofNullable(value);
  }
}
