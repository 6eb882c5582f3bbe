package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.function.Wiring;
import pagemark.index.Nightly;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.LocalHttp;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildSetup;
import pagemark.rebuild.StepEnd;
import pagemark.services.Services;
import pagemark.state.Generation;
import pagemark.state.Generation.GenerationId;
import pagemark.state.QuarantinedItem;
import pagemark.state.Work.Lease;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// `drop` on a stack that runs, with the index in its DynamoDB Local.
@TakesLong(value = 12, nightly = 25)
final class DropCommandIT {
  private static final int TRIES_MAX = 15;
  private static final String PREFIX = "pagemark-";

  @TempDir private Path folder;

  private static int status(NotesStack stack, int page) throws Exception {
    return LocalHttp.get(stack.port(), "/notes/a?page=" + page).statusCode();
  }

  /// On a busy machine the index may not answer in time; a client then comes again.
  private static void assertServed(NotesStack stack) throws Exception {
    int status = status(stack, 2);
    for (int i = 1; i < TRIES_MAX && status == 503; i++) {
      status = status(stack, 2);
    }
    assertEquals(200, status);
  }

  private static Set<String> indexTables(LeftRebuild left) {
    return left.services().dynamo().listTables().tableNames().stream()
        .filter(table -> table.startsWith(PREFIX) && !table.equals("pagemark-state"))
        .collect(Collectors.toSet());
  }

  /// A table that was left behind by a rebuild which nobody knows.
  private static String leave(LeftRebuild left) {
    var dynamo = left.services().dynamo();
    String present = indexTables(left).iterator().next();
    TableDescription table = dynamo.describeTable(d -> d.tableName(present)).table();
    String name = PREFIX + GenerationId.next(Instant.now());
    dynamo.createTable(
        c ->
            c.tableName(name)
                .keySchema(table.keySchema())
                .attributeDefinitions(table.attributeDefinitions())
                .billingMode(BillingMode.PAY_PER_REQUEST));
    return name;
  }

