package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.listing.Listing;

/// The example events for `sam local invoke`, read as Lambda reads them.
final class EventsTest {
  private static final String ENVIRONMENT = "events/env.json";

  /// The index of the environments for other kinds.
  private static final Map<String, String> OTHER_ENVIRONMENTS =
      Map.of(
          "events/env-dynamodb.json",
          "dynamodb:pagemark",
          "events/env-sql.json",
          "jdbc:postgresql://host.docker.internal:5432/pagemark?user=pagemark&password=pagemark");

  private static final Set<String> OF_LISTINGS = Set.of("events/rebuild.json", "events/audit.json");
  private static final String TICK = "events/repair.json";
  private static final String GIVEN_UP = "events/given-up.json";

  private final Template template = Project.template();

  @Test
  void everyEventIsOneThatItsFunctionReads() throws IOException {
    for (String file : events()) {
      if (OF_LISTINGS.contains(file)) {
        String listing = Project.json(file).path("listing").asText();
        assertTrue(Project.listings().find(listing).isPresent(), file);
      } else if (file.equals(TICK)) {
        assertEquals("aws.events", Project.json(file).path("source").asText());
      } else if (file.equals(GIVEN_UP)) {
        assertEquals("aws.s3", Project.json(file).path("source").asText());
      } else if (Project.json(file).has("Records")) {
        assertFalse(read(file, DynamodbEvent.class).getRecords().isEmpty(), file);
      } else {
        assertRequest(file);
      }
    }
  }

  private static void assertRequest(String file) {
    JsonNode event = Project.json(file);
    if (event.has("listing")) {
      assertTrue(Project.listings().find(event.path("listing").asText()).isPresent(), file);
    } else if (event.at("/requestContext/elb").isObject()) {
      var read = read(file, ApplicationLoadBalancerRequestEvent.class);
      assertFalse(read.getRequestContext().getElb().getTargetGroupArn().isEmpty(), file);
      assertEquals("GET", read.getHttpMethod(), file);
    } else if (event.has("httpMethod")) {
      var read = read(file, APIGatewayProxyRequestEvent.class);
      assertEquals("/prod" + read.getPath(), read.getRequestContext().getPath(), file);
      assertEquals("GET", read.getHttpMethod(), file);
    } else {
      assertEquals("2.0", read(file, APIGatewayV2HTTPEvent.class).getVersion(), file);
    }
  }

  private static List<String> events() throws IOException {
    try (Stream<Path> files = Files.list(Project.ROOT.resolve("events"))) {
      return files
          .map(file -> "events/" + file.getFileName())
          .filter(file -> file.endsWith(".json"))
          .filter(file -> !file.equals(ENVIRONMENT) && !OTHER_ENVIRONMENTS.containsKey(file))
          .toList();
    }
  }

  private static <E> E read(String file, Class<E> type) {
    return LambdaEventSerializers.serializerFor(type, EventsTest.class.getClassLoader())
        .fromJson(Project.text(file));
  }

  @Test
  void theBatchInsertsModifiesAndRemovesItemsOfTheSampleInTheStreamOfTheEnvironment() {
    List<DynamodbStreamRecord> records =
        read("events/stream-sync.json", DynamodbEvent.class).getRecords();
    assertEquals(
        List.of("INSERT", "MODIFY", "REMOVE"),
        records.stream().map(DynamodbStreamRecord::getEventName).toList());
    String stream = Project.json(ENVIRONMENT).at("/StreamSyncFunction/STREAM_ARN").textValue();
    records.forEach(record -> assertEquals(stream, record.getEventSourceARN()));
    checkImages(records.get(0).getDynamodb().getNewImage());
    checkImages(records.get(1).getDynamodb().getNewImage());
    checkImages(records.get(1).getDynamodb().getOldImage());
    checkImages(records.get(2).getDynamodb().getOldImage());
  }

  private static void checkImages(Map<String, AttributeValue> image) {
    Listing comments = Project.listings().find("comments").orElseThrow();
    assertTrue(
        image.keySet().containsAll(comments.definition().placingAttributes()), image::toString);
  }

  @Test
  void theEnvironmentNamesExactlyTheFunctionsAndTheirVariables() {
    Map<String, Set<String>> inTemplate = new TreeMap<>();
    for (String function : template.functions().keySet()) {
      inTemplate.put(function, new TreeSet<>(template.environment(function).keySet()));
    }
    Map<String, Set<String>> inFile = new TreeMap<>();
    for (Map.Entry<String, JsonNode> function : Project.json(ENVIRONMENT).properties()) {
      Set<String> names = new TreeSet<>();
      function.getValue().fieldNames().forEachRemaining(names::add);
      inFile.put(function.getKey(), names);
    }
    assertEquals(inTemplate, inFile);
  }

  @Test
  void theEnvironmentsForOtherKindsOfIndexDifferInTheIndexAlone() {
    ObjectNode redis = (ObjectNode) Project.json(ENVIRONMENT);
    redis.forEach(function -> ((ObjectNode) function).remove("INDEX_URL"));
    OTHER_ENVIRONMENTS.forEach(
        (file, url) -> {
          ObjectNode other = (ObjectNode) Project.json(file);
          Set<String> urls = new TreeSet<>();
          for (JsonNode function : other) {
            JsonNode named = ((ObjectNode) function).remove("INDEX_URL");
            urls.add(named == null ? "none" : named.asText());
          }
          assertEquals(Set.of(url, "none"), urls, file);
          assertEquals(redis, other, file);
        });
  }
}
