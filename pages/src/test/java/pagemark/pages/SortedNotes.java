package pagemark.pages;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Notes in a plain sorted list and in a table, and random questions for them.
///
/// @param type of the sort values, as [SortTexts] has it
/// @param all the notes, ascending
record SortedNotes(ListedTable table, String type, Random random, List<Note> all) {
  static final List<String> RATINGS = List.of("1", "2", "3", "other");
  static final List<String> LANGUAGES = List.of("de", "en", "other");
  private static final int NOTES = 120;

  /// @param sort the number of its sort value, or [SortTexts#NONE]
  /// @param rating as a filter writes it, like `language`
  record Note(String key, int sort, String rating, String language) {
    /// The second sort value in listings that have one; negative if it is missing.
    int rank() {
      return Math.floorMod(key.hashCode(), 4) - 1;
    }
  }

  /// A question, and what it pages through.
  ///
  /// @param query without its start
  /// @param within what the window holds, whatever the filters select
  /// @param shown what is paged through, in the question's order
  record Case(
      GroupQuery query,
      List<Note> within,
      List<Note> shown,
      List<String> ratings,
      List<String> languages) {
    int size() {
      return query.scope().size();
    }

    /// Whether the filters select everything.
    boolean isWhole() {
      return ratings.equals(RATINGS) && languages.equals(LANGUAGES);
    }

    int pages() {
      return Math.max(1, Math.ceilDiv(shown.size(), size()));
    }

    /// The part that a page shows, by its number.
    Range page(int number) {
      int begin = (number - 1) * size();
      int end = Math.min(begin + size(), shown.size());
      return query.scope().isCountedDown()
          ? new Range(shown.size() - end, shown.size() - begin)
          : new Range(begin, end);
    }

    /// The number of the page that shows the note at a rank.
    int number(int rank) {
      int counted = query.scope().isCountedDown() ? shown.size() - 1 - rank : rank;
      return Math.max(0, counted) / size() + 1;
    }

    /// The part of at most a page that begins at a rank.
    Range from(int rank) {
      return new Range(rank, Math.min(rank + size(), shown.size()));
    }

    List<String> keys(Range range) {
      return shown.subList(range.from(), range.to()).stream().map(Note::key).toList();
    }
  }

  /// Ranks in the order shown, the last one excluded.
  record Range(int from, int to) {}

  /// Indexes of buckets have keys only, so they cannot judge a condition on another attribute.
  static String definition(String type) {
    return """
    { "notes": {
        "table": "${TABLE_NAME}",%s
        "where": [ { "attribute": "PK", "prefix": "k" }%s ],
        "group": { "attribute": "topic", "prefix": "T#" },
        "sort":  %s,
        "key":   [ { "attribute": "PK" } ],
        "filters": { "rating":   { "attribute": "rating", "values": [1, 2, 3] },
                     "language": { "path": ["meta", "lang"], "values": ["de", "en"] } },
        "attributes": ["PK", "rating", "%s"] } }
    """
        .formatted(
            SortTexts.isReadByKey(type) ? "" : index(type),
            SortTexts.isInDays(type)
                ? ""
                : ", { \"path\": [\"meta\", \"draft\"], \"not\": [true] }",
            SortTexts.definition(type),
            sortAttribute(type));
  }

  private static String index(String type) {
    return "\"index\": \"byTopic\", \"projection\": \"%s\",%s"
        .formatted(SortTexts.isInDays(type) ? "keys" : "all", partition(type));
  }

  private static String partition(String type) {
    String template =
        switch (type) {
          case SortTexts.SHARDS -> "\"{group}#{shard}\", \"shards\": 5";
          case SortTexts.DAYS -> "\"{group}#{sort:uuuuMMdd}\"";
          case SortTexts.SHARDED_DAYS -> "\"{sort:uuuuMMdd}/{shard:00}/{group}\", \"shards\": 3";
          default -> "";
        };
    return template.isEmpty()
        ? ""
        : "\"partition\": {\"attribute\": \"P\", \"template\": %s},".formatted(template);
  }

  private static String sortAttribute(String type) {
    return SortTexts.isNumber(type) ? "at" : "SK";
  }

