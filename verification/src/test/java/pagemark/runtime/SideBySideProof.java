package pagemark.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import pagemark.deploy.DeployedFunction;
import pagemark.local.data.LocalAccess;
import pagemark.local.sample.Sample;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedStream;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The packaged functions of two releases side by side on one index, as they run for minutes while
/// a stack is updated. One release rebuilds; the stream's batches go to either, at random; then
/// both serve every page, open each other's cursors, audit and repair. Then the other release
/// rebuilds.
///
/// Run by `mvn -Pproof -Dproof=pagemark.runtime.SideBySideProof -Dfile=FOLDER`. FOLDER is a
/// checkout of the other release, packaged by `mvn -Dquick -DskipTests -DskipITs package`.
public final class SideBySideProof {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long SEED = 20_261_122;
  private static final int WRITES = 600;
  private static final int BATCH = 25;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int SIZE = 7;
  private static final String CURSOR_KEY = "0123456789abcdef0123456789abcdef";
  private static final List<String> RATINGS = List.of("1", "2", "3", "4", "5");

  private final Random random = new Random(SEED);
  private final Map<String, Map<String, AttributeValue>> table = new TreeMap<>();
  private final Map<String, FunctionProcess> running = new HashMap<>();
  private final Path folder = Files.createTempDirectory("pagemark");
  private final DeployedServers servers;
  private final SignedStream stream;
  private final Path other;
  private String iterator = "";
  private int written;
  private int pages;
  private int cursors;

  private SideBySideProof(DeployedServers servers, AwsSide aws, Path other) throws Exception {
    this.servers = servers;
    this.other = other;
    SignedCalls calls =
        new SignedCalls(
            UrlConnectionHttpClient.create(), LocalAccess.CREDENTIALS, LocalAccess.REGION.id());
    stream = new SignedStream(calls, aws.endpoint(), servers.stream);
  }

  public static void main(String[] args) throws Exception {
    System.out.printf("seed %d%n", SEED);
    for (IndexSide index : List.of(IndexSide.redis(), IndexSide.dynamoDb())) {
      AwsSide aws = AwsSide.local();
      try (DeployedServers servers = new DeployedServers(aws, index)) {
        SideBySideProof proof = new SideBySideProof(servers, aws, Path.of(args[0]));
        try {
          proof.run();
        } finally {
          proof.running.values().forEach(FunctionProcess::close);
        }
        System.out.printf(
            "%s: %,d records, %,d pages and %,d cursors equal the table, audits find nothing%n",
            index.kind(), proof.written, proof.pages, proof.cursors);
      }
    }
  }

  private void run() throws Exception {
    write(WRITES);
    for (Release release : List.of(Release.OTHER, Release.THIS, Release.OTHER)) {
      rebuild(release);
      write(WRITES);
      deliver();
      for (Release reader : Release.values()) {
        comparePages(reader);
        compareCursors(reader);
        JsonNode audit = invoke(reader, "AuditFunction", "{\"listing\": \"comments\"}");
        for (String kind : List.of("missing", "ghost", "misplaced")) {
          require(audit.path(kind).asInt(-1) == 0, reader + " audits: " + audit);
        }
        invoke(reader, "RepairFunction", event("repair"));
      }
    }
  }

