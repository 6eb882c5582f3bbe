package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.check.TableEndpoint;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.DynamodbOption;
import pagemark.embedded.ServerStartException;
import pagemark.listing.json.Listings;
import pagemark.load.BatchWriter;
import pagemark.local.data.TableDesign;
import pagemark.repair.Sleeper;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/// Asks a DynamoDB, whoever made it, for what Pagemark needs of one:
///
/// 1. A table there is created, listed by a local stack, and changed.
/// 2. An index is kept there, of a table in DynamoDB Local.
///
/// Pages come over HTTP, and [Things] says what they have. The names of all tables there begin with
/// a random one; they are deleted in the end.
final class Conformance {
  private static final String LISTING =
      """
      {"things": {"table": "${TABLE_NAME}", "index": "byScore", "group": {"attribute": "game"},
        "sort": {"attribute": "score", "type": "integer"}, "key": [{"attribute": "PK"}],
        "filters": {"country": {"attribute": "country", "values": ["de", "fr"]}},
        "expires": {"attribute": "ttl"}, "order": "descending", "attributes": "*"}}
      """;

  /// The rows of docs/other-stores.md. Items are written, and counted by a scan. `INDEX` compares
  /// pages, totals and facets; `INDEX_CHANGES` all that the stream's rows do.
  enum Row {
    TABLE("a table with a GSI"),
    ITEMS("500 items"),
    PAGES("50 pages"),
    TOTALS("totals"),
    FACETS("facets"),
    EXPIRY("expired items hidden"),
    NEW("stream: new items"),
    DELETES("stream: deletes"),
    MOVES("stream: moves"),
    EXPIRES("stream: expiry"),
    INDEX("an index there"),
    INDEX_CHANGES("its changes");

    private final String text;

