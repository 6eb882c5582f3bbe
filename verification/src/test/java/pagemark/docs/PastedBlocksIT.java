package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.cli.ForeignTables;
import pagemark.embedded.DynamoDbLocal;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;
import pagemark.local.data.LocalDatabase;
import pagemark.local.data.Sample;
import pagemark.state.DatabasePool;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs the blocks of README.md and docs that need nothing but this machine, as they stand, in
/// bash. Three things differ from what a reader does: words in capitals are filled in, the address
/// of the stack is a free one, and a DynamoDB Local takes the place of AWS.
@Nightly
@TakesLong(nightly = 60)
final class PastedBlocksIT {
  private static final String COMMANDS = "docs/commands.md";
  private static final String SQL = "docs/internals/index-layout-sql.md";
  private static final String ORDERS = "examples/orders/listings.json";
  private static final Duration CATCH_UP_MAX = Patience.of(Duration.ofSeconds(60));

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  @TempDir private Path folder;

  /// The blocks that this class runs.
  static Stream<Script> scripts() {
    return Stream.of(
            Script.of("README.md").stream()
                .filter(script -> !script.heading().equals("Deploy on AWS"))
                .filter(script -> !script.text().startsWith("mvn")),
            Script.of("docs/caching.md").stream(),
            Script.of(COMMANDS).stream(),
            Script.of(SQL).stream(),
            Script.of("examples/orders/README.md").stream())
        .flatMap(scripts -> scripts);
  }

  private static Script script(String file, String start) {
    return scripts()
        .filter(script -> script.file().equals(file) && script.text().startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError("%s has no block %s".formatted(file, start)));
  }

  @BeforeEach
  void link() throws Exception {
    for (String name : List.of("pagemark", "examples")) {
      Files.createSymbolicLink(folder.resolve(name), Documents.ROOT.resolve(name));
    }
  }

  @AfterEach
  void nothingIsLogged() {
    assertEquals(List.of(), log, "logged");
  }

  @Test
  void theExampleOfOrdersIsReadmes() {
    assertEquals(
        script("README.md", "./pagemark local").text(),
        script("examples/orders/README.md", "./pagemark local").text());
  }

  @Test
  void ordersAreLoadedAndFilteredAsReadmeShowsIt() throws Exception {
    String block = script("README.md", "./pagemark local").text();
    List<String> lines = block.replaceAll("\\\\\n\\s*", "").lines().toList();
    assertEquals(
        "./pagemark local --listings %s --dynamodb-port 8000 --port 8082".formatted(ORDERS),
        lines.get(0));
    Listings orders = Listings.parse(Documents.text(ORDERS), Map.of());
    try (LocalStack stack =
        PooledStack.start(new LocalOptions(0, 0, 0, null, orders, 0), log::add)) {
      Shell shell =
          new Shell(
              folder,
              Map.of(
                  "http://localhost:8000",
                  stack.dynamodb().toString(),
                  "http://localhost:8082",
                  stack.url().toString().replaceFirst("/$", "")));
      shell.run(lines.get(1));
      String health = shell.run(lines.get(2).replaceFirst("curl", "curl -sS"));
      assertEquals("{\"status\":\"READY\",\"pendingRecords\":0,\"lagMillis\":0}", health.strip());
      String answer = shell.run(lines.get(3).replaceFirst("curl", "curl -sS"));
      new HttpExamples(stack.url())
          .checkJson(Documents.block(Documents.readme(), "Your table", "json"), answer, block);
    }
  }

  @Test
  void addressesOfTheSampleAnswer() throws Exception {
    Listings listings = Sample.listings(Map.of("TABLE_NAME", "comments"));
    try (LocalStack stack =
        PooledStack.start(new LocalOptions(0, 0, 0, null, listings, 400), log::add)) {
      stack.loadSample();
      Shell shell =
          new Shell(
              folder,
              Map.of("http://localhost:8080", stack.url().toString().replaceFirst("/$", "")));

      assertTrue(shell.run(script("README.md", "curl").text()).contains("\"number\":1"));
      List<String> map = shell.run(script("docs/caching.md", "API=").text()).lines().toList();
      assertEquals(
          "https://example.com/comments/DAFT_PUNK_TSHIRT?page=1&numbering=stable", map.getFirst());
      assertTrue(map.size() > 2, map::toString);
    }
  }

