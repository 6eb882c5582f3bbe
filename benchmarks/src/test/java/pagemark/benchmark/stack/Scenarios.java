package pagemark.benchmark.stack;

import static java.util.Comparator.comparingInt;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import pagemark.benchmark.stack.Dataset.Entry;

/// The requests that are measured, with what they must answer.
final class Scenarios {
  private static final Comparator<Entry> BY_AT = comparingInt(Entry::at);
  private static final Comparator<Entry> BY_NUMBER = comparingInt(Entry::number);
  private static final Comparator<Entry> BY_TIER = comparingInt(Entry::tier);
  private static final int SIZE = 20;

  private final Dataset data;
  private final PageClient client;
  private final Map<Integer, String> cursors = new HashMap<>();

  Scenarios(Dataset data, PageClient client) {
    this.data = data;
    this.client = client;
  }

  List<Scenario> all() {
    Scenario plain = plain();
    return List.of(
        plain,
        plain(100),
        plain.named("keyset", "?cursor=C", this::cursor),
        plain
            .named("jump to a value", "?at=V", number -> "at=" + at(plain, (number - 1) * SIZE))
            .anchored(number -> firstOfTies(plain, (number - 1) * SIZE)),
        plain.named(
            "page of an item",
            "?item=ID",
            number -> "item=" + plain.expected().get((number - 1) * SIZE)),
        window(),
        filtered("1 cell", Set.of(4), Set.of("en")),
        threeValues(),
        filtered("8 cells", Set.of(1, 2, 3, 4), Set.of("de", "en")),
        filtered("20 cells", Set.of(1, 2, 3, 4, 5), Set.of("de", "en", "es", "fr")),
        rareValue(),
        numbered("giant ties", "ties", "", data.order(BY_TIER, _ -> true)),
        numbered("8 write shards", "shards", "", data.order(BY_NUMBER, _ -> true)),
        numbered("day buckets", "days", "", data.order(BY_NUMBER, _ -> true)),
        numbered(
            "index for a filter",
            "filtered",
            "rating=1,4,5",
            data.order(BY_AT, e -> Set.of(1, 4, 5).contains(e.rating()))),
        numbered(
            "the whole table in another order, read by key",
            "all",
            "",
            data.order(BY_TIER.thenComparing(BY_AT), _ -> true)));
  }

  /// Page numbers without a filter.
  Scenario plain() {
    return plain(SIZE);
  }

  private Scenario plain(int size) {
    return Scenario.numbered("page number", "entries", "", size, data.order(BY_AT, _ -> true));
  }

  /// Three of five ratings, each in any language or none: 15 cells.
  Scenario threeValues() {
    return numbered(
        "3 merged values, 15 cells",
        "entries",
        "rating=1,4,5",
        data.order(BY_AT, e -> Set.of(1, 4, 5).contains(e.rating())));
  }

  /// A value that one of a hundred items has.
  Scenario rareValue() {
    return numbered("a value of 1 in 100", "rare", "status=RARE", data.order(BY_AT, Entry::rare));
  }

  private Scenario filtered(String name, Set<Integer> ratings, Set<String> languages) {
    Predicate<Entry> selected =
        entry -> ratings.contains(entry.rating()) && languages.contains(entry.language());
    String query =
        "rating=%s&language=%s"
            .formatted(
                ratings.stream().sorted().map(String::valueOf).collect(Collectors.joining(",")),
                languages.stream().sorted().collect(Collectors.joining(",")));
    return numbered(name, "entries", query, data.order(BY_AT, selected));
  }

  private Scenario window() {
    int from = data.size() / 3 / 4;
    int to = from * 2;
    return numbered(
        "window of a quarter",
        "entries",
        "from=%d&to=%d".formatted(from, to),
        data.order(BY_AT, entry -> entry.at() >= from && entry.at() < to));
  }

  private static Scenario numbered(
      String name, String listing, String query, List<String> expected) {
    return Scenario.numbered(name, listing, query, SIZE, expected);
  }

  /// The sort value of the item at a place.
  private int at(Scenario scenario, int place) {
    String id = scenario.expected().get(place);
    return data.entries().stream()
        .filter(entry -> entry.id().equals(id))
        .findFirst()
        .orElseThrow()
        .at();
  }

  /// The first place with the same sort value.
  private int firstOfTies(Scenario scenario, int place) {
    int at = at(scenario, place);
    int first = place;
    while (first > 0 && at(scenario, first - 1) == at) {
      first--;
    }
    return first;
  }

  /// A cursor, which the page before gave.
  private String cursor(int number) throws Exception {
    String known = cursors.get(number);
    if (known == null) {
      known =
          number == 1 ? "page=1" : "cursor=" + client.page(plain().request(number - 1)).cursor();
      cursors.put(number, known);
    }
    return known;
  }
}