  @Test
  @Nightly
  void removesTheIndexOfAllListingsUntilARebuildMakesItAgain() throws Exception {
    try (NotesStack stack = NotesStack.start(folder, "dynamodb:");
        LeftRebuild left = LeftRebuild.open(stack)) {
      String serving = left.generations().getFirst();
      String other = leave(left);

      NotesStack.Exit shown = stack.drop();
      assertEquals(
          """
          notes: generation %s
          no listing: table %s
          --yes removes 1 generation of 1 listing, and 1 table of no listing. Nothing was removed
          """
              .formatted(serving, other),
          shown.output());
      assertEquals(1, shown.code());
      assertEquals(Set.of(PREFIX + serving, other), indexTables(left));
      // The table of no listing is in no file.
      assertEquals(
          """
          notes: generation %s
          --yes removes 1 generation of 1 listing. Nothing was removed
          """
              .formatted(serving),
          stack.drop("--listings=" + folder.resolve("listings.json")).output());
      assertRefusedWhileARebuildRuns(stack, left);
      assertServed(stack);

      String begun = left.leave();
      NotesStack.Exit removed = stack.drop("--yes", "--json").ended(0);
      JsonNode json = removed.json();
      // Ids of one second are in no order.
      List<String> both = Stream.of(serving, begun).sorted().toList();
      assertEquals(both, texts(json.at("/listings/notes")), removed.output());
      assertEquals(List.of(other), texts(json.path("others")));
      assertTrue(json.path("removed").booleanValue());
      assertEquals(Set.of(), indexTables(left));
      assertEquals(List.of(), left.generations());
      assertEquals(List.of(200, 503), List.of(status(stack, 1), status(stack, 2)));

      assertEquals("There is nothing to remove\n", stack.drop("--yes").output());
      stack.drop().ended(0);
      left.leave();
      stack.run("rebuild", "--anew").ended(0).says("Starting over instead of continuing");
      assertEquals(50, stack.page(5, 12).at("/page/totalItems").intValue());
    }
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::textValue).sorted().toList();
  }

  private static void assertRefusedWhileARebuildRuns(NotesStack stack, LeftRebuild left) {
    Instant begun = Instant.now().plusSeconds(20);
    var rebuilds = left.services().rebuilds();
    rebuilds.acquire(new Lease("notes", "other", () -> begun, Duration.ZERO));
    stack.drop("--yes").ended(1).says("notes");
    rebuilds.renew(new Lease("notes", "other", InstantSource.system(), Duration.ofDays(1)).over());
  }

  private static QuarantinedItem poison(String listing) {
    return new QuarantinedItem(
        listing,
        Map.of("topic", AttributeValue.fromS("a")),
        new Sequence("1"),
        "at must be a number (N)",
        Instant.now());
  }

  /// The Redis of the stack.
  @Test
  void removesTheIndexOfOneListingInRedis() throws Exception {
    try (NotesStack stack = NotesStack.start(folder);
        LeftRebuild left = LeftRebuild.open(stack)) {
      String serving = left.generations().getFirst();
      NotesStack.Exit unknown = stack.drop("--listing=orders", "--yes").ended(1);
      assertEquals(
          "pagemark: the listing orders has no index. Listings with one: notes\n",
          unknown.output());
      Path orders = folder.resolve("orders.json");
      Files.writeString(orders, NotesStack.LISTINGS.replace("\"notes\": {", "\"orders\": {"));
      assertEquals(
          "There is nothing to remove\n", stack.drop("--listings=" + orders, "--yes").output());
      assertEquals(
          "pagemark: there is no listing notes. Valid listings: orders\n",
          stack.drop("--listings=" + orders, "--listing=notes", "--yes").output());
      for (String listing : List.of("notes", "undeclared", "undeclared@total")) {
        left.services().state().add(poison(listing));
      }
      assertEquals(
          """
          undeclared: keys of items in quarantine or in doubt
          undeclared@total: keys of items in quarantine or in doubt
          --yes removes keys of items of 2 listings. Nothing was removed
          """,
          stack.drop("--listing=undeclared").output());
      stack.drop("--listing=undeclared", "--yes").ended(0);
      assertEquals(0, left.services().state().count("undeclared", 10));
      assertEquals(0, left.services().state().count("undeclared@total", 10));
      assertEquals(1, left.services().state().count("notes", 10));
      var rebuilds = left.services().rebuilds();
      Lease stopped = new Lease("notes", "stopped", InstantSource.system(), Duration.ZERO);
      rebuilds.acquire(stopped);
      rebuilds.retire(stopped);
      rebuilds.renew(stopped.over());
      left.services().index().markers().drop(serving);
      stack.drop("--yes").ended(0);
      assertEquals(0, left.services().state().count("notes", 10));
      assertEquals(0, left.services().index().markers().count(serving).size());
      assertEquals(List.of(), left.generations());
      assertEquals(503, status(stack, 2));
    }
  }

  /// Leaves rebuilds of the notes unfinished, as a run that is stopped before its last step does.
  private record LeftRebuild(Services services) implements AutoCloseable {
    static LeftRebuild open(NotesStack stack) throws Exception {
      Listings listings =
          Listings.parse(Files.readString(stack.folder().resolve("listings.json")), Map.of());
      return new LeftRebuild(stack.services(listings));
    }

    private Listing listing() {
      return services.listings().find("notes").orElseThrow();
    }

    /// Reads the whole table, and stops.
    ///
    /// @return the generation that it began
    String leave() {
      StreamedTable table = StreamedTable.describe(services.dynamo(), "notes");
      RebuildSetup setup =
          new Wiring(services, table.name(), table.stream())
              .rebuild(listing().definition(), Runnable::run);
      Rebuild rebuild = new Rebuild(setup, listing(), table, "left-" + UUID.randomUUID());
      rebuild.begin(1, () -> true, RebuildListener.NONE);
      assertEquals(StepEnd.DONE, rebuild.awaitWriters(() -> true, RebuildListener.NONE));
      assertEquals(StepEnd.DONE, rebuild.segment(0, () -> true, RebuildListener.NONE));
      rebuild.release();
      return rebuild.generation();
    }

    /// The ids of the live generations, oldest first.
    List<String> generations() {
      return services.state().live("notes").stream().map(Generation::id).sorted().toList();
    }

    @Override
    public void close() {
      services.index().close();
    }
  }
}