  /// Those of commands.md that start a stack, as README's do, only in a thorough run.
  @Test
  void commandsReadAnExistingTable() throws Exception {
    try (DynamoDbLocal server = DatabasePool.borrow();
        DynamoDbClient client = LocalDatabase.client(server.endpoint())) {
      fill(client);
      Shell shell =
          new Shell(
              folder,
              Map.of("TABLE", "orders", "FILE", "orders.json", "NAME", "orders"),
              Script.packaged(server.endpoint()));
      shell.serve(script("README.md", "./pagemark browse").text());
      for (String file : Extent.of(List.of("README.md"), List.of("README.md", COMMANDS))) {
        List<String> lines = script(file, "./pagemark init").text().lines().toList();
        Files.deleteIfExists(folder.resolve("orders.json"));
        shell.run(lines.get(0));
        shell.run(lines.get(1));
        if (lines.size() > 2) {
          shell.serve(lines.get(2));
        }
      }
      if (Extent.of(false, true)) {
        shell.serve(script(COMMANDS, "./pagemark browse").text());
        shell.serve(script(COMMANDS, "./pagemark local --listings FILE --listing NAME").text());
      }
      assertTrue(
          shell.run(script(COMMANDS, "./pagemark plan").text()).contains("sam deploy"), "plan");
    }
  }

  private static void fill(DynamoDbClient client) {
    ForeignTables.create(
        client, "orders", true, "orderId S", Map.of("byCustomer", "customerId S, createdAt S"));
    for (int i = 0; i < 5; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "orderId", AttributeValue.fromS("O-" + i),
              "customerId", AttributeValue.fromS("alice"),
              "createdAt", AttributeValue.fromS("2026-05-0%dT07:40:00Z".formatted(1 + i)));
      client.putItem(p -> p.tableName("orders").item(item));
    }
  }

  @Test
  void commandsServeTheSampleAndANewTable() throws Exception {
    Shell shell = new Shell(folder, Map.of("FILE", folder.resolve(ORDERS).toString()));
    assertTrue(
        shell.serveHere(script(COMMANDS, "./pagemark local\n").text()).contains("Try: curl"));
    String empty =
        shell.serveHere(script(COMMANDS, "./pagemark local --listings FILE --dyn").text());
    assertTrue(empty.contains("No group has items yet"), empty);
    assertTrue(shell.serve(script(SQL, "./pagemark local").text()).contains("Try: curl"));
  }

  @Test
  void commandsWorkOnAnIndex() throws Exception {
    Listings orders = Listings.parse(Documents.text(ORDERS), Map.of());
    try (OutputStream items =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("ITEMS.jsonl.gz")))) {
      Files.copy(Documents.ROOT.resolve("examples/orders/orders.jsonl"), items);
    }
    try (LocalStack stack =
        PooledStack.start(new LocalOptions(0, 0, 0, null, orders, 0), log::add)) {
      Map<String, String> values = new HashMap<>(Map.of("NAME", "orders"));
      values.put("FILE", folder.resolve(ORDERS).toString());
      values.put("ITEMS", folder.resolve("ITEMS").toString());
      values.put("INDEX_URL", stack.index());
      values.put("URL", stack.dynamodb().toString());
      Shell shell = new Shell(folder, values);
      String loaded = shell.call(0, script(COMMANDS, "./pagemark load").text());
      assertTrue(loaded.contains("Loaded 97 items"), loaded);
      assertTrue(stack.await(CATCH_UP_MAX).isCaughtUp());
      shell.call(0, script(COMMANDS, "./pagemark rebuild").text());
      String export = script(COMMANDS, "./pagemark export").text();
      String here =
          export
              .replace("http://localhost:8080", stack.url().toString())
              .replace("open.csv", folder.resolve("open.csv").toString());
      assertTrue(shell.call(0, here).contains("Wrote "));
      List<String> lines = script(COMMANDS, "./pagemark audit").text().lines().toList();
      for (String line : lines.subList(0, lines.size() - 1)) {
        shell.call(0, line);
      }
      String shown = shell.call(1, lines.getLast());
      assertTrue(shown.contains("Nothing was removed"), shown);
    }
  }
}