  /// Rebuilds beside writes, as a rebuild waits until both stream functions follow it.
  private void rebuild(Release release) throws Exception {
    FunctionProcess process = process(release, "RebuildFunction");
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            outcome.complete(process.invoke(event("rebuild")));
          } catch (InterruptedException | RuntimeException | Error e) {
            outcome.completeExceptionally(e);
          }
        });
    while (!outcome.isDone()) {
      write(2 * BATCH);
      deliver();
      Thread.sleep(PAUSE);
    }
    JsonNode rebuilt = JSON.readTree(outcome.get().answer().json());
    require("DONE".equals(rebuilt.path("status").asText()), "rebuilt: " + rebuilt);
    deliver();
  }

  /// Puts and deletes comments of one product at random.
  private void write(int writes) {
    for (int i = 0; i < writes; i++) {
      String author = "author" + random.nextInt(200);
      if (random.nextInt(4) == 0) {
        table.remove(author);
        servers.dynamo.deleteItem(
            d ->
                d.tableName(DeployedServers.TABLE).key(Map.of("PK", AttributeValue.fromS(author))));
      } else {
        Map<String, AttributeValue> comment = comment(author);
        table.put(author, comment);
        servers.dynamo.putItem(p -> p.tableName(DeployedServers.TABLE).item(comment));
      }
    }
  }

  private Map<String, AttributeValue> comment(String author) {
    return Map.of(
        "PK", AttributeValue.fromS(author),
        "PK2", AttributeValue.fromS(Sample.GROUP),
        "SK",
            AttributeValue.fromS(
                "2024-05-%02d 10:%02d".formatted(1 + random.nextInt(20), random.nextInt(3))),
        "rating", AttributeValue.fromN(RATINGS.get(random.nextInt(RATINGS.size()))),
        "language", AttributeValue.fromS(random.nextBoolean() ? "de" : "en"),
        "title", AttributeValue.fromS("title"),
        "text", AttributeValue.fromS("text"));
  }

  /// Delivers all new records, each batch to either release.
  private void deliver() throws Exception {
    if (iterator.isEmpty()) {
      iterator = stream.iterator(stream.shards().getFirst().id(), null);
    }
    List<JsonNode> batch;
    do {
      WatchedStream.Fetched fetched = stream.read(iterator);
      iterator = String.valueOf(fetched.next());
      batch = fetched.records();
      for (int from = 0; from < batch.size(); from += BATCH) {
        List<JsonNode> part = batch.subList(from, Math.min(from + BATCH, batch.size()));
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        part.forEach(event.putArray("Records")::add);
        Release release = Release.values()[random.nextInt(2)];
        JsonNode answer = invoke(release, "StreamSyncFunction", event.toString());
        require(answer.path("batchItemFailures").isEmpty(), release + " syncs: " + answer);
        written += part.size();
      }
    } while (!batch.isEmpty());
  }

  private void comparePages(Release reader) throws Exception {
    for (String filter : List.of("", "&rating=4,5", "&rating=1&language=de")) {
      List<String> expected = expected(filter);
      int last = Math.max(1, Math.ceilDiv(expected.size(), SIZE));
      for (int number = 1; number <= last; number++) {
        JsonNode page = page(reader, "page=%d&size=%d%s".formatted(number, SIZE, filter));
        int from = (number - 1) * SIZE;
        List<String> there = expected.subList(from, Math.min(from + SIZE, expected.size()));
        require(there.equals(shown(page)), "%s, %s: %s".formatted(reader, filter, page));
        require(page.at("/page/totalItems").asInt() == expected.size(), reader + ": " + page);
        pages++;
      }
    }
  }

  /// Walks through the group by the cursors of one release, which the other opens.
  private void compareCursors(Release first) throws Exception {
    List<String> walked = new ArrayList<>();
    Release reader = first;
    JsonNode page = page(reader, "page=1&size=" + SIZE);
    walked.addAll(shown(page));
    while (page.at("/cursors/after").isTextual()) {
      reader = reader == Release.THIS ? Release.OTHER : Release.THIS;
      page = page(reader, "size=%d&cursor=%s".formatted(SIZE, page.at("/cursors/after").asText()));
      walked.addAll(shown(page));
      cursors++;
    }
    require(walked.equals(expected("")), "by cursors: " + walked);
  }

  /// The keys of the table's comments, the newest first, ties by key.
  private List<String> expected(String filter) {
    return table.values().stream()
        .filter(item -> !filter.contains("rating=4,5") || "45".contains(number(item)))
        .filter(item -> !filter.contains("rating=1") || number(item).equals("1"))
        .filter(item -> !filter.contains("language") || text(item, "language").equals("de"))
        .sorted(
            Comparator.<Map<String, AttributeValue>, String>comparing(item -> text(item, "SK"))
                .thenComparing(item -> text(item, "PK"))
                .reversed())
        .map(item -> text(item, "PK"))
        .toList();
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return item.getOrDefault(name, AttributeValue.fromS("")).s();
  }

  private static String number(Map<String, AttributeValue> item) {
    return item.getOrDefault("rating", AttributeValue.fromN("0")).n();
  }

  private JsonNode page(Release reader, String query) throws Exception {
    ObjectNode event = (ObjectNode) JSON.readTree(event("api-page"));
    event.put("rawQueryString", query);
    ObjectNode parameters = event.putObject("queryStringParameters");
    for (String parameter : query.split("&", -1)) {
      int equals = parameter.indexOf('=');
      parameters.put(parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    JsonNode response = invoke(reader, "ApiFunction", event.toString());
    require(response.path("statusCode").asInt() == 200, reader + ": " + response);
    return JSON.readTree(response.path("body").asText());
  }

  private static List<String> shown(JsonNode page) {
    return page.path("items").valueStream().map(item -> item.path("PK").asText()).toList();
  }

  private enum Release {
    THIS,
    OTHER
  }

  private JsonNode invoke(Release release, String function, String event) throws Exception {
    return JSON.readTree(process(release, function).invoke(event).answer().json());
  }

  private FunctionProcess process(Release release, String function) throws Exception {
    String name = release + "-" + function;
    FunctionProcess process = running.get(name);
    if (process == null) {
      DeployedFunction packaged = servers.function(function);
      if (release == Release.OTHER) {
        packaged = packaged.from(other);
      }
      process =
          FunctionProcess.start(
              servers
                  .packaged(packaged, folder.resolve(name + running.size()))
                  .with("CURSOR_KEY", CURSOR_KEY));
      running.put(name, process);
    }
    return process;
  }

  private static String event(String name) {
    return DeployedFunction.text("events/" + name + ".json");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
