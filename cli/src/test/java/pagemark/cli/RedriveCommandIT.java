package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;
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
      PooledStack.start(
          new LocalOptions(0, 0, 0, null, Listings.parse(LISTINGS, Map.of()), 0),
          System.err::println);

  @TempDir private Path folder;

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

  private NotesStack.Exit redrive(String... more) {
    return new NotesStack(folder, STACK, List.of()).run("redrive", more);
  }

  @Test
  void poisonStaysQuarantinedUntilItIsCorrected() throws Exception {
    put("first", AttributeValue.fromS("not a number"));
    put("second", AttributeValue.fromN("2"));

    assertEquals(
        new NotesStack.Exit(
            1,
            """
            {"quarantinedSettled":0,"suspectsSettled":0,"poison":1,"open":0}
            """,
            ""),
        redrive("--json"));

    put("first", AttributeValue.fromN("1"));
    NotesStack.Exit settled = redrive().ended(0);
    assertTrue(settled.output().contains("Settled 0 quarantined items and 0 suspects"), "at once");
  }
}
