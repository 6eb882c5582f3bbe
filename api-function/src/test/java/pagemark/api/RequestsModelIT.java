package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.Front.Reply;
import pagemark.entry.Bytes;
import pagemark.index.Extent;
import pagemark.index.IndexStore;
import pagemark.index.TakesLong;
import pagemark.pages.Broken;
import pagemark.sql.SqlServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Compares the answers to random requests, with every parameter, with a plain sorted list. Follows
/// the cursors of every answer, with the index and without it. Without it, buckets need a window.
@TakesLong(15)
final class RequestsModelIT {
  private static final long SEED = 20_261_121;
  private static final int ITEMS = 90;
  private static final int REQUESTS = Extent.of(25, 150);
  private static final int REQUESTS_ON_SERVERS = Extent.of(15, 40);

  private final Random random = new Random();
  private final List<Item> items = new ArrayList<>();

  private record Item(String key, int sort) {}

  /// A request and the sequence that it pages through.
  private record ApiRequest(String given, List<Item> sequence, int size, boolean ascending) {
    String url(String start) {
      return "/notes/x?" + start + given;
    }
  }

  private static String definition(String type) {
    return """
    { "notes": {
        "table": "${TABLE_NAME}", "index": "byTopic",%s
        "group": { "attribute": "topic" },
        "sort":  { "attribute": "%s", "type": "%s"%s },
        "key":   [ { "attribute": "PK" } ],
        "attributes": ["PK"] } }
    """
        .formatted(
            partition(type),
            sortAttribute(type),
            SortTexts.isDatetime(type) ? "datetime" : type,
            SortTexts.isDatetime(type) ? ", \"pattern\": \"uuuu-MM-dd HH:mm\"" : "");
  }

  private static String partition(String type) {
    String template =
        switch (type) {
          case SortTexts.SHARDS -> "\"{group}#{shard}\", \"shards\": 5";
          case SortTexts.DAYS -> "\"{group}#{sort:uuuuMMdd}\"";
          default -> "";
        };
    return template.isEmpty()
        ? ""
        : "\"partition\": {\"attribute\": \"P\", \"template\": %s},".formatted(template);
  }