  /// Fills the group `x`.
  static SortedNotes in(ListedTable table, String type, Random random) {
    SortedNotes notes = new SortedNotes(table, type, random, new ArrayList<>());
    for (int i = 0; i < NOTES; i++) {
      notes.all.add(
          new Note(
              "k%d-%d".formatted(random.nextInt(10_000), i),
              type.equals(SortTexts.PARTS) && random.nextInt(5) == 0
                  ? SortTexts.NONE
                  : SortTexts.fit(type, 1 + random.nextInt(12) * 2),
              RATINGS.get(Math.min(random.nextInt(5), 3)),
              notes.any(LANGUAGES)));
    }
    notes.all.sort(order(type));
    List<Map<String, AttributeValue>> rows = new ArrayList<>();
    notes.all.forEach(note -> rows.addAll(List.of(notes.row(note), notes.unlisted(note))));
    table.put(rows);
    return notes;
  }

  /// The order in which the first sort value ascends. In listings of two, those without the first
  /// one are last if it descends, so they come first here. The second one ascends if the first one
  /// descends, and those without it are then first.
  private static Comparator<Note> order(String type) {
    Comparator<Note> bySort = Comparator.comparingInt(Note::sort);
    Comparator<Note> byRank =
        Comparator.comparingInt(note -> type.equals(SortTexts.PARTS) ? -note.rank() : 0);
    return bySort.thenComparing(byRank).thenComparing(note -> Bytes.utf8(note.key()));
  }

  <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /// What the index holds of a note whole. Texts are folded, of times of several forms one is held,
  /// and the second part is inside of a map.
  Map<String, AttributeValue> held(Note note) {
    boolean isWhole = !SortTexts.isReadByKey(type) || type.equals("boolean");
    return isWhole
        ? Map.of(
            "PK",
            fromS(note.key()),
            sortAttribute(type),
            SortTexts.stored(type, note.sort(), random))
        : Map.of("PK", fromS(note.key()));
  }

  /// Writes `other` as an undeclared value, as a value of another type, or as none.
  private Map<String, AttributeValue> row(Note note) {
    Map<String, AttributeValue> row = new HashMap<>();
    row.put("PK", fromS(note.key()));
    row.put("topic", fromS("T#x"));
    if (note.sort() != SortTexts.NONE) {
      row.put(sortAttribute(type), SortTexts.stored(type, note.sort(), random));
    }
    row.put("P", fromS(partition(note.sort())));
    if (!note.rating().equals("other")) {
      row.put("rating", fromN(note.rating() + (random.nextBoolean() ? ".0" : "")));
    } else if (random.nextBoolean()) {
      row.put("rating", random.nextBoolean() ? fromN("4") : fromS("3"));
    }
    if (type.equals(SortTexts.PARTS) && note.rank() >= 0) {
      row.put("meta", fromM(Map.of("rank", fromN(Integer.toString(note.rank())))));
    }
    if (!note.language().equals("other")) {
      putMeta(row, fromS(note.language()));
    } else if (!row.containsKey("meta") && random.nextBoolean()) {
      row.put("meta", random.nextBoolean() ? fromS("de") : fromM(Map.of("lang", fromS("fr"))));
    }
    return row;
  }

  private static void putMeta(Map<String, AttributeValue> row, AttributeValue language) {
    Map<String, AttributeValue> meta = new HashMap<>(row.getOrDefault("meta", fromM(Map.of())).m());
    meta.put("lang", language);
    row.put("meta", fromM(meta));
  }

  /// An item beside the note that does not meet a condition.
  private Map<String, AttributeValue> unlisted(Note note) {
    Map<String, AttributeValue> row = row(note);
    if (SortTexts.isInDays(type) || random.nextBoolean()) {
      row.put("PK", fromS("draft of " + note.key()));
    } else if (random.nextBoolean()) {
      row.put("PK", fromS(note.key() + " elsewhere"));
      row.put("topic", fromS(any(List.of("x", "T#", "t#x", "T#x#", "U#x"))));
    } else {
      row.put("PK", fromS(note.key() + " draft"));
      row.put("meta", fromM(Map.of("draft", fromBool(true), "lang", fromS("de"))));
    }
    return row;
  }

