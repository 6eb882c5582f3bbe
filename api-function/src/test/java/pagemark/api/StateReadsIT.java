package pagemark.api;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// What the API reads and writes of `pagemark-state`. The template's role allows no more: neither
/// quarantined items, nor what readers have filed, nor the key of the logs' hashes.
final class StateReadsIT {
  private static final Shop SHOP = new Shop("state-reads", Definitions.COMMENTS).open();

  private static String request(SdkRequest request) {
    return switch (request) {
      case QueryRequest query -> "query " + partition(query.expressionAttributeValues().get(":pk"));
      case PutItemRequest put -> "put " + partition(put.item().get("pk"));
      default -> request.toString();
    };
  }

  private static String partition(@Nullable AttributeValue key) {
    return Objects.requireNonNull(key).s();
  }

  @Test
  void readsGenerationsOfItsListingsAndFilesSuspectsAndNothingElse() {
    SHOP.put(
        IntStream.range(0, 30)
            .mapToObj(i -> ListedTable.comment("a%02d".formatted(i), "shirt", at(i)))
            .toList());
    SHOP.outOfTable("a27");
    Front front = SHOP.front();
    SHOP.stateWire().drain();
    String next = front.get("/comments/shirt?size=5").body().at("/cursors/next").asText();
    List<String> urls =
        List.of(
            "/comments/shirt?size=5&page=2",
            "/comments/shirt?size=5&after=" + next,
            "/comments/shirt?size=5&item=a09",
            "/comments/shirt?size=5&skip=3&order=asc",
            "/comments/shirt/facets",
            "/comments/nobody",
            "/unknown/shirt",
            "/openapi.json");
    urls.forEach(front::get);
    assertEquals(
        Set.of("query listing#comments", "put suspect#comments"),
        SHOP.stateWire().drain().stream().map(StateReadsIT::request).collect(toSet()));
  }

  private static String at(int number) {
    return "2024-05-01 00:%02d".formatted(number);
  }
}
