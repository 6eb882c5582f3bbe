package pagemark.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.check.TableEndpoint;
import pagemark.cli.ForeignTables;
import pagemark.docs.Script;
import pagemark.docs.Script.Call;
import pagemark.embedded.DynamoDbLocal;
import pagemark.embedded.DynamoDbLocal.Options;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalHttp;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;
import pagemark.local.data.LocalDatabase;
import pagemark.rebuild.RebuildListener;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/// The way of docs/production.md from a table that nobody made for Pagemark to a page: `init`,
/// `check` and `plan` of the packaged command on DynamoDB Local, then what `plan` has printed. What
/// is built, deployed and rebuilt is held against the template; the local stack on the same table
/// takes the place of the deployed one.
///
/// So do those rows of the runbook (docs/operations.md) that follow another table by `plan`: one
/// that is imported from S3, and one in another Region.
@Nightly
@TakesLong(nightly = 130)
final class OwnTablePathIT {
  private static final String DOCUMENT = "docs/production.md";
  private static final String RUNBOOK = Project.text("docs/operations.md");

  /// Three pages of each table's one group.
  private static final int ITEMS = 45;

  /// The request that `plan` prints once took no such name.
  private static final String CUSTOMER = "CUSTOMER#1::alice";

  /// The command that switches a table's stream on.
  private static final Pattern STREAM_ON =
      Pattern.compile(
          "To switch one on: aws dynamodb update-table --table-name (\\S+) --stream-specification"
              + " StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES");

  private static final Duration CATCH_UP_MAX = Patience.of(Duration.ofSeconds(30));

  @TempDir private Path folder;
  private final DynamoDbLocal server = DynamoDbLocal.start(new Options(0, null, false));
  private final DynamoDbClient client = LocalDatabase.client(server.endpoint());
  private final List<String> log = new ArrayList<>();
  private int steps;

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private static String time(int i) {
    return "2026-05-%02dT%02d:40:00Z".formatted(1 + i % 28, i % 24);
  }

  /// @param streamed whether the table has a stream from its first item on
  private static void fillOrders(DynamoDbClient client, String table, int items, boolean streamed) {
    ForeignTables.create(
        client, table, streamed, "orderId S", Map.of("byCustomer", "customerId S, createdAt S"));
    for (int i = 0; i < items; i++) {
      put(
          client,
          table,
          Map.of(
              "orderId", s("O-%04d".formatted(i)),
              "customerId", s(CUSTOMER),
              "createdAt", s(time(i)),
              "status", s("PAID")));
    }
  }

  @Test
  void ordersWithAnIndexOfCustomersAndWithoutAStream() throws Exception {
    fillOrders(client, "orders", ITEMS, false);
    List<Script> blocks = Script.of(DOCUMENT);
    List<String> prepare = blocks.get(0).text().lines().toList();
    switchOn("orders", run(prepare.get(0) + "\n" + prepare.get(1) + " || true\n"));
    run(String.join("\n", prepare.subList(1, prepare.size())));
    assertDeploys(new Followed("orders", LocalDatabase.REGION), ITEMS, run(blocks.get(1).text()));
  }

  /// DynamoDB imports into a new table, which has no stream and so no records of its items.
  @Test
  void ordersThatWereImportedFromS3() throws Exception {
    String options = initOrders();
    fillOrders(client, "orders-imported", ITEMS + 5, false);
    String typed = "TABLE_NAME=NEW ./pagemark plan --stack-name STACK";
    assertTrue(RUNBOOK.contains("| the table is imported from S3 | the same, once"));
    assertTrue(RUNBOOK.contains("or renamed | switch TTL on. `" + typed + "`, with the options"));
    String plan = typed.replace("NEW", "orders-imported").replace("STACK", "shop") + options;
    switchOn("orders-imported", run(plan + " || true\n"));
    Followed imported = new Followed("orders-imported", LocalDatabase.REGION);
    assertDeploys(imported, ITEMS + 5, run(plan));
  }

  /// A replica has the same name, the same items, and a stream of its own.
  @Test
  void ordersInAnotherRegion() throws Exception {
    String options = initOrders();
    Followed replica = new Followed("orders", Region.EU_WEST_1);
    try (DynamoDbClient there = in(replica.region()).client()) {
      fillOrders(there, "orders", ITEMS, true);
    }
    assertTrue(RUNBOOK.contains("`plan` with the `AWS_REGION` of the replica"));
    String plan = "AWS_REGION=eu-west-1 ./pagemark plan" + options;
    Call asked = assertDeploys(replica, ITEMS, run(plan));
    // The index here does not have what was written there.
    assertPage(new Followed("orders", LocalDatabase.REGION), ITEMS, asked);
  }

  /// Makes the table and its listings, and returns the options of the first plan.
  private String initOrders() throws Exception {
    fillOrders(client, "orders", ITEMS, true);
    List<Script> blocks = Script.of(DOCUMENT);
    run(blocks.get(0).text().lines().findFirst().orElseThrow());
    return blocks.get(1).text().strip().replace("./pagemark plan", "");
  }