  private String partition(int sort) {
    return switch (type) {
      case SortTexts.DAYS -> "x#" + SortTexts.day(sort);
      case SortTexts.SHARDED_DAYS -> SortTexts.day(sort) + "/0" + random.nextInt(3) + "/x";
      default -> "x#" + random.nextInt(5);
    };
  }

  Case anyCase() {
    Order order = any(List.of(Order.values()));
    GroupQuery query = table.asked().group("x").order(order).size(1 + random.nextInt(20));
    List<Note> within = new ArrayList<>(all);
    if (SortTexts.isInDays(type) || random.nextBoolean()) {
      boolean hasEnds = random.nextBoolean();
      if (!hasEnds && (type.equals("string") || SortTexts.isText(type))) {
        query = prefixed(query, within);
      } else {
        query =
            !hasEnds && SortTexts.isTime(type) ? during(query, within) : windowed(query, within);
      }
    }
    query = random.nextInt(3) == 0 ? query.stable() : query;
    boolean isWhole = random.nextBoolean();
    List<String> ratings = isWhole ? RATINGS : some(RATINGS);
    List<String> languages = isWhole ? LANGUAGES : some(LANGUAGES);
    if (!isWhole) {
      query = query.filter("rating", ratings.toArray()).filter("language", languages.toArray());
    }
    Predicate<Note> matches =
        note -> ratings.contains(note.rating()) && languages.contains(note.language());
    List<Note> shown = within.stream().filter(matches).toList();
    return new Case(
        query, within, order == Order.ASCENDING ? shown : shown.reversed(), ratings, languages);
  }

  private List<String> some(List<String> values) {
    List<String> some = values.stream().filter(_ -> random.nextBoolean()).toList();
    return some.isEmpty() ? List.of(any(values)) : some;
  }

  /// Adds a random window with one end or both, which is cut out of `within`.
  private GroupQuery windowed(GroupQuery query, List<Note> within) {
    within.removeIf(note -> note.sort() == SortTexts.NONE);
    int first = random.nextInt(25);
    int from = SortTexts.fit(type, first);
    int to = SortTexts.fit(type, Math.min(SortTexts.MOST, first + 1 + random.nextInt(12)));
    int ends = SortTexts.isInDays(type) ? 2 : random.nextInt(from < to ? 4 : 2);
    if (ends != 0) {
      within.removeIf(note -> note.sort() < from);
    }
    if (ends != 1) {
      within.removeIf(note -> note.sort() >= to);
    }
    return query.window(
        ends == 0 ? null : SortTexts.asked(type, from, random),
        ends == 1 ? null : SortTexts.asked(type, to, random));
  }

  /// Adds a random prefix: a sort value, its first character, or another character.
  private GroupQuery prefixed(GroupQuery query, List<Note> within) {
    List<String> all = SortTexts.strings(type);
    String text = any(all);
    String prefix =
        switch (random.nextInt(4)) {
          case 0 -> text;
          case 1 -> SortTexts.isText(type) ? "a " : Character.toString(random.nextInt(1, 0x80));
          default -> Character.toString(text.codePointAt(0));
        };
    within.removeIf(
        note -> note.sort() == SortTexts.NONE || !all.get(note.sort()).startsWith(prefix));
    return query.prefix(SortTexts.isText(type) ? SortTexts.spelled(prefix, random) : prefix);
  }

  /// Adds the year, month, day or hour of a random sort value, in UTC or in India.
  private GroupQuery during(GroupQuery query, List<Note> within) {
    boolean isIndian = random.nextBoolean();
    int minutes = isIndian ? 330 : 0;
    List<String> units = List.of("2024-02", "2024-02-29", "2024-02-29T00", "2024");
    // Without the index, a year's end may lie more than 340 empty days behind a cursor.
    int length = any(SortTexts.isInDays(type) ? units.subList(0, 3) : units).length();
    IntFunction<String> text =
        sort -> SortTexts.time(type, sort).plusMinutes(minutes).toString().substring(0, length);
    String time = text.apply(random.nextInt(SortTexts.MOST));
    within.removeIf(note -> !text.apply(note.sort()).equals(time));
    return query.during(time, isIndian ? "Asia/Kolkata" : null);
  }
}
