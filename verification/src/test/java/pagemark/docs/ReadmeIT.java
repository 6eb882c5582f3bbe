package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;
import pagemark.local.data.Sample;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ShutdownParams;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// Runs the examples of README.md and of the HTTP API, literally, against the stack with the whole
/// sample.
@TakesLong(15)
@TestMethodOrder(OrderAnnotation.class)
final class ReadmeIT {
  private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());
  private static final LocalStack STACK = start();
  private static final HttpExamples EXAMPLES = new HttpExamples(STACK.url());
  private static final String WITHOUT_INDEX = "\n## Without the index\n";

  private static LocalStack start() {
    Map<String, String> environment = Map.of("TABLE_NAME", "comments");
    return PooledStack.start(
        new LocalOptions(0, 0, 0, null, Sample.listings(environment), 10_000), LOG::add);
  }

  @BeforeAll
  static void load() throws InterruptedException {
    STACK.loadSample();
  }

  @AfterAll
  static void stop() {
    STACK.close();
    assertEquals(List.of(), LOG, "logged");
  }

  @Test
  void theExampleCallHasTheAnswerThatIsShown() throws IOException, InterruptedException {
    String readme = Documents.readme();
    String call = readme.lines().filter(l -> l.startsWith("curl ")).findFirst().orElseThrow();
    String path = call.replaceFirst("curl 'http://localhost:8080([^']*)'.*", "$1");
    String body = LocalHttp.get(STACK, path).body();
    new HttpExamples(STACK.url())
        .checkJson(Documents.block(readme, "Quick start", "json"), body, call);
  }

  /// README's table: pages 1 to 42 in DynamoDB alone, and page 42 of Pagemark.
  @Test
  void pageFortyTwoCostsWhatIsShown() throws Exception {
    int items = 0;
    double units = 0;
    Map<String, AttributeValue> start = null;
    for (int page = 1; page <= 42; page++) {
      QueryResponse read = query(start);
      items += read.count();
      units += read.consumedCapacity().capacityUnits();
      start = read.lastEvaluatedKey();
    }
    String alone =
        "| DynamoDB alone, by `ExclusiveStartKey` | 42, one after another | %d | %.0f |"
            .formatted(items, units);
    assertTrue(Documents.readme().contains(alone), alone);

    String cost =
        LocalHttp.get(STACK, "/comments/DAFT_PUNK_TSHIRT?page=42")
            .headers()
            .firstValue("Pagemark-Cost")
            .orElseThrow();
    assertTrue(cost.contains("index-calls=1"), cost);
    assertTrue(cost.contains("table-calls=1"), cost);
    assertTrue(cost.contains("read-units=1.0,"), cost);
    assertTrue(Documents.readme().contains("| 1 to the index, 1 to DynamoDB | 20 | 1 |"));
  }

  @Test
  void everyExampleOfTheHttpApiHasTheAnswerThatIsShown() throws Exception {
    assertTrue(Documents.text("docs/http.md").contains(WITHOUT_INDEX));
    int examples = 0;
    for (String file : List.of("filters", "caching", "http")) {
      String document = Documents.text("docs/%s.md".formatted(file));
      examples += EXAMPLES.run(document.split(WITHOUT_INDEX, 2)[0]);
    }
    assertTrue(examples > 20, "examples: " + examples);
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void theExamplesWithoutTheIndexAreTrueWhenItHasStopped() throws Exception {
    String document = Documents.text("docs/http.md");
    try (Jedis redis = new Jedis(STACK.index())) {
      redis.shutdown(ShutdownParams.shutdownParams().nosave());
    }
    assertEquals(3, EXAMPLES.run(document.split(WITHOUT_INDEX, 2)[1]));
    assertTrue(LOG.removeIf(line -> line.contains("page read without the index")), "" + LOG);
    assertTrue(
        LOG.removeIf(
            line -> line.contains("page request failed") && line.contains("\"status\":503")),
        "" + LOG);
  }

  /// Comments of the product, newest first, as DynamoDB alone returns them.
  private static QueryResponse query(@Nullable Map<String, AttributeValue> start) {
    return STACK
        .client()
        .query(
            q ->
                q.tableName(STACK.table())
                    .indexName("byProduct")
                    .keyConditionExpression("PK2 = :product")
                    .expressionAttributeValues(
                        Map.of(":product", AttributeValue.fromS("DAFT_PUNK_TSHIRT")))
                    .scanIndexForward(false)
                    .exclusiveStartKey(start)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .limit(20));
  }
}