  private TableEndpoint in(Region region) {
    return new TableEndpoint(server.endpoint(), region, LocalDatabase.CREDENTIALS);
  }

  private static void put(DynamoDbClient client, String table, Map<String, AttributeValue> item) {
    client.putItem(p -> p.tableName(table).item(item));
  }

  /// A table that a stack follows.
  private record Followed(String table, Region region) {}

  /// Runs what `plan` has printed, and returns the call that asks for a page.
  private Call assertDeploys(Followed followed, int total, String printed) throws Exception {
    List<Call> calls = new ArrayList<>();
    Map<String, String> values = new HashMap<>(DocumentedCommandsTest.values());
    values.put("GROUP", CUSTOMER);
    new Script("plan", "printed", printed)
        .run(values, Files.createDirectory(folder.resolve("deploy")), Map.of())
        .forEach(calls::add);
    assertEquals(List.of("sam build", "sam deploy"), firstWords(calls.subList(0, 2)));
    assertEquals("orders.json", calls.get(0).listings());
    DocumentedCommandsTest.deploy(calls.get(1), calls.get(0).index(), Project.template());
    try (DynamoDbClient there = in(followed.region()).client()) {
      Map<String, String> overrides = Script.overrides(calls.get(1).arguments());
      assertEquals(stream(there, followed.table()), overrides.get("TableStreamArn"), printed);
    }
    for (Call call : calls.subList(2, calls.size() - 3)) {
      assertTrue(call.is("pagemark", "rebuild", "--stack"), call::toString);
    }
    assertTrue(calls.get(calls.size() - 3).is("aws", "cloudformation", "list-stack-resources"));
    DocumentedCommandsTest.alarms(calls.get(calls.size() - 2));
    assertPage(followed, total, calls.getLast());
    return calls.getLast();
  }

  private static List<String> firstWords(List<Call> calls) {
    return calls.stream().map(call -> call.command() + " " + call.arguments().getFirst()).toList();
  }

  private static String stream(DynamoDbClient client, String table) {
    return client.describeTable(d -> d.tableName(table)).table().latestStreamArn();
  }

  private void switchOn(String table, String printed) {
    Matcher command = STREAM_ON.matcher(printed);
    assertTrue(command.find(), printed);
    assertEquals(table, command.group(1));
    client.updateTable(
        u ->
            u.tableName(table)
                .streamSpecification(
                    s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
  }

  /// Runs the commands with the packaged one, and returns what they printed. The listings stay in
  /// the folder of all steps.
  private String run(String commands) throws Exception {
    Path step = Files.createDirectory(folder.resolve("step" + ++steps));
    Path listings = folder.resolve("orders.json");
    if (Files.exists(listings)) {
      Files.copy(listings, step.resolve("orders.json"));
    }
    new Script(DOCUMENT, "step " + steps, commands)
        .run(Map.of(), step, Script.packaged(server.endpoint()));
    if (!Files.exists(listings)) {
      Files.copy(step.resolve("orders.json"), listings);
    }
    return Files.readString(step.resolve("output"));
  }

  /// What curl asks for.
  private static String asked(Call curl) {
    assertEquals("-G", curl.arguments().get(0), curl::toString);
    String group = curl.option("--data-urlencode").replaceFirst("^group=", "");
    return "%s?%s&group=%s"
        .formatted(curl.arguments().get(1), curl.option("-d"), URLEncoder.encode(group, UTF_8));
  }

  /// Asks for the page, before and after the table has one item more.
  private void assertPage(Followed followed, int total, Call curl) throws Exception {
    String text = Files.readString(folder.resolve("orders.json"));
    Listings listings = Listings.parse(text, Map.of("TABLE_NAME", followed.table()));
    TableEndpoint endpoint = in(followed.region());
    String path = asked(curl);
    String api = DocumentedCommandsTest.values().getOrDefault("URL", "");
    assertTrue(path.startsWith(api), path);
    try (DynamoDbClient there = endpoint.client();
        LocalStack stack =
            PooledStack.start(
                new LocalOptions(0, 0, 0, null, listings, 0, null, endpoint, null, null),
                log::add)) {
      stack.unbuilt().forEach(listing -> stack.build(listing, RebuildListener.NONE));
      assertTotal(stack, path.substring(api.length()), total);
      addOne(there, followed.table());
      assertTrue(stack.await(CATCH_UP_MAX).isCaughtUp(), log::toString);
      assertTotal(stack, path.substring(api.length()), total + 1);
    }
  }

  private static void assertTotal(LocalStack stack, String path, int total) throws Exception {
    JsonNode page = LocalHttp.json(stack, path);
    assertEquals(2, page.at("/page/number").intValue(), page::toString);
    assertEquals(total, page.at("/page/totalItems").intValue(), page::toString);
    assertEquals(20, page.path("items").size());
  }

  private static void addOne(DynamoDbClient client, String table) {
    Map<String, AttributeValue> item =
        new HashMap<>(client.scan(s -> s.tableName(table).limit(1)).items().getFirst());
    item.put("orderId", s("O-9999"));
    put(client, table, item);
  }
}
