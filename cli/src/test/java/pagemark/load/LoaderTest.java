package pagemark.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.load.Loader.LoadException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

final class LoaderTest implements Loader.Listener {
  private static final Listing LISTING =
      Listings.parse(
              """
              {"notes": {"table": "notes", "index": "byTopic", "group": {"attribute": "topic"},
                "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
                "attributes": "*"}}
              """,
              Map.of())
          .find("notes")
          .orElseThrow();

  @TempDir private Path folder;
  private final FakeDynamo dynamo = new FakeDynamo();
  private final List<String> failures = new ArrayList<>();
  private final List<Loader.Count> counts = new ArrayList<>();

  @Test
  void allLinesAreWritten() throws IOException {
    List<String> lines = notes(310);
    lines.set(0, "{\"id\": \"n0\", \"topic\": null, \"at\": null}");
    Loader.Count count = load(lines);

    assertEquals(310, count.loaded());
    assertEquals(0, count.failed());
    assertEquals(310, dynamo.table.size());
    assertEquals(AttributeValue.fromNul(true), requireNonNull(dynamo.table.get("n0")).get("at"));
    assertEquals(count.bytes(), count.bytesRead());
    assertEquals(13, counts.size());
  }

  @Test
  void theLaterOfTwoLinesWithOneKeyWins() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      lines.add("{\"id\": \"n%d\", \"at\": %d}".formatted(i % 3 == 0 ? 0 : i, i));
    }

    assertEquals(400, load(lines).loaded());
    assertEquals(AttributeValue.fromN("399"), requireNonNull(dynamo.table.get("n0")).get("at"));
  }

  @Test
  void reportsWrongLinesAndLoadsTheRest() throws IOException {
    List<String> lines = notes(30);
    lines.set(0, "secret");
    lines.set(1, "");
    lines.set(2, "{\"id\": 5, \"at\": 1}");
    lines.set(3, "{\"id\": \"\", \"at\": 1}");
    lines.set(4, "{\"id\": \"%s\", \"at\": 1}".formatted("x".repeat(2049)));
    lines.set(5, "{\"id\": \"x\", \"topic\": \"a\", \"at\": 9007199254740993}");
    lines.set(6, "{\"id\": \"x\", \"text\": \"%s\"}".formatted("x".repeat(400 * 1024)));
    lines.set(7, "\"" + "x".repeat(Loader.LINE_BYTES_MAX) + "\"");
    lines.set(8, "{\"id\": \"refused\"}");
    lines.set(9, "{\"id\": \"x\", \"n\": 1e-2147483648}");
    lines.set(10, "{\"id\": \"x\\uD800\", \"at\": 1}");

    Loader.Count count = load(lines);

    assertEquals(19, count.loaded());
    assertEquals(10, count.failed());
    assertEquals(19, dynamo.table.size());
    assertEquals("1: is not JSON, at column 1", failures.get(0));
    assertEquals("3: id must be of the type S", failures.get(1));
    assertEquals("4: id must have 1 to 2048 bytes", failures.get(2));
    assertEquals("5: id must have 1 to 2048 bytes", failures.get(3));
    assertTrue(failures.get(4).startsWith("6: at "), failures.get(4));
    assertEquals("7: is an item of more than 400 KB", failures.get(5));
    assertEquals("8: is longer than 4 MB", failures.get(6));
    assertTrue(failures.get(7).startsWith("10: n is 1e-2147483648, "), failures.get(7));
    assertTrue(failures.get(8).startsWith("11: id has half of a surrogate"), failures.get(8));
    assertTrue(failures.get(9).startsWith("9: is refused by DynamoDB"), failures.get(9));
    assertTrue(failures.stream().noneMatch(failure -> failure.contains("secret")));
  }

  @Test
  void itemsAreCheckedAndWrittenAsLinesAre() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      items.add(
          Map.of("id", AttributeValue.fromS("n" + i % 50), "at", AttributeValue.fromN("" + i)));
    }
    items.set(7, Map.of("id", AttributeValue.fromN("7")));

    Loader.Count count = new Loader(dynamo, LISTING, this).load(items.stream(), 60);

    assertEquals(new Loader.Count(59, 1, 60, 60), count);
    assertEquals(List.of("8: id must be of the type S"), failures);
    assertEquals(AttributeValue.fromN("59"), requireNonNull(dynamo.table.get("n9")).get("at"));
    assertEquals(50, dynamo.table.size());
  }

  @Test
  void reportsAMissingTable() {
    dynamo.exists = false;

    var e = assertThrows(LoadException.class, () -> load(notes(1)));

    assertEquals("the table notes of the listing notes does not exist", e.getMessage());
  }

  @Test
  void reportsATruncatedFile() throws IOException {
    Path file = folder.resolve("cut.jsonl.gz");
    Files.write(file, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0});

    var e = assertThrows(LoadException.class, () -> new Loader(dynamo, LISTING, this).load(file));

    assertTrue(String.valueOf(e.getMessage()).startsWith("the file cannot be read at line 1: "));
  }

  @Test
  void writesWhatComesBeforeTheEndOfATruncatedFile() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(String.join("\n", notes(5_000)).getBytes(UTF_8));
    }
    Path file = folder.resolve("half.jsonl.gz");
    Files.write(file, Arrays.copyOf(packed.toByteArray(), packed.size() / 2));

    var e = assertThrows(LoadException.class, () -> new Loader(dynamo, LISTING, this).load(file));

    String at = String.valueOf(e.getMessage()).replaceAll("(?s).* at line ([0-9]+):.*", "$1");
    assertEquals(Long.parseLong(at) - 1, counts.getLast().loaded());
    assertTrue(counts.getLast().loaded() % 1_000 > 0, at);
  }

  private static List<String> notes(int count) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add("{\"id\": \"n%d\", \"topic\": \"a\", \"at\": %d}".formatted(i, i));
    }
    return lines;
  }

  private Loader.Count load(List<String> lines) throws IOException {
    Path file = Files.write(folder.resolve("items.jsonl"), lines);
    return new Loader(dynamo, LISTING, this).load(file);
  }

  @Override
  public void failed(long line, String reason) {
    failures.add(line + ": " + reason);
  }

  @Override
  public void moved(Loader.Count count) {
    counts.add(count);
  }

  /// Refuses a batch as DynamoDB does, if a key is in it twice or an item is invalid.
  private static final class FakeDynamo implements DynamoDbClient {
    private final Map<String, Map<String, AttributeValue>> table = new ConcurrentHashMap<>();
    private boolean exists = true;

    @Override
    public DescribeTableResponse describeTable(DescribeTableRequest request) {
      if (!exists) {
        throw ResourceNotFoundException.builder().message("none").build();
      }
      return DescribeTableResponse.builder()
          .table(
              t ->
                  t.keySchema(
                          KeySchemaElement.builder()
                              .attributeName("id")
                              .keyType(KeyType.HASH)
                              .build())
                      .attributeDefinitions(
                          AttributeDefinition.builder()
                              .attributeName("id")
                              .attributeType(ScalarAttributeType.S)
                              .build()))
          .build();
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
      List<WriteRequest> batch = request.requestItems().getOrDefault("notes", List.of());
      List<String> keys = batch.stream().map(FakeDynamo::id).toList();
      if (keys.stream().distinct().count() < keys.size() || keys.contains("refused")) {
        throw DynamoDbException.builder()
            .awsErrorDetails(AwsErrorDetails.builder().errorCode("ValidationException").build())
            .build();
      }
      batch.forEach(w -> table.put(id(w), w.putRequest().item()));
      return BatchWriteItemResponse.builder().unprocessedItems(Map.of()).build();
    }

    private static String id(WriteRequest write) {
      return requireNonNull(write.putRequest().item().get("id")).s();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }
}
