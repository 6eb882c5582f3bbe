package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.audit.Audit;
import pagemark.audit.AuditHandler;
import pagemark.audit.AuditListener;
import pagemark.audit.AuditPorts;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.index.IndexServer;
import pagemark.index.TakesLong;
import pagemark.listing.Listing;
import pagemark.redis.RedisTopology;
import pagemark.services.Services;
import pagemark.services.TestContext;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.state.writer.InMemoryWriters;
import pagemark.watch.EventSink;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedStream;
import pagemark.watch.StreamWatch;
import pagemark.watch.StreamWatchHandler;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/// Watches a stream of DynamoDB Local, with an index on a server. Tests move the watch's clock;
/// records have the machine's time.
@TakesLong
@ParameterizedClass
@EnumSource(RedisTopology.class)
final class StreamWatchIT {
  private static final long SEED = 15;
  private static final int WRITES = 120;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LocalServers servers;
  private final StreamedTable table;
  private final Instant begin = Instant.now();
  private final List<String> log = new ArrayList<>();
  private Instant now = begin;
  private boolean failing;
  private int appliedMax = Integer.MAX_VALUE;
  private int delivered;

  StreamWatchIT(IndexServer server) {
    servers = new LocalServers(server);
    table = servers.createTable(TableModel.NAME, "PK", ScalarAttributeType.S);
    RandomTable.LISTINGS.byName().values().forEach(listing -> ensure(listing, table));
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  private void ensure(Listing listing, StreamedTable followed) {
    new EmptyTableBuild(servers.dynamo, servers.state, servers.markers, servers.index.writer())
        .ensure(listing, followed);
  }

  /// The store comes back with an older copy of its data, without the last writes and their fences.
  @Test
  void lostWritesAreAppliedAgainFromTheStreamAndTheMarkIsCleared() {
    List<DynamodbStreamRecord> records = write();
    apply(records.subList(0, records.size() / 2));
    mark(Cause.LOST_WRITES, begin);
    watch(table).run(() -> false);
    assertEquals(Set.of(Cause.LOST_WRITES), causes(), "nothing was read in no time");

    failing = true;
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.LOST_WRITES), causes(), "a record failed");

