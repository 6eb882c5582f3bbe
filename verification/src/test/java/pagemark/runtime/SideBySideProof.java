package pagemark.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import pagemark.deploy.DeployedFunction;
import pagemark.local.data.LocalAccess;
import pagemark.runtime.TwoReleases.Release;
import pagemark.state.StateTable;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedStream;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The packaged functions of two releases side by side on one index, as they run for minutes while
/// a stack is updated. One release rebuilds; the stream's batches go to either, at random; then
/// both serve every page, open each other's cursors, audit and repair. Then the other release
/// rebuilds.
///
/// If this release builds in a key format that the other one does not know, the other one must
/// refuse: it acknowledges no batch, so that this release gets the same batch and nothing is lost;
/// it answers filtered pages, and numbered ones but the first, with 503, and audits nothing. After
/// its own rebuild, both do everything again.
///
/// Then this release's listing gets a condition, which the other release may not know. It would
/// write entries that the condition leaves out; so a rebuild is refused for as long as its stream
/// function has written in the last minutes, and afterwards the other release must refuse.
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

  /// How long a writer's note counts, and a little more.
  private static final Duration WRITER_AGE_MAX = Duration.ofSeconds(310);

  /// What the reasons of refused batches and audits name.
  private static final String KEY_FORMAT = "key format";

  private static final String LISTING = "comments";
  private static final String AUDIT = "{\"listing\": \"comments\"}";

  private final Random random = new Random(SEED);
  private final TwoReleases releases;
  private final DeployedServers servers;
  private final RandomComments comments;
  private final SignedStream stream;

  /// The key formats of what the other release has built, so that it must know them.
  private final Set<Integer> othersFormats = new HashSet<>();

  private String iterator = "";
  private int written;
  private int pages;
  private int cursors;
  private int unavailable;

  /// Whether all batches go to this release: a note of the other one would keep a rebuild from
  /// beginning.
  private boolean otherRests;

  /// How many batches the other release has taken and refused since these were set to 0.
  private int taken;

  private int refused;

  private SideBySideProof(DeployedServers servers, AwsSide aws, Path other, String listings)
      throws Exception {
    this.servers = servers;
    releases = TwoReleases.of(servers, Files.createTempDirectory("pagemark"), other, listings);
    comments = new RandomComments(servers.dynamo, random);
    SignedCalls calls =
        new SignedCalls(
            UrlConnectionHttpClient.create(), LocalAccess.CREDENTIALS, LocalAccess.REGION.id());
    stream = new SignedStream(calls, aws.endpoint(), servers.stream);
  }

  public static void main(String[] args) throws Exception {
    System.out.printf("seed %d%n", SEED);
    String example = DeployedFunction.text("listings.json");
    for (boolean condition : new boolean[] {true, false}) {
      for (IndexSide index : List.of(IndexSide.redis(), IndexSide.dynamoDb())) {
        run(index, Path.of(args[0]), condition ? conditional(example) : example, condition);
      }
    }
  }

  /// A condition that every comment meets.
  private static String conditional(String listings) throws Exception {
    ObjectNode all = (ObjectNode) JSON.readTree(listings);
    ((ObjectNode) all.path(LISTING)).putObject("where").put("attribute", "PK").put("exists", true);
    return all.toString();
  }

  private static void run(IndexSide index, Path other, String listings, boolean condition)
      throws Exception {
    AwsSide aws = AwsSide.local();
    try (DeployedServers servers = new DeployedServers(aws, index)) {
      SideBySideProof proof = new SideBySideProof(servers, aws, other, listings);
      try {
        if (condition) {
          proof.runWithCondition();
        } else {
          proof.run();
        }
      } finally {
        proof.releases.close();
      }
      System.out.printf(
          "%s%s: %,d records, %,d pages and %,d cursors equal the table, %,d pages are refused,"
              + " audits find nothing%n",
          index.kind(),
          condition ? " with a condition" : "",
          proof.written,
          proof.pages,
          proof.cursors,
          proof.unavailable);
    }
  }

  private void runWithCondition() throws Exception {
    comments.write(WRITES);
    rebuild(Release.OTHER);
    Outcome early =
        releases.process(Release.THIS, "RebuildFunction").invoke(TwoReleases.event("rebuild"));
    require(
        early instanceof Outcome.Failure(var json) && json.contains(KEY_FORMAT),
        "a rebuild beside an earlier writer: " + early);
    releases.rest();
    Thread.sleep(WRITER_AGE_MAX);
    otherRests = true;
    rebuild(Release.THIS);
    otherRests = false;
    System.out.println();
    require(!isKnownToOther(Release.THIS), "OTHER knows conditions");
    System.out.println();
    // The two listings differ, so neither release opens the other one's cursors.
    requirePagesAndAudit(Release.OTHER, false);
    requirePagesAndAudit(Release.THIS, true);
  }

  private void run() throws Exception {
    comments.write(WRITES);
    boolean knew = true;
    for (Release builder : List.of(Release.OTHER, Release.THIS, Release.OTHER)) {
      refused = 0;
      rebuild(builder);
      int beside = refused;
      boolean knows = isKnownToOther(builder);
      System.out.printf(", %d beside the rebuild%n", beside);
      require(beside == 0 || !(knew && knows), "OTHER knows the generations, but refuses them");
      knew = knows;
      // This release comes last, so that it sees what the other one's repair leaves.
      requireService(Release.OTHER, knows);
      requireService(Release.THIS, true);
    }
  }

  /// Whether the other release knows the key format of the generation that serves: it takes either
  /// all batches or none. It must know what it has built itself.
  private boolean isKnownToOther(Release builder) throws Exception {
    int format = servingFormat();
    if (builder == Release.OTHER) {
      othersFormats.add(format);
    }
    taken = 0;
    refused = 0;
    comments.write(WRITES);
    deliver();
    System.out.printf(
        "%s rebuilt in key format %d: OTHER took %d batches, refused %d",
        builder, format, taken, refused);
    require(taken == 0 != (refused == 0), "OTHER takes neither all nor none");
    require(refused == 0 || !othersFormats.contains(format), "OTHER refuses its own format");
    return refused == 0;
  }

  private int servingFormat() {
    return new StateTable(servers.dynamo, DeployedServers.STATE_TABLE)
        .serving(LISTING)
        .orElseThrow()
        .definition()
        .keyFormat();
  }

  /// @param knows whether the release knows the key format of the generation that serves
  private void requireService(Release reader, boolean knows) throws Exception {
    requirePagesAndAudit(reader, knows);
    compareCursors(reader);
  }

  private void requirePagesAndAudit(Release reader, boolean knows) throws Exception {
    for (String filter : List.of("", "&rating=4,5", "&rating=1&language=de")) {
      comparePages(reader, filter, knows);
    }
    Outcome audit = releases.process(reader, "AuditFunction").invoke(AUDIT);
    if (knows) {
      JsonNode found = JSON.readTree(audit.answer().json());
      for (String kind : List.of("missing", "ghost", "misplaced")) {
        require(found.path(kind).asInt(-1) == 0, reader + " audits: " + found);
      }
    } else {
      require(
          audit instanceof Outcome.Failure(var json) && json.contains(KEY_FORMAT),
          reader + " audits: " + audit);
    }
    releases.invoke(reader, "RepairFunction", TwoReleases.event("repair"));
  }

  /// Rebuilds beside writes, as a rebuild waits until both stream functions follow it.
  private void rebuild(Release release) throws Exception {
    FunctionProcess process = releases.process(release, "RebuildFunction");
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            outcome.complete(process.invoke(TwoReleases.event("rebuild")));
          } catch (InterruptedException | RuntimeException | Error e) {
            outcome.completeExceptionally(e);
          }
        });
    while (!outcome.isDone()) {
      comments.write(2 * BATCH);
      deliver();
      Thread.sleep(PAUSE);
    }
    JsonNode rebuilt = JSON.readTree(outcome.get().answer().json());
    require("DONE".equals(rebuilt.path("status").asText()), "rebuilt: " + rebuilt);
    deliver();
  }

  /// Delivers all new records, each batch to either release. What the other one refuses is
  /// delivered to this one.
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
        Release release = otherRests || random.nextInt(2) == 0 ? Release.THIS : Release.OTHER;
        JsonNode answer = releases.invoke(release, "StreamSyncFunction", event.toString());
        if (release == Release.OTHER && isRefused(part, answer)) {
          refused++;
          answer = releases.invoke(Release.THIS, "StreamSyncFunction", event.toString());
        } else if (release == Release.OTHER) {
          taken++;
        }
        require(answer.path("batchItemFailures").isEmpty(), release + " syncs: " + answer);
        written += part.size();
      }
    } while (!batch.isEmpty());
  }

  /// Whether the other release has acknowledged nothing of a batch, because of a key format.
  private boolean isRefused(List<JsonNode> part, JsonNode answer) throws Exception {
    JsonNode failures = answer.path("batchItemFailures");
    String first = part.getFirst().at("/dynamodb/SequenceNumber").asText();
    return failures.size() == 1
        && failures.path(0).path("itemIdentifier").asText().equals(first)
        && releases
            .process(Release.OTHER, "StreamSyncFunction")
            .lines()
            .getLast()
            .path("reason")
            .asText()
            .contains(KEY_FORMAT);
  }

  /// A release that does not know the key format shows the first page of a whole group by the table
  /// alone, and no other numbered page.
  private void comparePages(Release reader, String filter, boolean knows) throws Exception {
    List<String> expected = comments.expected(filter);
    int last = Math.max(1, Math.ceilDiv(expected.size(), SIZE));
    for (int number = 1; number <= last; number++) {
      String query = "page=%d&size=%d%s".formatted(number, SIZE, filter);
      if (!knows && (number > 1 || !filter.isEmpty())) {
        JsonNode response = releases.response(reader, query);
        require(response.path("statusCode").asInt() == 503, reader + ": " + response);
        unavailable++;
        continue;
      }
      JsonNode page = releases.page(reader, query);
      int from = (number - 1) * SIZE;
      List<String> there = expected.subList(from, Math.min(from + SIZE, expected.size()));
      require(there.equals(shown(page)), "%s, %s: %s".formatted(reader, filter, page));
      require(
          !knows || page.at("/page/totalItems").asInt() == expected.size(), reader + ": " + page);
      pages++;
    }
  }

  /// Walks through the group by the cursors of one release, which the other opens. That needs no
  /// index.
  private void compareCursors(Release first) throws Exception {
    List<String> walked = new ArrayList<>();
    Release reader = first;
    JsonNode page = releases.page(reader, "page=1&size=" + SIZE);
    walked.addAll(shown(page));
    while (page.at("/cursors/after").isTextual()) {
      reader = reader == Release.THIS ? Release.OTHER : Release.THIS;
      page =
          releases.page(
              reader, "size=%d&cursor=%s".formatted(SIZE, page.at("/cursors/after").asText()));
      walked.addAll(shown(page));
      cursors++;
    }
    require(walked.equals(comments.expected("")), "by cursors: " + walked);
  }

  private static List<String> shown(JsonNode page) {
    return page.path("items").valueStream().map(item -> item.path("PK").asText()).toList();
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