  private static String sortAttribute(String type) {
    return SortTexts.isNumber(type) ? "at" : "SK";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "epochSeconds",
        "epochMillis",
        "integer",
        "number",
        "datetime",
        "string",
        SortTexts.SHARDS,
        SortTexts.DAYS
      })
  void everyAnswerIsThePartOfASortedList(String type) {
    check(type, new Shop("requests-" + type, definition(type)).open(), REQUESTS);
  }

  @ParameterizedTest
  @CsvSource({"SQLITE, epochMillis", "POSTGRESQL, string", "MARIADB, number"})
  void everyAnswerIsThePartOfASortedListOnServers(SqlServer server, String type) {
    try (IndexStore index = server.emptyStore()) {
      check(
          type,
          new Shop("requests-" + server, definition(type), index).open(),
          REQUESTS_ON_SERVERS);
    }
  }

  private void check(String type, Shop shop, int requests) {
    System.out.println("seed " + SEED);
    random.setSeed(SEED + shop.table().hashCode());
    Front down = shop.front(Broken.down());
    fill(shop, type);
    for (int i = 0; i < requests; i++) {
      check(shop.front(), down, type, asked(type));
    }
  }

  private void fill(Shop shop, String type) {
    List<Map<String, AttributeValue>> rows = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      Item item = new Item("k" + random.nextInt(1_000_000), 1 + random.nextInt(12) * 2);
      items.add(item);
      Map<String, AttributeValue> row = new HashMap<>();
      row.put("PK", fromS(item.key()));
      row.put("topic", fromS("x"));
      String text = SortTexts.text(type, item.sort());
      row.put(sortAttribute(type), SortTexts.isNumber(type) ? fromN(text) : fromS(text));
      row.put(
          "P", fromS("x#" + (type.equals(SortTexts.DAYS) ? SortTexts.day(item.sort()) : i % 5)));
      rows.add(row);
    }
    shop.put(rows);
    items.sort(Comparator.comparingInt(Item::sort).thenComparing(item -> Bytes.utf8(item.key())));
  }

  private ApiRequest asked(String type) {
    boolean ascending = random.nextBoolean();
    int size = 1 + random.nextInt(20);
    String given = "&size=" + size + "&order=" + (ascending ? "ascending" : "descending");
    List<Item> sequence = new ArrayList<>(items);
    if (type.equals(SortTexts.DAYS) || random.nextBoolean()) {
      given +=
          type.equals("string") && random.nextBoolean()
              ? prefixed(sequence)
              : windowed(type, sequence);
    }
    if (!ascending) {
      Collections.reverse(sequence);
    }
    return new ApiRequest(given, sequence, size, ascending);
  }

  /// The parameters of a random window with one end or both, which is cut out of `sequence`.
  private String windowed(String type, List<Item> sequence) {
    int from = random.nextInt(25);
    int to = Math.min(SortTexts.MOST, from + 1 + random.nextInt(12));
    int ends = type.equals(SortTexts.DAYS) ? 2 : random.nextInt(4);
    String given = "";
    if (ends != 0) {
      sequence.removeIf(item -> item.sort() < from);
      given += "&from=" + UrlText.encoded(SortTexts.asked(type, from, random));
    }
    if (ends != 1) {
      sequence.removeIf(item -> item.sort() >= to);
      given += "&to=" + UrlText.encoded(SortTexts.asked(type, to, random));
    }
    return given;
  }

  /// The parameter of a random prefix: a sort value, its first character, or another character.
  private String prefixed(List<Item> sequence) {
    String text = SortTexts.STRINGS.get(random.nextInt(SortTexts.STRINGS.size()));
    String prefix =
        switch (random.nextInt(4)) {
          case 0 -> text;
          case 1 -> Character.toString(random.nextInt(1, 0x80));
          default -> Character.toString(text.codePointAt(0));
        };
    sequence.removeIf(item -> !SortTexts.STRINGS.get(item.sort()).startsWith(prefix));
    return "&prefix=" + UrlText.encoded(prefix);
  }

  private void check(Front front, Front down, String type, ApiRequest asked) {
    int total = asked.sequence().size();
    switch (random.nextInt(4)) {
      case 0 -> {
        int page = 1 + random.nextInt(total / asked.size() + 2);
        checkCounted(front, down, asked, "page=" + page, (page - 1) * asked.size());
      }
      case 1 -> {
        int skip = random.nextBoolean() ? total + random.nextInt(3) : random.nextInt(total + 1);
        checkCounted(front, down, asked, "skip=" + skip, skip);
      }
      case 2 -> checkAt(front, down, type, asked);
      default -> checkItem(front, down, asked);
    }
  }

  private void checkCounted(Front front, Front down, ApiRequest asked, String start, int from) {
    Reply reply = front.get(asked.url(start));
    int total = asked.sequence().size();
    if (from > 0 && from >= total) {
      assertEquals(404, reply.status(), reply.text());
      int last = Math.max(1, Math.ceilDiv(total, asked.size()));
      assertEquals(last, reply.body().path("lastPage").intValue());
      return;
    }
    checkPage(front, down, asked, reply, from);
    Reply unindexed = down.get(asked.url(start));
    assertEquals(from == 0 ? 200 : 503, unindexed.status(), start);
    if (from == 0) {
      assertEquals(keys(reply), keys(unindexed), asked.url(start));
      assertEquals(reply.body().path("cursors"), unindexed.body().path("cursors"), start);
      assertEquals(reply.body().at("/links/earlier"), unindexed.body().at("/links/earlier"));
    }
  }

  private void checkAt(Front front, Front down, String type, ApiRequest asked) {
    int sort = random.nextInt(28);
    String start = "at=" + UrlText.encoded(SortTexts.asked(type, sort, random));
    long before =
        asked.sequence().stream()
            .filter(item -> asked.ascending() ? item.sort() < sort : item.sort() > sort)
            .count();
    int at = (int) Math.min(before, Math.max(0, asked.sequence().size() - 1));
    Reply reply = front.get(asked.url(start));
    checkPage(front, down, asked, reply, at / asked.size() * asked.size());
    assertEquals(at / asked.size() + 1, reply.body().at("/page/number").intValue(), start);
    assertEquals(503, down.get(asked.url(start)).status());
  }

  private void checkItem(Front front, Front down, ApiRequest asked) {
    Item item = items.get(random.nextInt(ITEMS));
    String start = "item=" + item.key();
    int rank = asked.sequence().indexOf(item);
    Reply reply = front.get(asked.url(start));
    if (rank < 0) {
      assertEquals(404, reply.status(), reply.text());
      return;
    }
    checkPage(front, down, asked, reply, rank / asked.size() * asked.size());
    assertTrue(keys(reply).contains(item.key()), start);
    assertEquals(503, down.get(asked.url(start)).status());
    assertEquals(404, front.get(asked.url("item=nobody")).status());
  }

  /// Checks the page and those at its cursors, with the index and without it.
  private void checkPage(Front front, Front down, ApiRequest asked, Reply reply, int from) {
    int to = Math.min(from + asked.size(), asked.sequence().size());
    assertPart(asked, reply, from, to);
    String before = reply.body().at("/cursors/before").asText();
    String after = reply.body().at("/cursors/after").asText();
    assertEquals(from == 0 ? "null" : before, before);
    assertEquals(to == asked.sequence().size() ? "null" : after, after);
    if (!after.equals("null")) {
      int end = Math.min(to + asked.size(), asked.sequence().size());
      assertAtCursor(front, down, asked, after, to, end);
    }
    if (!before.equals("null")) {
      assertAtCursor(front, down, asked, before, Math.max(0, from - asked.size()), from);
    }
  }

  private void assertAtCursor(
      Front front, Front down, ApiRequest asked, String cursor, int from, int to) {
    Reply indexed = front.get(asked.url("cursor=" + cursor));
    assertPart(asked, indexed, from, to);
    assertTrue(indexed.body().at("/page/number").isNull());
    assertEquals(from == 0, indexed.body().at("/cursors/before").isNull());
    boolean end = to == asked.sequence().size();
    assertEquals(end, indexed.body().at("/cursors/after").isNull());

    Reply unindexed = down.get(asked.url("cursor=" + cursor));
    assertEquals(200, unindexed.status(), unindexed.text());
    assertTrue(unindexed.body().at("/page/totalItems").isNull());
    assertEquals(keys(indexed), keys(unindexed), asked.url(cursor));
    assertEquals(
        indexed.body().at("/links/next"), unindexed.body().at("/links/next"), asked.url(cursor));
  }

  private static void assertPart(ApiRequest asked, Reply reply, int from, int to) {
    assertEquals(200, reply.status(), reply.text());
    assertEquals(
        asked.sequence().subList(from, to).stream().map(Item::key).toList(),
        keys(reply),
        asked.given());
    assertEquals(
        asked.sequence().size(), reply.body().at("/page/totalItems").intValue(), asked.given());
  }

  private static List<String> keys(Reply reply) {
    List<String> keys = new ArrayList<>();
    reply.body().path("items").forEach(item -> keys.add(item.path("PK").textValue()));
    return keys;
  }
}
