package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// Pages that DynamoDB cuts at 1 MB, and answers that are too large for Lambda.
final class LargeItemsIT {
  private static final Shop SHOP = new Shop("large-items", Definitions.COMMENTS).open();

  @BeforeAll
  static void fill() {
    List<Map<String, AttributeValue>> comments = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      comments.add(large("forty%02d".formatted(i), "FORTY", i, 40_000));
      comments.add(large("sixty%02d".formatted(i), "SIXTY", i, 60_000));
    }
    SHOP.put(comments);
  }

  private static Map<String, AttributeValue> large(String id, String group, int i, int bytes) {
    String at = "2024-05-01 00:%02d".formatted(i / 2);
    Map<String, AttributeValue> item = new HashMap<>(Shop.comment(id, group, at));
    item.put("title", fromS("x".repeat(bytes)));
    return item;
  }

  private static List<String> forty() {
    return IntStream.range(0, 100).mapToObj("forty%02d"::formatted).toList();
  }

  @Test
  void aPageOfFourMegabytesIsReadInParallelPartsOnceTheSizeIsKnown() {
    String path = "/comments/FORTY?size=100&order=ascending";
    assertEquals(forty(), PageReadsIT.keys(SHOP.front().get(path)), "cut, and completed by key");
    SHOP.wire().drain();

    assertEquals(forty(), PageReadsIT.keys(SHOP.front().get(path)));
    List<SdkRequest> requests = SHOP.wire().drain();
    assertTrue(requests.size() >= 5, requests.toString());
    for (SdkRequest request : requests) {
      QueryRequest query = (QueryRequest) request;
      assertFalse(query.hasExclusiveStartKey());
      assertTrue(query.limit() <= 25, "a part of 40 KB items below 1 MB: " + query.limit());
    }
  }

  @Test
  void anAnswerOfMoreThanFiveMillionBytesNamesASizeThatFits() {
    Reply refused = SHOP.front().get("/comments/SIXTY?size=100&order=ascending");
    assertEquals(400, refused.status());
    assertEquals("size", refused.body().get("parameter").textValue());
    String allowed = refused.body().get("allowed").textValue();
    assertTrue(allowed.matches("at most \\d+ for items as large as these"), allowed);
    int fitting = Integer.parseInt(allowed.replaceAll("\\D", ""));
    assertEquals(82, fitting, "of 60 KB each");
    Reply fits = SHOP.front().get("/comments/SIXTY?order=ascending&size=" + fitting);
    assertEquals(fitting, PageReadsIT.keys(fits).size());
  }
}
