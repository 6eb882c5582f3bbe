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
    SHOP.put(filled("quotes", 4, "\""));
    SHOP.put(filled("controls", 3, "\1"));
  }

  private static Map<String, AttributeValue> with(
      String id, String group, int i, AttributeValue title) {
    Map<String, AttributeValue> item =
        new HashMap<>(Shop.comment(id, group, "2024-05-01 %02d:%02d".formatted(i / 60, i % 60)));
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

  private static List<String> keys(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> "%s%02d".formatted(prefix, i)).toList();
  }

  /// The answers from the first page on. A refusal has the links too.
  private static List<Reply> walk(Front front, String first) {
    Reply reply = front.get(first);
    List<Reply> walk = new ArrayList<>(List.of(reply));
    while (reply.body().at("/links/next").isTextual()) {
      reply = front.get(reply.body().at("/links/next").textValue());
      walk.add(reply);
      assertTrue(walk.size() < 20, "no end");
    }
    return walk;
  }

  /// The keys of all items, in the order of the walk.
  private static List<String> shown(List<Reply> walk) {
    return walk.stream()
        .filter(reply -> reply.status() == 200)
        .flatMap(reply -> reply.keys().stream())
        .toList();
  }

  /// A page of 500 items of 20 KB is 10 MB. By number it is no page, but two cursors.
  @Test
  void aPageOfFiveHundredThatDoesNotFitIsTwoCursors() {
    Shop large =
        new Shop("large-pages", Definitions.COMMENTS.replace("\"max\": 100", "\"max\": 500"))
            .open();
    large.put(
        IntStream.range(0, 500)
            .mapToObj(i -> with("x%03d".formatted(i), "X", i, fromS("x".repeat(20_000))))
            .toList());
    List<Reply> walk = walk(large.front(), "/comments/X?size=1000&order=ascending");
    assertEquals(IntStream.range(0, 500).mapToObj("x%03d"::formatted).toList(), shown(walk));
    assertEquals(List.of(400, 200, 200), walk.stream().map(Reply::status).toList());
    assertEquals(500, walk.getLast().body().at("/page/size").intValue());
    Reply back = large.front().get(walk.getFirst().body().at("/links/prev").textValue());
    assertEquals("x499", back.keys().getLast());
  }

  /// The story: Lambda escapes a body again, and a page of quotes below the limit was above it
  /// then.
  @ParameterizedTest
  @CsvSource({"quotes, 4, 3", "controls, 3, 2"})
  void noAnswerIsLargerThanLambdaAccepts(String name, int count, int fitting) throws IOException {
    String group = name.toUpperCase(Locale.ROOT);
    List<Reply> walk = walk(SHOP.front(), "/comments/%s?order=ascending".formatted(group));
    assertEquals(keys(name, count), shown(walk));
    assertEquals(400, walk.getFirst().status());
    assertEquals(fitting, walk.get(1).keys().size());
    for (Reply reply : walk) {
      int bytes = new JsonMapper().writeValueAsBytes(reply.text()).length;
      assertTrue(bytes < 6_200_000, "" + bytes);
    }
  }
}
