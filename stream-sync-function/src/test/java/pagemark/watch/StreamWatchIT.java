package pagemark.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.audit.Audit;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditSettings;
import pagemark.function.StreamWatchHandler;
import pagemark.function.Wiring;
import pagemark.index.IndexServer;
import pagemark.index.TakesLong;
import pagemark.listing.Listing;
import pagemark.services.TestContext;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.state.SampleGenerations;
import pagemark.sync.EventJson;
import pagemark.sync.IndexCheck;
import pagemark.sync.LocalServers;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamReader;
import pagemark.sync.StreamSync;
import pagemark.sync.StreamedTable;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableModel;
import pagemark.sync.TableWrites;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/// The watch notices records that never reach the index: they were given up, or the table has
/// another stream. It applies records again whose writes the store has lost.
@TakesLong(nightly = 20)
@ParameterizedClass
@MethodSource("pagemark.sync.AnyStore#redis")
final class StreamWatchIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long SEED = 15;
  private static final int WRITES = 120;
  private final LocalServers servers;
  private final StreamedTable table;
  private final Instant begin = Instant.now();
  private final List<String> log = new ArrayList<>();
  private boolean failing;
  private int appliedMax = Integer.MAX_VALUE;
  private int delivered;

  StreamWatchIT(IndexServer server) {
    servers = new LocalServers(server);
    table = servers.createTable();
    RandomTable.LISTINGS.byName().values().forEach(listing -> servers.ensure(listing, table));
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  private List<DynamodbStreamRecord> write() {
    new TableWrites(servers.dynamo, TableModel.NAME)
        .repeat(new RandomTable(new Random(SEED)).writes(WRITES));
    return new StreamReader(servers.records(table)).more();
  }

  private void apply(List<DynamodbStreamRecord> records) {
    assertEquals(null, SyncFixture.deliver(consumer(), records));
  }

  /// Keeps its notes where the watch does not look, as if they were old.
  private StreamSync consumer() {
    return servers.consumer(RandomTable.LISTINGS, table);
  }

  private Wiring wiring(StreamedTable consumed) {
    return new Wiring(servers.services(RandomTable.LISTINGS), consumed.name(), consumed.stream());
  }

  private StreamWatch watch(StreamedTable consumed) {
    StreamSync consumer = consumer();
    EventSink sink =
        new EventSink(
            event -> {
              delivered += event.path("Records").size();
              if (failing) {
                throw new IllegalStateException("the function fails");
              }
              if (event.path("Records").size() > appliedMax) {
                String sequence =
                    event.at("/Records/%d/dynamodb/SequenceNumber".formatted(appliedMax)).asText();
                return EventJson.parse(
                    "{\"batchItemFailures\":[{\"itemIdentifier\":\"%s\"}]}".formatted(sequence));
              }
              return EventJson.handle(consumer, event);
            });
    return wiring(consumed).watch(servers.records(consumed), sink).watch(log::add);
  }

  private List<Generation> live() {
    return RandomTable.LISTINGS.byName().keySet().stream()
        .flatMap(listing -> servers.state.live(listing).stream())
        .toList();
  }

  private List<Generation> serving() {
    return live().stream().filter(Generation::isServing).toList();
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

  /// The store comes back with an older copy of its data, without the last writes and their fences.
  @Test
  void lostWritesAreAppliedAgainFromTheStreamAndTheMarkIsCleared() {
    List<DynamodbStreamRecord> records = write();
    apply(records.subList(0, records.size() / 2));
    serving().forEach(this::markLost);
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

  private void markLost(Generation generation) {
    servers.state.mark(
        generation.listing(),
        generation.id(),
        new Inexact(Cause.LOST_WRITES, begin, Instant.now()));
  }

  /// A new object is in the bucket of failed records.
  @Test
  void recordsGivenUpMakePagesInexactUntilAnAuditHasRepairedAll() throws Exception {
    List<DynamodbStreamRecord> records = write();
    apply(records.subList(0, records.size() - 1));
    StreamWatchHandler handler =
        wiring(table).watch(servers.records(table), new EventSink(event -> event));
    Path event = Path.of(System.getProperty("pagemark.root", ".."), "events/given-up.json");
    TestContext context = new TestContext();
    handler.handleRequest(
        JSON.readValue(event.toFile(), new TypeReference<Map<String, Object>>() {}), context);
    assertEquals(Set.of(Cause.GIVEN_UP_RECORDS), causes());
    assertTrue(
        context.lines.stream()
            .anyMatch(l -> l.endsWith("`pagemark audit --listing comments --repair`")),
        context.lines::toString);

    AuditSettings telling = new AuditSettings(1, 0, 1, false, Duration.ZERO, Instant.MAX);
    AuditSettings sampling = new AuditSettings(0.999, 0, 1, true, Duration.ZERO, Instant.MAX);
    AuditSettings repairing = new AuditSettings(1, 0, 1, true, Duration.ZERO, Instant.MAX);
    audit(telling);
    audit(sampling);
    assertEquals(Set.of(Cause.GIVEN_UP_RECORDS), causes(), "not all is shown to be right");
    audit(repairing);
    assertEquals(Set.of(), causes());
    assertHolds();
  }

  /// Nothing writes meanwhile, so no time needs to pass.
  private void audit(AuditSettings settings) {
    for (Generation audited : serving()) {
      AuditSetup real = wiring(table).audit(audited);
      AuditSetup setup =
          new AuditSetup(
              real.indexed().with(_ -> {}), real.inspector(), real.scan(), real.random());
      new Audit(setup, settings).run(audited);
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
    servers.state.register(SampleGenerations.ofStream(other, "g-new", latest.stream(), begin));
    servers.state.serve(other.name(), "g-new");
    log.clear();
    watch(latest).run(() -> true);
    serving().forEach(g -> assertEquals(!g.id().equals("g-new"), g.suspended(), g::toString));
    String line = log.getFirst();
    assertTrue(line.contains(table.stream()) && line.contains(latest.stream()), line);
    assertTrue(line.contains("pagemark rebuild --listing"), line);
  }

  /// The table's description keeps the ARN of a stream that is off. An audit repairs what was
  /// written meanwhile, and cannot know what will be.
  @Test
  void aStreamThatIsSwitchedOffAndLeftOffIsToldInOneRun() throws Exception {
    apply(write());
    watch(table).run(() -> true);
    assertEquals(Set.of(), causes());
    switchOff();
    StreamedTable off = StreamedTable.describe(servers.dynamo, table.name());
    assertEquals(Cause.STREAM_OFF, off.fault());
    assertEquals(table.stream(), off.stream());
    log.clear();
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.STREAM_OFF), causes());
    assertTrue(
        log.stream().allMatch(l -> l.contains("update-table --table-name comments ")),
        log::toString);
    audit(new AuditSettings(1, 0, 1, true, Duration.ZERO, Instant.MAX));
    assertEquals(Set.of(Cause.STREAM_OFF), causes());

    switchOn(StreamViewType.NEW_IMAGE);
    watch(table).run(() -> true);
    assertEquals(
        Set.of(Cause.STREAM_OFF, Cause.STREAM_WITHOUT_IMAGES, Cause.MISSED_RECORDS), causes());
    Listing listing = RandomTable.LISTINGS.byName().firstEntry().getValue();
    StreamedTable faulty = StreamedTable.describe(servers.dynamo, table.name());
    assertFalse(servers.ensure(listing, faulty));
    Optional<String> refused = faulty.whyNot(listing.name());
    assertTrue(refused.orElseThrow().contains("StreamEnabled=false"), refused::toString);

    switchOff();
    switchOn(StreamViewType.NEW_AND_OLD_IMAGES);
    watch(table).run(() -> true);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
  }

  private void switchOff() {
    servers.dynamo.updateTable(
        t -> t.tableName(table.name()).streamSpecification(s -> s.streamEnabled(false)));
  }

  private void switchOn(StreamViewType view) {
    servers.dynamo.updateTable(
        t ->
            t.tableName(table.name())
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(view)));
  }

  private StreamedTable switchedOffAndOn() {
    switchOff();
    switchOn(StreamViewType.NEW_AND_OLD_IMAGES);
    StreamedTable latest = StreamedTable.describe(servers.dynamo, table.name());
    assertFalse(latest.stream().equals(table.stream()));
    return latest;
  }
}
