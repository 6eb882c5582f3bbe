package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.listing.json.Listings;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.local.PooledStack;
import picocli.CommandLine;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// `pagemark redrive` on the index of a running stack.
final class RedriveCommandIT {
  private static final String LISTINGS =
      """
      {"notes": {"table": "notes", "group": {"attribute": "topic"},
        "sort": {"attribute": "at", "type": "integer"},
        "key": [{"attribute": "topic"}, {"attribute": "id"}], "attributes": "*"}}
      """;
  private static final LocalStack STACK =
      PooledStack.start(LocalOptions.of(Listings.parse(LISTINGS, Map.of())), System.err::println);

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterAll
  static void stop() {
    STACK.close();
  }

  @BeforeEach
  void writeListings() throws Exception {
    Files.writeString(folder.resolve("listings.json"), LISTINGS);
  }

  private static void put(String id, AttributeValue at) throws InterruptedException {
    Map<String, AttributeValue> item =
        Map.of("topic", AttributeValue.fromS("a"), "id", AttributeValue.fromS(id), "at", at);
    STACK.client().putItem(p -> p.tableName("notes").item(item));
    assertTrue(STACK.await(Duration.ofSeconds(30)).isCaughtUp());
  }

  private int redrive(String... more) {
    CommandLine command = Pagemark.commandLine();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    String[] arguments = {
      "redrive",
      "--listing",
      "notes",
      "--listings",
      folder.resolve("listings.json").toString(),
      "--dynamodb-endpoint",
      STACK.dynamodb().toString(),
      "--index",
      STACK.index()
    };
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return command.execute(all);
  }

  @Test
  void poisonStaysQuarantinedUntilItIsCorrected() throws Exception {
    put("first", AttributeValue.fromS("not a number"));
    put("second", AttributeValue.fromN("2"));

    assertEquals(1, redrive("--json"), err::toString);
    assertEquals(
        """
        {"quarantinedSettled":0,"suspectsSettled":0,"poison":1,"open":0}
        """,
        out.toString());

    put("first", AttributeValue.fromN("1"));
    assertEquals(0, redrive(), err::toString);
    assertTrue(out.toString().contains("Settled 0 quarantined items and 0 suspects"), "at once");
  }
}
