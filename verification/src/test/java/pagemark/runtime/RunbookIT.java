package pagemark.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.cli.NotesStack;
import pagemark.cli.NotesStack.Exit;
import pagemark.deploy.DeployedFunction;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.load.BatchWriter;
import pagemark.local.data.Sample;
import pagemark.services.Services;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Rows of the runbook's changes (docs/operations.md), each done as it says: with the functions of
/// the old and of the new deployment in this process, and the command `drop` between them.
@Nightly
@TakesLong(nightly = 80)
final class RunbookIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String RUNBOOK = DeployedFunction.text("docs/operations.md");
  private static final String LISTINGS = DeployedFunction.text("listings.json");
  private static final String EXPIRING =
      LISTINGS.replace("\"pageSize\"", "\"expires\": { \"attribute\": \"ends\" }, \"pageSize\"");
  private static final int COMMENTS = 300;
  private static final int ATTEMPTS_MAX = 50;

  private final DeployedServers servers = new DeployedServers(AwsSide.local());
  private final String dynamodb = "dynamodb:pagemark-index?endpoint=" + servers.endpoint();
  private final List<Services> opened = new ArrayList<>();
  private int inGroup;
  @TempDir private Path folder;

  @AfterEach
  void stop() {
    opened.forEach(services -> services.index().close());
    servers.close();
  }

  /// The functions as they are deployed.
  private record Deployed(DutyFunctions functions, Services services) {
    void rebuild(String listing) {
      assertEquals("DONE", functions.rebuild(Map.of("listing", listing)).get("status"));
    }

    private JsonNode page(String listing, int page) {
      String event = DeployedFunction.text("events/api-page.json");
      return JSON.valueToTree(
          functions.api(
              event.replace("page=3", "page=" + page).replace("/comments/", "/" + listing + "/")));
    }

    List<Integer> statuses(String listing) {
      return IntStream.of(1, 2)
          .mapToObj(page -> page(listing, page).path("statusCode").asInt())
          .toList();
    }

    /// On a busy machine the index may not answer in time; a client then comes again.
    JsonNode body(int page) throws Exception {
      JsonNode answer = page("comments", page);
      for (int i = 0; i < ATTEMPTS_MAX && answer.path("statusCode").asInt() == 503; i++) {
        answer = page("comments", page);
      }
      assertEquals(200, answer.path("statusCode").asInt(), answer::toString);
      return JSON.readTree(answer.path("body").asText());
    }

    int total() throws Exception {
      return body(2).at("/page/totalItems").asInt(-1);
    }

    Set<String> generations(String listing) {
      return services.state().live(listing).stream()
          .map(Generation::id)
          .collect(Collectors.toSet());
    }
  }

  private Deployed deploy(String listings, String index) {
    Services services = servers.services(listings, index);
    opened.add(services);
    return new Deployed(
        new DutyFunctions(services, DeployedServers.TABLE, servers.stream), services);
  }

  /// The table has comments; all expire in a year.
  private Deployed deployFirst(String listings, String index) throws Exception {
    String ends = "" + Instant.now().plusSeconds(31_536_000).getEpochSecond();
    List<Map<String, AttributeValue>> comments = new ArrayList<>();
    for (Map<String, AttributeValue> comment : Sample.comments(COMMENTS).toList()) {
      Map<String, AttributeValue> expiring = new HashMap<>(comment);
      expiring.put("ends", AttributeValue.fromN(ends));
      comments.add(expiring);
    }
    new BatchWriter(servers.dynamo, DeployedServers.TABLE, _ -> {}).writeAll(comments.stream(), 2);
    inGroup =
        (int)
            comments.stream()
                .filter(comment -> comment.containsValue(AttributeValue.fromS(Sample.GROUP)))
                .count();
    Deployed deployed = deploy(listings, index);
    deployed.rebuild("comments");
    assertEquals(inGroup, deployed.total());
    return deployed;
  }

  private Exit drop(String index, String... more) {
    List<String> arguments = new ArrayList<>(List.of("drop", "--index=" + index));
    arguments.add("--dynamodb-endpoint=" + servers.endpoint());
    arguments.addAll(List.of(more));
    return NotesStack.execute(arguments.toArray(String[]::new));
  }

  /// @param row a part of it
  private static void assertRow(String row) {
    assertTrue(RUNBOOK.contains(row), row);
  }

  @Test
  void noListingHasExpiresAnyMore() throws Exception {
    assertRow("any more | deploy, `rebuild`, then `drop --listing @TABLE.ATTRIBUTE` | pages |");
    String order = "@comments.ends";
    Deployed before = deployFirst(EXPIRING, servers.indexUrl());
    before.rebuild(order);
    assertEquals(1, before.generations(order).size());

    Deployed after = deploy(LISTINGS, servers.indexUrl());
    assertEquals(inGroup, after.total());
    after.rebuild("comments");
    assertEquals(inGroup, after.total());
    drop(servers.indexUrl(), "--listing=" + order, "--yes").ended(0);

    assertEquals(Set.of(), after.generations(order));
    assertEquals(inGroup, after.total());
    after.functions().repair();
    assertEquals(inGroup, after.total());
  }

  @Test
  void anotherKindOfIndex() throws Exception {
    assertRow(
        "`IndexKind`, `drop` at the old index's URL, then `rebuild` | first pages, else 503 |");
    changesFrom(servers.indexUrl(), dynamodb);
    changesFrom(dynamodb, servers.indexUrl());
  }

  private void changesFrom(String old, String other) throws Exception {
    Deployed before = deployFirst(LISTINGS, old);
    String generation = before.generations("comments").iterator().next();
    Deployed after = deploy(LISTINGS, other);
    assertEquals(List.of(200, 503), after.statuses("comments"));
    drop(old, "--yes").ended(0);
    assertEquals(Map.of(), before.services().index().markers().count(generation));
    assertEquals(List.of(200, 503), after.statuses("comments"));
    after.rebuild("comments");
    assertEquals(inGroup, after.total());
    // Once more, or too late: it is the new index that serves now.
    for (Exit late : List.of(drop(old, "--yes"), drop(old, "--listing=comments"))) {
      assertTrue(late.ended(1).output().contains("is not in this index"), late::output);
    }
    assertEquals(inGroup, after.total());
    drop(other, "--yes").ended(0);
  }

  /// The table as it was at an earlier moment, under another name: DynamoDB restores a table so.
  @Test
  void theTableIsRestoredUnderAnotherName() throws Exception {
    deployFirst(LISTINGS, servers.indexUrl());
    String restored = "comments-restored";
    String stream = servers.createTable(restored);
    new BatchWriter(servers.dynamo, restored, _ -> {}).writeAll(Sample.comments(COMMENTS / 2), 2);
    String fault = "no listing is for the table comments-restored; tables with listings: [comments";
    Outcome sync = startSync(restored, stream, bare(DeployedServers.TABLE));
    assertTrue(
        sync instanceof Outcome.InitFailure(var json) && json.contains(fault), sync::toString);

    Services services = servers.services(bare(restored), servers.indexUrl());
    opened.add(services);
    Deployed after = new Deployed(new DutyFunctions(services, restored, stream), services);
    after.rebuild("comments");
    int before = after.total();
    assertTrue(before > 0 && before < inGroup, "" + before);
    JsonNode record =
        JSON.readTree(DeployedFunction.text("events/stream-sync.json")).at("/Records/0");
    servers.dynamo.putItem(
        p ->
            p.tableName(restored)
                .item(PackagedRuntimeContract.item(record.at("/dynamodb/NewImage"))));
    String records = "{\"Records\": [" + record + "]}";
    String from = record.path("eventSourceARN").asText();
    assertEquals(0, after.functions().sync(records.replace(from, stream)));
    assertEquals(before + 1, after.total());
  }

  /// The listings with a table's bare name.
  private static String bare(String table) {
    return LISTINGS.replace("${TABLE_NAME:-comments}", table);
  }

  private Outcome startSync(String table, String stream, String listings) throws Exception {
    FunctionProcess.Start start =
        servers
            .packaged(servers.function("StreamSyncFunction"), folder)
            .with("TABLE_NAME", table)
            .with("STREAM_ARN", stream)
            .with("PAGEMARK_LISTINGS", Files.writeString(folder.resolve("l.json"), listings) + "");
    try (FunctionProcess process = FunctionProcess.start(start)) {
      return process.outcome();
    }
  }

  @Test
  void aListingIsRemoved() throws Exception {
    assertRow("a listing is removed | deploy, then `drop --listing NAME` | 404 |");
    deployFirst(LISTINGS, servers.indexUrl());
    Deployed after =
        deploy(LISTINGS.replace("\"comments\": {", "\"remarks\": {"), servers.indexUrl());
    assertEquals(List.of(404, 404), after.statuses("comments"));
    drop(servers.indexUrl(), "--listing=comments", "--yes").ended(0);
    assertEquals(Set.of(), after.generations("comments"));
    assertEquals(List.of(404, 404), after.statuses("comments"));
  }

  @Test
  void whatTheIndexHoldsIsChanged() throws Exception {
    assertRow(
        "`sort`, `filters`, `expires` | deploy, then `rebuild` | [pages by the old definition]");
    assertRow(
        "`where`, `table` | deploy, then `rebuild`. A listing of another name has no gap | first");
    assertRow("a new listing; the index is lost | deploy; `rebuild` | first pages, else 503 |");
    deployFirst(LISTINGS, servers.indexUrl());
    assertEquals(inGroup, deploy(EXPIRING, servers.indexUrl()).total());

    String where =
        LISTINGS.replace(
            "\"group\"", "\"where\": {\"attribute\": \"rating\", \"values\": [5]}, \"group\"");
    Deployed changed = deploy(where, servers.indexUrl());
    assertEquals(List.of(200, 503), changed.statuses("comments"));
    for (JsonNode item : changed.body(1).path("items")) {
      assertEquals(5, item.path("rating").asInt(), item::toString);
    }
    changed.rebuild("comments");
    assertTrue(changed.total() < inGroup, "it has no items but those of `where`");

    String further = LISTINGS.replace("\"comments\": {", "\"remarks\": {");
    Deployed added = deploy(further, servers.indexUrl());
    assertEquals(List.of(200, 503), added.statuses("remarks"));
    added.rebuild("remarks");
    assertEquals(List.of(200, 200), added.statuses("remarks"));
  }

  @Test
  void whatAPageShowsIsChanged() throws Exception {
    assertRow("`pageSize`, `order`, `groupClaim` | deploy | pages, by the new ones at once |");
    JsonNode before = deployFirst(LISTINGS, servers.indexUrl()).body(1).path("items");
    JsonNode after =
        deploy(
                LISTINGS
                    .replace("\"default\": 20", "\"default\": 7")
                    .replace("\"descending\"", "\"ascending\"")
                    .replace(", \"text\"]", "]"),
                servers.indexUrl())
            .body(1);
    assertEquals(7, after.path("items").size());
    assertTrue(before.at("/0/SK").asText().compareTo(after.at("/items/0/SK").asText()) > 0);
    assertEquals(
        List.of(true, false),
        List.of(before.at("/0").has("text"), after.at("/items/0").has("text")));
    String claimed = LISTINGS.replace("\"pageSize\"", "\"groupClaim\": \"sub\", \"pageSize\"");
    assertEquals(List.of(404, 404), deploy(claimed, servers.indexUrl()).statuses("comments"));
  }
}