    failing = false;
    appliedMax = 40;
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.LOST_WRITES), causes(), "a record failed after 40");
    appliedMax = Integer.MAX_VALUE;
    delivered = 0;
    watch(table).run(() -> true);
    assertEquals(2 * (records.size() - 40), delivered, "it goes on from there");
    assertEquals(Set.of(), causes());
    assertHolds();
    assertTrue(log.stream().anyMatch(l -> l.startsWith("lost writes were applied again")));

    delivered = 0;
    watch(table).run(() -> true);
    assertEquals(0, delivered, "nothing is lost, and all is known to be applied");
  }

  @Test
  void aLossThatIsNoticedWhileTheStreamIsReadAgainKeepsItsMark() {
    apply(write());
    mark(Cause.LOST_WRITES, begin);
    Instant noticed = Instant.now().plusSeconds(60);
    // the first delivery shows that the stream is consumed, the second one restores the loss
    int[] deliveries = {0};
    Runnable loss =
        () -> {
          if (++deliveries[0] == 2) {
            serving().forEach(g -> mark(g, Cause.LOST_WRITES, begin, noticed));
          }
        };
    watch(loss, table).run(() -> true);
    assertEquals(2, deliveries[0]);
    assertEquals(Set.of(Cause.LOST_WRITES), causes());
    watch(table).run(() -> true);
    assertEquals(Set.of(), causes());
  }

  @Test
  void aLossThatIsOlderThanTheStreamNeedsARebuild() {
    apply(write());
    Instant old = begin.minus(Duration.ofHours(23)).minusSeconds(1);
    serving().forEach(g -> mark(g, Cause.LOST_WRITES, old, begin));
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes(), "which stands for the loss, too");
    assertTrue(
        log.stream().anyMatch(l -> l.endsWith("remedy=`pagemark rebuild --listing comments`")),
        log::toString);
    log.clear();
    watch(table).run(() -> true);
    assertEquals(List.of(), log, "said once");
  }

  @Test
  void noticesAStoppedConsumerWhetherItRunsAgainOrNot() {
    apply(write());
    watch(table).run(() -> true);
    write();
    failing = true;
    for (int hours = 1; hours <= 22; hours++) {
      now = begin.plus(Duration.ofHours(hours));
      watch(table).run(() -> true);
    }
    assertEquals(Set.of(), causes(), "all records are still there");
    now = begin.plus(Duration.ofHours(23)).plusSeconds(10);
    failing = false;
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
  }

  /// The consumer has been stopped since its deployment, and the watch runs first hours later.
  @Test
  void noticesAConsumerThatWasStoppedBeforeTheFirstWatch() {
    write();
    failing = true;
    now = begin.plus(Duration.ofHours(20));
    watch(table).run(() -> true);
    assertEquals(Set.of(), causes());
    now = begin.plus(Duration.ofHours(23)).plusSeconds(70);
    failing = false;
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
  }

  /// A rebuild while the consumer is stopped reads the table, but misses later writes.
  @Test
  void aGenerationThatIsBuiltWhileTheConsumerStandsIsNoticedADayAfterIts() {
    apply(write());
    watch(table).run(() -> true);
    write();
    failing = true;
    String listing = RandomTable.LISTINGS.byName().firstEntry().getKey();
    Generation old = servers.state.serving(listing).orElseThrow();
    servers.state.register(
        new Generation(
            "g-new",
            listing,
            old.definition(),
            old.table(),
            old.stream(),
            begin.plus(Duration.ofHours(20)),
            Generation.State.BUILDING));
    now = begin.plus(Duration.ofHours(23)).plusSeconds(70);
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
    assertEquals(List.of(), inexact("g-new"));
    now = begin.plus(Duration.ofHours(43)).plusSeconds(70);
    failing = false;
    watch(table).run(() -> true);
    assertEquals(1, inexact("g-new").size());
  }

  private List<Inexact> inexact(String id) {
    return live().stream()
        .filter(g -> g.id().equals(id))
        .flatMap(g -> g.inexact().stream())
        .toList();
  }

  @Test
  void aRunThatIsSuspendedForHoursProvesNothing() {
    apply(write());
    watch(table).run(() -> true);
    write();
    now = begin.plus(Duration.ofHours(20));
    watch(() -> now = begin.plus(Duration.ofHours(30)), table).run(() -> true);
    assertEquals(Set.of(), causes());
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
  }

  /// Writers leave no notes while nothing is written.
  @Test
  void anIdleTableIsFollowed() {
    apply(write());
    for (int hours = 0; hours <= 72; hours += 6) {
      now = begin.plus(Duration.ofHours(hours)).plusSeconds(10);
      watch(table).run(() -> true);
    }
    assertEquals(Set.of(), causes());
    assertHolds();
  }

  /// A new object is in the bucket of failed records.
  @Test
  void recordsGivenUpMakePagesInexactUntilAnAuditHasRepairedAll() throws Exception {
    List<DynamodbStreamRecord> records = write();
    apply(records.subList(0, records.size() - 1));
    Services services = servers.services(RandomTable.LISTINGS, () -> now);
    StreamWatchHandler handler =
        new StreamWatchHandler(
            services, table.name(), records(table), new EventSink(event -> event));
    Path event = Path.of(System.getProperty("pagemark.root", ".."), "events/given-up.json");
    TestContext context = new TestContext();
    handler.handleRequest(
        JSON.readValue(event.toFile(), new TypeReference<Map<String, Object>>() {}), context);
    assertEquals(Set.of(Cause.GIVEN_UP_RECORDS), causes());
    assertTrue(
        context.lines.stream()
            .anyMatch(l -> l.endsWith("`pagemark audit --listing comments --repair`")),
        context.lines::toString);

    AuditSettings telling = new AuditSettings(1, 1, false, Duration.ZERO, Instant.MAX);
    AuditSettings sampling = new AuditSettings(0.999, 1, true, Duration.ZERO, Instant.MAX);
    AuditSettings repairing = new AuditSettings(1, 1, true, Duration.ZERO, Instant.MAX);
    audit(services, telling);
    audit(services, sampling);
    assertEquals(Set.of(Cause.GIVEN_UP_RECORDS), causes(), "not all is shown to be right");
    audit(services, repairing);
    assertEquals(Set.of(), causes());
    assertHolds();
  }

  /// Nothing writes meanwhile, so no time needs to pass.
  private void audit(Services services, AuditSettings settings) {
    for (Generation audited : serving()) {
      AuditPorts real = AuditHandler.ports(services, audited);
      AuditPorts ports =
          new AuditPorts(
              real.inspector(), real.markers(), real.scan(), real.repair(), _ -> {}, real.random());
      AuditResult result = new Audit(ports, settings, AuditListener.NONE).run(audited);
      Audit.clear(servers.state, audited, result);
    }
  }

  @Test
  void generationsOfAStreamThatWasSwitchedOffAndOnAreSuspendedByItsConsumer() {
    apply(write());
    StreamedTable latest = switchedOffAndOn();
    watch(table).run(() -> true);
    assertTrue(serving().stream().noneMatch(Generation::suspended), "an old deployment");
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes(), "nobody brings it what is written now");

    Listing other = RandomTable.LISTINGS.byName().lastEntry().getValue();
    Generation fresh =
        new Generation(
            "g-new",
            other.name(),
            other.definition(),
            latest.arn(),
            latest.stream(),
            begin,
            Generation.State.BUILDING);
    servers.state.register(fresh);
    servers.state.serve(other.name(), "g-new");
    log.clear();
    watch(latest).run(() -> true);
    serving().forEach(g -> assertEquals(!g.id().equals("g-new"), g.suspended(), g::toString));
    String line = log.getFirst();
    assertTrue(line.contains(table.stream()) && line.contains(latest.stream()), line);
    assertTrue(line.contains("pagemark rebuild --listing"), line);
  }

  private StreamedTable switchedOffAndOn() {
    servers.dynamo.updateTable(
        t -> t.tableName(table.name()).streamSpecification(s -> s.streamEnabled(false)));
    servers.dynamo.updateTable(
        t ->
            t.tableName(table.name())
                .streamSpecification(
                    s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    StreamedTable latest = StreamedTable.describe(servers.dynamo, table.name());
    assertFalse(latest.stream().equals(table.stream()));
    return latest;
  }

  private List<DynamodbStreamRecord> write() {
    new TableWrites(servers.dynamo, TableModel.NAME)
        .repeat(new RandomTable(new Random(SEED)).writes(WRITES));
    return new StreamReader(servers.streams, table.stream()).more();
  }

  private void apply(List<DynamodbStreamRecord> records) {
    assertEquals(null, handler().sync(TableModel.event(records), () -> 60_000).unapplied());
  }

  /// Keeps its notes where the watch does not look, as if they were old.
  private StreamSyncHandler handler() {
    return new StreamSyncHandler(
        StreamSyncHandler.setup(
                servers.services(RandomTable.LISTINGS), table.name(), table.stream())
            .with(new InMemoryWriters()));
  }

  private StreamWatch watch(StreamedTable consumed) {
    return watch(() -> {}, consumed);
  }

  private StreamWatch watch(Runnable meanwhile, StreamedTable consumed) {
    StreamSyncHandler handler = handler();
    EventSink sink =
        new EventSink(
            event -> {
              meanwhile.run();
              delivered += event.path("Records").size();
              if (failing) {
                throw new IllegalStateException("the function fails");
              }
              if (event.path("Records").size() > appliedMax) {
                String sequence =
                    event.at("/Records/%d/dynamodb/SequenceNumber".formatted(appliedMax)).asText();
                return json(
                    "{\"batchItemFailures\":[{\"itemIdentifier\":\"%s\"}]}".formatted(sequence));
              }
              return json(
                  EventJson.write(
                      handler.handleRequest(EventJson.read(event.toString()), new TestContext())));
            });
    return new StreamWatchHandler(
            servers.services(RandomTable.LISTINGS, () -> now),
            table.name(),
            records(consumed),
            sink)
        .watch(log::add);
  }

  private SignedStream records(StreamedTable consumed) {
    SignedCalls calls =
        new SignedCalls(
            UrlConnectionHttpClient.create(),
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(servers.accessKey, servers.accessKey)),
            LocalServers.REGION.id());
    return new SignedStream(calls, servers.endpoint, consumed.stream());
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Generation> live() {
    return RandomTable.LISTINGS.byName().keySet().stream()
        .flatMap(listing -> servers.state.live(listing).stream())
        .toList();
  }

  private List<Generation> serving() {
    return live().stream().filter(Generation::isServing).toList();
  }

  private void mark(Cause cause, Instant since) {
    serving().forEach(g -> mark(g, cause, since, Instant.now()));
  }

  private void mark(Generation generation, Cause cause, Instant since, Instant noticed) {
    servers.state.mark(generation.listing(), generation.id(), new Inexact(cause, since, noticed));
  }

  /// Checks the same for all listings.
  private Set<Cause> causes() {
    Set<Set<Cause>> each =
        serving().stream()
            .map(g -> g.inexact().stream().map(Inexact::cause).collect(Collectors.toSet()))
            .collect(Collectors.toSet());
    assertEquals(1, each.size(), each::toString);
    return each.iterator().next();
  }

  private void assertHolds() {
    IndexCheck check = new IndexCheck(servers.index.inspector());
    var items = servers.dynamo.scan(scan -> scan.tableName(table.name())).items();
    serving().forEach(g -> check.assertHolds(g, RandomTable.GROUPS, items, "seed " + SEED));
  }
}
