package pagemark.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import pagemark.deploy.DeployedFunction;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.signal.LogLine;
import pagemark.signal.Trouble;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Brings about what each alarm of our own metric is for, and sees the line that raises it.
///
/// Every attribute, key, group, filter value, cursor and header has a canary. No line of any
/// function may hold one.
@Nightly
@TakesLong(nightly = 20)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GameDayIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String CANARY = "canary";
  private static final String GROUP = CANARY + "-group";

  /// The line of a request that is well.
  private static final int USUAL_BYTES_MAX = 650;

  private final IndexSide index = IndexSide.redis();
  private final DeployedServers servers = new DeployedServers(AwsSide.local(), index);
  private final DutyFunctions functions =
      new DutyFunctions(servers.services(listings()), DeployedServers.TABLE, servers.stream);
  private final List<String> everything = new ArrayList<>();
  private final Set<Trouble> raised = EnumSet.noneOf(Trouble.class);
  private int records;

  /// The sample's, with a canary among the languages.
  private static String listings() {
    String listings = DeployedFunction.text("listings.json");
    return listings.replace("\"fr\"", "\"" + CANARY + "-language\"");
  }

  @BeforeAll
  void build() {
    for (int i = 0; i < 5; i++) {
      put(item(i));
    }
    Map<String, Object> built = functions.rebuild(Map.of("listing", "comments"));
    assertEquals("DONE", built.get("status"), built::toString);
  }

  @AfterAll
  void stop() {
    servers.close();
  }

  @Test
  void eachAlarmOfOurOwnIsRaisedByWhatItIsForAndByNothingElse() {
    everythingIsWell();
    itemsQuarantined();
    indexDiffers();
    recordsGivenUp();
    refusedRequests();
    theIndexIsGone();
    assertEquals(
        EnumSet.of(
            Trouble.UNANSWERED,
            Trouble.INEXACT,
            Trouble.QUARANTINED,
            Trouble.DIFFERS,
            Trouble.GIVEN_UP),
        raised,
        "the others need time, for which there is TroublesTest");
    noLineHoldsACanary();
  }

  private void everythingIsWell() {
    assertEquals(200, get(GROUP, "page=1&language=" + CANARY + "-language"));
    assertEquals(200, get(GROUP, "page=1"));
    Map<String, AttributeValue> changed = item(1);
    put(changed);
    assertEquals(0, functions.sync(event("INSERT", changed)));
    functions.repair();
    functions.audit(Map.of("listing", "comments"));
    assertEquals(
        List.of("Latency", "ReadUnits"),
        metrics(functions.objects("ApiFunction").getFirst()),
        "what a request costs in metrics");
    int bytes = functions.objects("ApiFunction").getFirst().toString().length();
    assertTrue(
        bytes < USUAL_BYTES_MAX, () -> "docs/signals.md has a price for fewer than " + bytes);
    assertEquals(List.of("Lag"), metrics(functions.objects("StreamSyncFunction").getLast()));
    assertEquals(List.of("Trouble"), metrics(functions.objects("RepairFunction").getLast()));
    assertEquals(List.of(), metrics(functions.objects("AuditFunction").getLast()));
    assertTold();
  }

  /// A sort value of another type.
  private void itemsQuarantined() {
    Map<String, AttributeValue> poison = new HashMap<>(item(6));
    poison.put("SK", text("sort"));
    put(poison);
    assertEquals(0, functions.sync(event("INSERT", poison)));
    functions.repair();
    assertTold(Trouble.QUARANTINED);
  }

  /// A write whose record never comes.
  private void indexDiffers() {
    put(item(7));
    Map<String, Object> result = functions.audit(Map.of("listing", "comments"));
    assertEquals(1L, result.get("missing"), result::toString);
    functions.repair();
    assertTold(Trouble.QUARANTINED, Trouble.DIFFERS);
  }

  private void recordsGivenUp() {
    functions.watch(map(DeployedFunction.text("events/given-up.json")));
    functions.repair();
    assertTold(Trouble.QUARANTINED, Trouble.DIFFERS, Trouble.INEXACT, Trouble.GIVEN_UP);
  }

  private void refusedRequests() {
    assertEquals(400, get(GROUP, "cursor=" + CANARY + "-cursor"));
    assertEquals(400, get(GROUP, "page=" + CANARY));
    assertEquals(404, get(GROUP, "page=99"));
    assertEquals(404, get(GROUP, "item=" + CANARY + "-missing"));
    assertTold();
  }

  /// A reader has doubted an entry, and then the index does not answer any more.
  private void theIndexIsGone() {
    servers.dynamo.deleteItem(
        d -> d.tableName(DeployedServers.TABLE).key(Map.of("PK", text("key-2"))));
    assertEquals(200, get(GROUP, "page=1"));
    index.close();

    assertEquals(503, get(GROUP, "page=2"));
    assertEquals(200, get(GROUP, "page=1"));
    assertTold(Trouble.UNANSWERED);
    put(item(8));
    assertEquals(1, functions.sync(event("INSERT", item(8))));
    functions.repair();
    assertTold(Trouble.QUARANTINED, Trouble.DIFFERS, Trouble.INEXACT, Trouble.GIVEN_UP);
  }

  /// Asserts what the lines since the last time tell, and no more.
  private void assertTold(Trouble... kinds) {
    Set<Trouble> told = EnumSet.noneOf(Trouble.class);
    for (String function : List.of("ApiFunction", "RepairFunction", "StreamWatchFunction")) {
      for (JsonNode line : functions.objects(function)) {
        if (line.path("Trouble").asInt() > 0) {
          Trouble kind = Trouble.valueOf(line.path("kind").asText());
          assertEquals(kind.alarm(), line.path("alarm").asText());
          told.add(kind);
        }
      }
    }
    assertEquals(Set.of(kinds), told);
    raised.addAll(told);
    take();
  }

  private void take() {
    everything.addAll(functions.takeAll());
  }

  private void noLineHoldsACanary() {
    assertTrue(everything.size() > 20, everything::toString);
    for (String line : everything) {
      assertFalse(line.contains(CANARY), line);
      assertTrue(line.getBytes(UTF_8).length <= LogLine.BYTES_MAX, line);
    }
  }

  private static List<String> metrics(JsonNode line) {
    return line.path("_aws")
        .path("CloudWatchMetrics")
        .valueStream()
        .flatMap(directive -> directive.path("Metrics").valueStream())
        .map(metric -> metric.path("Name").asText())
        .toList();
  }

  private int get(String group, String query) {
    String event =
        DeployedFunction.text("events/api-page.json")
            .replace("DAFT_PUNK_TSHIRT", group)
            .replace("\"rawQueryString\": \"page=3\"", "\"rawQueryString\": \"" + query + "\"")
            .replace(
                "\"accept\": \"*/*\"",
                "\"accept\": \"*/*\", \"authorization\": \"Bearer " + CANARY + "-token\"");
    return functions.api(event).getStatusCode();
  }

  private static AttributeValue text(String name) {
    return AttributeValue.fromS(CANARY + "-" + name);
  }

  private static Map<String, AttributeValue> item(int number) {
    return Map.of(
        "PK", text("key-" + number),
        "PK2", AttributeValue.fromS(GROUP),
        "SK", AttributeValue.fromS("2024-05-02 18:0" + number),
        "rating", AttributeValue.fromN("4"),
        "language", text("language"),
        "title", text("title"),
        "text", text("text"));
  }

  private void put(Map<String, AttributeValue> item) {
    servers.dynamo.putItem(p -> p.tableName(DeployedServers.TABLE).item(item));
  }

  /// The event of one record, now.
  private String event(String name, Map<String, AttributeValue> item) {
    ObjectNode record = JSON.createObjectNode().put("eventName", name);
    record.put("eventSource", "aws:dynamodb").put("eventSourceARN", servers.stream);
    ObjectNode change = record.putObject("dynamodb");
    change.put("ApproximateCreationDateTime", System.currentTimeMillis() / 1000);
    change.put("SequenceNumber", "9" + "0".repeat(20) + records++);
    change.put("StreamViewType", "NEW_AND_OLD_IMAGES");
    image(change.putObject("Keys"), Map.of("PK", item.get("PK")));
    image(change.putObject("NewImage"), item);
    ObjectNode event = JSON.createObjectNode();
    ArrayNode all = event.putArray("Records");
    all.add(record);
    return event.toString();
  }

  private static void image(ObjectNode image, Map<String, AttributeValue> item) {
    item.forEach(
        (name, value) -> {
          ObjectNode typed = image.putObject(name);
          if (value.n() != null) {
            typed.put("N", value.n());
          } else {
            typed.put("S", value.s());
          }
        });
  }

  private static Map<String, Object> map(String json) {
    try {
      return JSON.readValue(
          json, JSON.getTypeFactory().constructMapType(Map.class, String.class, Object.class));
    } catch (IOException e) {
      throw new AssertionError(json, e);
    }
  }
}
