package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  private int plan(ForeignTables tables, String definition, String... more) throws Exception {
    Path file = folder.resolve("mine.json");
    Files.writeString(file, definition);
    CommandLine command = Pagemark.commandLine();
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
        .replaceAll("(?m)^aws cloudformation deploy --stack-name pagemark-alarms .*\\n", "ALARMS\n")
        .replaceAll("arn:\\S*stream/\\S*", "ARN")
        .replaceAll("# limits for writes are the template's.*\n", "# busiest minute\n");
  }

  @Test
  void printsWhatBringsATableIntoAws() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      assertEquals(0, plan(tables, EVENTS), err::toString);
      assertEquals(
          """
          # AuthMode=none makes the API public. For readers with a token: AuthMode=jwt JwtIssuer=ISSUER JwtAudience=CLIENT_ID
          # busiest minute
          # TOPIC_ARN is an SNS topic for alarms, URL an output of sam deploy, and GROUP a group of yours
          LISTINGS=FOLDER/mine.json INDEX=dynamodb sam build
          sam deploy --no-confirm-changeset --parameter-overrides AuthMode=none IndexKind=dynamodb Network=none TableStreamArn=ARN
          ./pagemark rebuild --stack pagemark --listing events
          ALARMS
          curl -G 'URL/events' -d page=2 --data-urlencode 'group=GROUP'
          """,
          printed());
      String owned =
          EVENTS.replace(
              "\"attributes\"",
              "\"groupClaim\": \"sub\", \"expires\": {\"attribute\": \"ttl\"}, \"attributes\"");
      assertEquals(0, plan(tables, owned, "--index-kind=redis"), err::toString);
      assertEquals(
          """
          # ISSUER and CLIENT_ID are those of your tokens, because a listing has a groupClaim
          # busiest minute
          # TOPIC_ARN is an SNS topic for alarms, URL an output of sam deploy, and GROUP a group of yours
          LISTINGS=FOLDER/mine.json sam build
          sam deploy --no-confirm-changeset --parameter-overrides AuthMode=jwt JwtIssuer=ISSUER JwtAudience=CLIENT_ID TableStreamArn=ARN
          ./pagemark rebuild --stack pagemark --listing events
          ./pagemark rebuild --stack pagemark --listing @events.ttl
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
      assertEquals(2, plan(tables, EVENTS, "--index-kind=sql"));
      assertTrue(err.toString().contains("'sql' is not dynamodb or redis"), err::toString);
    }
  }
}