    Row(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  enum Outcome {
    HELD("held"),
    BROKEN("did not hold"),
    NOT_FOLLOWED("not followed");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws Exception;
  }

  private final TableEndpoint store;
  private final Consumer<String> out;
  private final String name = "conformance-%08x".formatted(new Random().nextInt());
  private final Map<Row, Outcome> outcomes = new EnumMap<>(Row.class);

  /// @param out takes a line for each row as soon as it is known
  Conformance(TableEndpoint store, Consumer<String> out) {
    this.store = store;
    this.out = out;
  }

  static void main(String[] arguments) {
    System.exit(exit(arguments));
  }

  /// @return 0 if all held that could be followed
  private static int exit(String[] arguments) {
    if (arguments.length != 2 || !arguments[0].equals("--dynamodb-endpoint")) {
      System.err.println("Usage: verification/conformance --dynamodb-endpoint aws|URL");
      return 2;
    }
    try {
      TableEndpoint store = DynamodbOption.tableEndpoint(arguments[1], System.getenv());
      return new Conformance(store, System.out::println).run().containsValue(Outcome.BROKEN)
          ? 1
          : 0;
    } catch (CommandException | SdkException e) {
      System.err.println(e.getMessage());
      return 2;
    }
  }

  /// @return the outcome of each row
  Map<Row, Outcome> run() {
    try (DynamoDbClient client = store.client()) {
      try {
        part(EnumSet.range(Row.TABLE, Row.EXPIRES), () -> list(client));
        part(EnumSet.range(Row.INDEX, Row.INDEX_CHANGES), () -> index(endpoint(client)));
      } finally {
        client.listTablesPaginator().tableNames().stream()
            .filter(table -> table.startsWith(name))
            .toList()
            .forEach(table -> delete(client, table));
      }
    }
    return outcomes;
  }

  private static Listings listings(String table) {
    return Listings.parse(LISTING, Map.of("TABLE_NAME", table));
  }

  private void list(DynamoDbClient client) throws Exception {
    Listings listings = listings(name);
    boolean isFollowed = create(client, TableDesign.of(listings));
    tell(Row.TABLE, Outcome.HELD, null);
    Things things = new Things();
    new BatchWriter(client, name, Sleeper.THREAD::sleep).writeAll(things.all(), 4);
    row(
        Row.ITEMS,
        () ->
            assertEquals(
                things.all().count(),
                client.scanPaginator(s -> s.tableName(name).consistentRead(true)).items().stream()
                    .count()));
    try (WholeStack stack = WholeStack.over(store, client, listings, Things.KEY)) {
      row(Row.PAGES, () -> assertEquals(50, things.pages(stack)));
      row(Row.TOTALS, () -> things.totals(stack));
      row(Row.FACETS, () -> things.facets(stack));
      row(Row.EXPIRY, () -> things.hidden(stack));
      if (isFollowed) {
        row(Row.NEW, () -> things.add(stack));
        row(Row.DELETES, () -> things.delete(stack));
        row(Row.MOVES, () -> things.move(stack));
        row(Row.EXPIRES, () -> things.expire(stack));
        return;
      }
    }
    EnumSet.range(Row.NEW, Row.EXPIRES).forEach(row -> tell(row, Outcome.NOT_FOLLOWED, null));
  }

  private void index(String endpoint) throws Exception {
    String url = "dynamodb:%s?endpoint=%s".formatted(name, endpoint);
    try (WholeStack stack = WholeStack.start(listings("things"), Things.KEY, url)) {
      Things things = new Things();
      stack.put(things.all());
      stack.await(Things.CATCH_UP_MAX);
      row(
          Row.INDEX,
          () -> {
            assertEquals(50, things.pages(stack));
            things.totals(stack);
            things.facets(stack);
          });
      row(
          Row.INDEX_CHANGES,
          () -> {
            things.add(stack);
            things.delete(stack);
            things.move(stack);
            things.expire(stack);
          });
    }
  }

  private String endpoint(DynamoDbClient client) {
    URI given = store.uri();
    return given == null
        ? "https://dynamodb.%s.amazonaws.com"
            .formatted(client.serviceClientConfiguration().region().id())
        : given.toString();
  }

  /// @return whether the table has a stream
  private boolean create(DynamoDbClient client, CreateTableRequest design) {
    try {
      client.createTable(design);
    } catch (DynamoDbException e) {
      StreamSpecification none = null;
      client.createTable(design.toBuilder().streamSpecification(none).build());
    }
    try (DynamoDbWaiter waiter = client.waiter()) {
      waiter.waitUntilTableExists(d -> d.tableName(name));
    }
    TableDescription table = client.describeTable(d -> d.tableName(name)).table();
    return StreamedTable.of(name, table).fault() == null;
  }

  private void delete(DynamoDbClient client, String table) {
    try {
      client.deleteTable(d -> d.tableName(table));
    } catch (SdkException e) {
      out.accept("The table %s is left, delete it: %s".formatted(table, e.getMessage()));
    }
  }

  /// Runs several rows. If it fails before all of them are known, the others did not hold.
  private void part(Set<Row> rows, Step step) {
    Throwable failure = failure(step);
    if (failure != null) {
      List<Row> others = rows.stream().filter(row -> !outcomes.containsKey(row)).toList();
      others.forEach(row -> tell(row, Outcome.BROKEN, failure));
    }
  }

  private void row(Row row, Step step) {
    Throwable failure = failure(step);
    tell(row, failure == null ? Outcome.HELD : Outcome.BROKEN, failure);
  }

  /// @throws ServerStartException if it failed for this machine, and not for the store
  private static @Nullable Throwable failure(Step step) {
    try {
      step.run();
      return null;
    } catch (ServerStartException e) {
      throw e;
    } catch (Exception | AssertionError e) {
      return e;
    }
  }

  private void tell(Row row, Outcome outcome, @Nullable Throwable why) {
    outcomes.put(row, outcome);
    String line = "%-12s  %s".formatted(outcome.text(), row.text());
    out.accept(why == null ? line : line + ": " + why.toString().lines().findFirst().orElse(""));
  }
}
