package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.stack.PlannedStack;
import picocli.CommandLine;

/// Runs `pagemark plan` on tables that nobody has made for it.
final class PlanCommandIT {
  private static final String EVENTS =
      """
      {"events": {"table": "events", "group": {"attribute": "device"},
        "sort": {"attribute": "time", "type": "epochMillis"},
        "key": [{"attribute": "device"}, {"attribute": "time", "type": "number"}],
        "attributes": "*"}}
      """;
  private static final String ORDERS =
      """
      {"orders": {"table": "orders", "index": "byCustomer", "group": {"attribute": "customerId"},
        "sort": {"attribute": "createdAt", "type": "datetime",
          "pattern": "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'"},
        "key": [{"attribute": "orderId"}], "attributes": "*"}}
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Map<String, String> environment = Map.of();

  private int plan(ForeignTables tables, String definition, String... more) throws Exception {
    Path file = folder.resolve("mine.json");
    Files.writeString(file, definition);
    CommandLine command = Pagemark.commandLine();
    command.getSubcommands().values().stream()
        .map(CommandLine::getCommand)
        .forEach(
            each -> {
              if (each instanceof PlanCommand plan) {
                plan.use(environment);
              }
            });
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    String[] arguments = new String[3 + more.length];
    arguments[0] = "plan";
    arguments[1] = "--listings=" + file;
    arguments[2] = "--dynamodb-endpoint=" + tables.endpoint();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return command.execute(arguments);
  }

  private String printed() {
    String text = out.toString();
    out.getBuffer().setLength(0);
    return text.replace(folder.toString(), "FOLDER")
        .replaceAll("(?m)^aws cloudformation deploy --stack-name \\w+-alarms .*\\n", "ALARMS\n")
        .replaceAll("arn:\\S*stream/\\S*", "ARN")
        .replaceAll("# limits for writes are the template's.*\n", "# busiest minute\n");
  }

  @Test
  void printsWhatBringsATableIntoAws() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      assertEquals(0, plan(tables, EVENTS), err::toString);
      assertEquals(
          """
          # MODE is for you to choose: with --auth none everybody can read all that the listings show, with --auth jwt readers with a token
          # busiest minute
          # TOPIC_ARN is an SNS topic for alarms, URL an output of sam deploy, and GROUP a group of yours
          cp 'FOLDER/mine.json' listings-events.json
          LISTINGS=listings-events.json INDEX=dynamodb sam build
          sam deploy --stack-name events --no-confirm-changeset --parameter-overrides AuthMode=MODE IndexKind=dynamodb Network=none TableStreamArn=ARN
          ./pagemark rebuild --stack events --listing events
          ALARMS
          curl -G 'URL/events' -d page=2 --data-urlencode 'group=GROUP'
          """,
          printed());
      String owned =
          EVENTS.replace(
              "\"attributes\"",
              "\"groupClaim\": \"sub\", \"expires\": {\"attribute\": \"ttl\"}, \"attributes\"");
      assertEquals(
          0, plan(tables, owned, "--index-kind=redis", "--stack-name=mine"), err::toString);
      assertEquals(
          """
          # ISSUER and CLIENT_ID are those of your tokens, because a listing has a groupClaim
          # busiest minute
          # TOPIC_ARN is an SNS topic for alarms, URL an output of sam deploy, and GROUP a group of yours
          cp 'FOLDER/mine.json' listings-mine.json
          LISTINGS=listings-mine.json sam build
          sam deploy --stack-name mine --no-confirm-changeset --parameter-overrides AuthMode=jwt JwtIssuer=ISSUER JwtAudience=CLIENT_ID TableStreamArn=ARN
          ./pagemark rebuild --stack mine --listing events
          ./pagemark rebuild --stack mine --listing @events.ttl
          ALARMS
          curl -G 'URL/events' -d page=2 --data-urlencode 'group=GROUP'
          """,
          printed());
    }
  }

  /// The template's limits are 2,000 write units, and 25,000 ECPU for both orders of a cache.
  @Test
  void comparesWritesWithTheTemplatesLimits() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      assertEquals(0, plan(tables, EVENTS, "--writes-per-second=285"));
      assertFalse(printed().contains("IndexWriteUnitsMax"));
      assertEquals(0, plan(tables, EVENTS, "--writes-per-second=1000"));
      String text = printed();
      assertTrue(
          text.contains(
              "# IndexWriteUnitsMax=7000, because 1,000 writes a second take up to 7,000 write"
                  + " units a second, if each is alone in its batch"),
          text);
      assertTrue(text.contains("TableStreamArn=ARN IndexWriteUnitsMax=7000\n"), text);
      assertEquals(0, plan(tables, EVENTS, "--writes-per-second=9000"));
      assertTrue(printed().contains("but the template allows 40,000: take another --index-kind"));
      String two =
          EVENTS.replace("\"attributes\"", "\"expires\": {\"attribute\": \"ttl\"}, \"attributes\"");
      assertEquals(0, plan(tables, two, "--index-kind=redis", "--writes-per-second=1600"));
      assertTrue(printed().contains(" CacheUnitsPerSecondMax=28000\n"));
      assertEquals(2, plan(tables, EVENTS, "--writes-per-second=0"));
      assertTrue(
          err.toString().contains("'0' is not a whole number from 1 to 1000000"), err::toString);
    }
  }

  /// The second table's stack is not the first one's, and nothing is deployed by mistake.
  @Test
  void namesAStackOfItsOwnAndTellsOfAnotherOfThatName() throws Exception {
    assertEquals("shop-orders-v2", PlannedStack.nameOf("shop_orders.v2"));
    String longName = PlannedStack.nameOf("a".repeat(41));
    assertTrue(longName.matches("a{32}-[0-9a-f]{7}"), longName);
    try (ForeignTables tables = ForeignTables.open();
        NotesStack notes = NotesStack.start(folder);
        StandInStack aws = new StandInStack(notes)) {
      environment = aws.environment();
      assertEquals(0, plan(tables, EVENTS, "--auth=none"), err::toString);
      String text = printed();
      assertFalse(text.contains("there is a stack"), text);
      assertTrue(text.contains(" AuthMode=none "), text);
      assertEquals(0, plan(tables, EVENTS, "--stack-name=shop", "--auth=jwt"), err::toString);
      text = printed();
      assertTrue(
          text.startsWith(
              "# there is a stack shop, which follows the table notes, not events: set"
                  + " TABLE_NAME=notes to plan for that, take another --stack-name, or"),
          text);
      assertTrue(text.contains(" AuthMode=jwt JwtIssuer=ISSUER "), text);
      environment = new HashMap<>(environment);
      environment.put("AWS_ENDPOINT_URL_CLOUDFORMATION", "http://127.0.0.1:9");
      assertEquals(0, plan(tables, EVENTS), err::toString);
      assertTrue(
          printed().startsWith("# whether another table has a stack events cannot be seen: Cloud"));
      String key = "arn:aws:kms:eu-central-1:123456789012:key/";
      assertEquals(
          List.of("customer", "mine"),
          Stream.of("customer", "aws", "mine")
              .filter(who -> account(key + who, aws.environment()).keyArn() != null)
              .toList());
      assertEquals(1, account(key + "mine", aws.environment()).told().size(), "refused");
    }
  }

  /// A restored table has another name.
  @Test
  void followsTheTableOfTheEnvironmentOrSaysThatNoListingDoes() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      environment = Map.of("TABLE_NAME", "events");
      String restored =
          EVENTS.replace("\"table\": \"events\"", "\"table\": \"${TABLE_NAME:-before}\"");
      assertEquals(0, plan(tables, restored), err::toString);
      String text = printed();
      assertTrue(text.startsWith("# MODE") && text.contains(" --stack-name events "), text);
      environment = Map.of("TABLE_NAME", "orders");
      assertEquals(0, plan(tables, EVENTS), err::toString);
      assertTrue(
          printed()
              .startsWith(
                  "# no listing is for the table orders; tables with listings: [events]. Write"
                      + " \"table\": \"${TABLE_NAME:-events}\" into the listings"));
    }
  }

  private static PlannedStack.Account account(String key, Map<String, String> aws) {
    return PlannedStack.Account.ask("events", "events", key, aws);
  }

  @Test
  void namesWhatIsMissing() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      assertEquals(1, plan(tables, ORDERS), err::toString);
      String text = printed();
      assertTrue(
          text.startsWith(
              "# the table has no stream. To switch one on: aws dynamodb update-table --table-name"
                  + " orders --stream-specification"),
          text);
      assertTrue(text.contains("TableStreamArn=STREAM_ARN"), text);
      assertEquals(1, plan(tables, ORDERS, "--json"));
      assertTrue(printed().contains("\"canDeploy\":false"));
    }
  }

  @Test
  void refusesWhatCannotBeDeployed() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      assertEquals(1, plan(tables, EVENTS.replace("\"device\"}, {", "\"sensor\"}, {")));
      assertTrue(
          err.toString().contains("but the table's key is [device (S), time (N)]"), err::toString);
      String both =
          EVENTS.stripTrailing().replaceFirst("}$", "") + "," + ORDERS.strip().substring(1);
      assertEquals(1, plan(tables, both));
      assertTrue(
          err.toString()
              .contains(
                  "a stack serves one table, and these listings are of 2: {events=[events],"
                      + " orders=[orders]}"),
          err::toString);
      assertEquals(1, plan(tables, EVENTS, "--auth=nobody"));
      assertTrue(err.toString().contains("--auth is 'nobody': none or jwt"), err::toString);
      assertEquals(2, plan(tables, EVENTS, "--index-kind=sql"));
      assertTrue(err.toString().contains("'sql' is not dynamodb or redis"), err::toString);
    }
  }
}
