package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Compiles and runs the example of docs/pages.md. The client, the tables' names and the file of
/// the listings are replaced by those of the test; all else is as it stands there.
final class DocumentedExampleIT {
  @Test
  void printsAPage(@TempDir Path folder) throws Exception {
    try (RedisServer redis = RedisServer.start(RedisServer.Options.inMemory());
        IndexStore index = IndexStores.open(redis.uri().toString(), IndexSettings.DEFAULT)) {
      ListedTable table = new ListedTable("documented", Definitions.COMMENTS, index);
      table.open();
      table.put(IntStream.range(0, 25).mapToObj(DocumentedExampleIT::review).toList());
      Path listings = Files.writeString(folder.resolve("listings.json"), Definitions.COMMENTS);
      DocumentedExample.compile(
          folder,
          "Reviews",
          documented()
              .replace("\"listings.json\"", "\"" + listings + "\"")
              .replace("\"store\"", "\"documented\"")
              .replace("\"pagemark-state\"", "\"documented-state\"")
              .replace("DynamoDbClient.create()", client()));

      List<String> expected = new ArrayList<>();
      IntStream.iterate(24, i -> i >= 0, i -> i - 1)
          .filter(i -> i % 6 >= 4)
          .mapToObj(i -> "title of c%02d".formatted(i))
          .forEach(expected::add);
      assertEquals(8, expected.size());
      assertEquals(
          String.join("\n", expected.subList(5, 8)) + "\npage 2 of 2\n",
          DocumentedExample.printed(folder, "Reviews", redis.uri().toString()));
    }
  }

  /// A client of the table, in Java.
  private static String client() {
    return """
    DynamoDbClient.builder()
        .endpointOverride(java.net.URI.create("%s"))
        .region(software.amazon.awssdk.regions.Region.US_EAST_1)
        .credentialsProvider(
            software.amazon.awssdk.auth.credentials.StaticCredentialsProvider.create(
                software.amazon.awssdk.auth.credentials.AwsBasicCredentials.create("local", "local")))
        .build()
    """
        .formatted(ListedTable.endpoint());
  }

  private static Map<String, AttributeValue> review(int i) {
    String at = "2024-05-01 00:%02d".formatted(i);
    Map<String, AttributeValue> review =
        new HashMap<>(ListedTable.comment("c%02d".formatted(i), "DAFT_PUNK_TSHIRT", at));
    review.put("rating", fromN("" + i % 6));
    return review;
  }

  private static String documented() throws Exception {
    String text = DocumentedExample.of("pages.md");
    assertTrue(text.contains(".size(10)"), text);
    return text.replace(".size(10)", ".size(5)");
  }
}
