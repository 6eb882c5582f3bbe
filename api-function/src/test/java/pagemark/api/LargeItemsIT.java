package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Answers that are too large for Lambda.
final class LargeItemsIT {
  private static final Shop SHOP = new Shop("large-items", Definitions.COMMENTS).open();

  @BeforeAll
  static void fill() {
    SHOP.put(heavy());
    SHOP.put(filled("quotes", 4, "\""));
    SHOP.put(filled("controls", 3, "\1"));
  }

  private static Map<String, AttributeValue> with(
      String id, String group, int i, AttributeValue title) {
    Map<String, AttributeValue> item =
        new HashMap<>(Shop.comment(id, group, "2024-05-01 00:%02d".formatted(i)));
    item.put("title", title);
    return item;
  }

  /// Items of nearly DynamoDB's largest size, in a group of their name in capitals.
  private static List<Map<String, AttributeValue>> filled(String name, int count, String text) {
    String group = name.toUpperCase(Locale.ROOT);
    return IntStream.range(0, count)
        .mapToObj(i -> with("%s%02d".formatted(name, i), group, i, fromS(text.repeat(390_000))))
        .toList();
  }

  /// 60 items, of which the 20 in the middle have nearly DynamoDB's largest size.
  private static List<Map<String, AttributeValue>> heavy() {
    return IntStream.range(0, 60)
        .mapToObj(
            i ->
                with(
                    "heavy%02d".formatted(i),
                    "HEAVY",
                    i,
                    fromS("x".repeat(i / 20 == 1 ? 390_000 : 100))))
        .toList();
  }

  /// The story: 20 of 60 items have 390 KB, more than an answer holds together. The link from page
  /// 1 led to the refusal of a size that nobody had sent, and so did every cursor.
  @ParameterizedTest
  @CsvSource({"size=20, next", "size=60&order=ascending, prev", "size=20&numbering=stable, prev"})
  void linksLeadToEachLargeItemOnce(String query, String relation) {
    boolean ascends = query.contains("ascending") == relation.equals("next");
    List<String> keys = keys("heavy", 60);
    List<Reply> walk = walk(SHOP.front(), "/comments/HEAVY?" + query, relation);
    assertEquals(ascends ? keys : keys.reversed(), shown(walk, relation));
    assertTrue(walk.stream().anyMatch(reply -> reply.body().at("/page/cut").asBoolean()));
    assertTrue(walk.stream().anyMatch(reply -> reply.status() == 400), "a counted page");
  }

  private static List<String> keys(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> "%s%02d".formatted(prefix, i)).toList();
  }

  /// The answers from the first page on, or from the last page back. A refusal has the links too.
  private static List<Reply> walk(Front front, String first, String relation) {
    Reply reply = front.get(first);
    if (relation.equals("prev") && reply.status() == 200) {
      reply = front.get(reply.body().at("/links/last").textValue());
    }
    List<Reply> walk = new ArrayList<>(List.of(reply));
    while (reply.body().at("/links/" + relation).isTextual()) {
      reply = front.get(reply.body().at("/links/" + relation).textValue());
      walk.add(reply);
      assertTrue(walk.size() < 20, "no end");
    }
    return walk;
  }

  /// The keys of all items, in the order of the walk.
  private static List<String> shown(List<Reply> walk, String relation) {
    List<String> keys = new ArrayList<>();
    for (Reply reply : walk) {
      List<String> page = reply.status() == 200 ? reply.keys() : List.of();
      keys.addAll(relation.equals("next") ? page : page.reversed());
    }
    return keys;
  }

  @Test
  void cursorsLeadToEachLargeItemOnce() {
    for (String[] way : new String[][] {{"after", "next"}, {"before", "prev"}}) {
      List<String> keys = new ArrayList<>();
      String end = way[0].equals("after") ? "page=1" : "page=3";
      Reply reply = SHOP.front().get("/comments/HEAVY?order=ascending&size=20&" + end);
      while (true) {
        keys.addAll(shown(List.of(reply), way[1]));
        String cursor = reply.body().at("/cursors/" + way[0]).textValue();
        if (cursor == null) {
          break;
        }
        reply = SHOP.front().get("/comments/HEAVY?order=ascending&size=20&cursor=" + cursor);
        assertEquals(200, reply.status());
        String first = reply.keys().getFirst();
        assertEquals(keys("heavy", 60).indexOf(first), reply.body().at("/page/skip").intValue());
      }
      List<String> all = keys("heavy", 60);
      assertEquals(way[0].equals("after") ? all : all.reversed(), keys);
    }
  }

  /// The story: Lambda escapes a body again, and a page of quotes below the limit was above it
  /// then.
  @ParameterizedTest
  @CsvSource({"quotes, 4, 3", "controls, 3, 2"})
  void noAnswerIsLargerThanLambdaAccepts(String name, int count, int fitting) throws IOException {
    String group = name.toUpperCase(Locale.ROOT);
    List<Reply> walk = walk(SHOP.front(), "/comments/%s?order=ascending".formatted(group), "next");
    assertEquals(keys(name, count), shown(walk, "next"));
    assertEquals(400, walk.getFirst().status());
    assertEquals(fitting, walk.get(1).keys().size());
    for (Reply reply : walk) {
      int bytes = new JsonMapper().writeValueAsBytes(reply.text()).length;
      assertTrue(bytes < 6_200_000, "" + bytes);
    }
  }
}
