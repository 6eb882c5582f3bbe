package pagemark.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.listing.Definitions;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.state.SampleGenerations;
import pagemark.state.Work.Part;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import pagemark.sync.EventJson;
import pagemark.sync.StreamSync.StreamTrust;
import pagemark.sync.StreamedTable;
import pagemark.sync.TableModel;
import pagemark.watch.ShardWalk.StreamProgress;

/// A table is written every five minutes, but the consumer of its stream is stopped, or notes how
/// far it is. The watch runs after each write.
final class StreamWatchTest {
  private static final Instant BEGIN = Instant.parse("2026-11-21T00:07:00Z");
  private static final Duration EVERY = Duration.ofMinutes(5);
  private static final Duration RECORDS_LAST = Duration.ofHours(23).plus(EVERY);
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final InMemoryState state = new InMemoryState();
  private final List<Instant> written = new ArrayList<>();
  private final Writers writers = Writers.of(state);
  private final List<String> marks = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private Supplier<StreamedTable> table = () -> described(TableModel.STREAM, null);
  private Runnable delivery =
      () -> {
        throw new IllegalStateException("the function fails");
      };
  private UnaryOperator<JsonNode> answer = event -> event;
  private Instant now = BEGIN;

  @BeforeEach
  void serve() {
    state.register(
        SampleGenerations.ofStream(Definitions.comments(), "g1", TableModel.STREAM, BEGIN));
    state.serve("comments", "g1");
  }

  private Set<Inexact> inexact() {
    return state.serving("comments").orElseThrow().inexact();
  }

  private void runUntil(Duration sinceBegin) {
    while (now.isBefore(BEGIN.plus(sinceBegin))) {
      now = now.plus(EVERY);
      written.add(now);
      watch().run(() -> true);
    }
  }

  private StreamWatch watch() {
    return watch(TableModel.STREAM);
  }

  private StreamWatch watch(String consumed) {
    return new StreamWatch(
        new StreamWatch.Ports(
            () -> state.live("comments"),
            () -> table.get(),
            state,
            writers,
            new Shard(written),
            new EventSink(
                event -> {
                  delivery.run();
                  return answer.apply(event);
                }),
            () -> now),
        consumed,
        this::log);
  }

  private void log(String line) {
    log.add(line);
    if (line.startsWith("the index may differ from the table")) {
      marks.add(line);
    }
  }

  /// Each run renews the mark. The log has a line if the mark is new, and then one each hour.
  @Test
  void logsAStoppedConsumerAtOnceAndThenOnceAnHour() {
    runUntil(Duration.ofHours(23));
    assertEquals(Set.of(), inexact());
    assertEquals(List.of(), marks);

    runUntil(Duration.ofHours(23).plus(EVERY));
    assertEquals(Set.of(new Inexact(Cause.MISSED_RECORDS, BEGIN, now)), inexact());
    assertEquals(1, marks.size());

    runUntil(Duration.ofHours(26).plus(EVERY));
    assertEquals(Set.of(new Inexact(Cause.MISSED_RECORDS, BEGIN, now)), inexact());
    assertEquals(4, marks.size(), "of 36 more runs, the first one of each hour");
  }

  /// The watch delivers the records itself, so that nothing else tells of it.
  @Test
  void tellsOfAConsumerThatLeavesRecordsToIt() {
    delivery = () -> {};
    written.add(now);
    writers.note(new WriterNote("w", TableModel.STREAM, Set.of("g1"), now, 0));
    now = now.plus(EVERY).plus(EVERY);
    assertFalse(watch().run(() -> true), "the consumer noted it");
    written.add(now);
    now = now.plus(EVERY);
    assertTrue(watch().run(() -> true));
  }

  @Test
  void aRunWhoseClockWasAheadHidesNoRecords() {
    delivery = () -> {};
    now = BEGIN.plus(Duration.ofHours(2));
    watch().run(() -> true);
    written.add(BEGIN.plus(EVERY));
    now = BEGIN.plus(EVERY).plus(EVERY);
    assertTrue(watch().run(() -> true), "the record is delivered");
  }

  @Test
  void aWriterWhoseClockWasAheadHidesNoRecords() {
    List<Instant> delivered = new ArrayList<>();
    delivery = () -> delivered.add(now);
    Instant ahead = BEGIN.plus(Duration.ofHours(2));
    writers.note(new WriterNote("w", TableModel.STREAM, Set.of("g1"), ahead, 0));
    written.add(BEGIN.plus(EVERY));
    now = BEGIN.plus(EVERY).plus(EVERY);
    watch().run(() -> true);
    assertEquals(List.of(now), delivered);
  }

  /// The records of before may have expired.
  @Test
  void aConsumerThatWasStoppedForADayIsNoticedAlthoughItRunsAgain() {
    runUntil(Duration.ofHours(23));
    delivery = () -> {};
    runUntil(RECORDS_LAST);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
  }

  /// The consumer has been stopped since its deployment, and the watch runs first hours later.
  @Test
  void aConsumerThatWasStoppedBeforeTheFirstWatchIsNoticed() {
    written.add(BEGIN);
    watchAfter(Duration.ofHours(20));
    assertEquals(Set.of(), causes());
    delivery = () -> {};
    watchAfter(RECORDS_LAST);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
  }

  private void watchAfter(Duration sinceBegin) {
    now = BEGIN.plus(sinceBegin);
    watch().run(() -> true);
  }

  /// A rebuild while the consumer is stopped reads the table, but misses later writes.
  @Test
  void aGenerationThatIsBuiltWhileTheConsumerStandsIsNoticedADayAfterIts() {
    written.add(BEGIN);
    Duration birth = Duration.ofHours(20);
    watchAfter(birth);
    state.register(
        SampleGenerations.ofStream(
            Definitions.comments(), "g2", TableModel.STREAM, BEGIN.plus(birth)));
    watchAfter(RECORDS_LAST);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
    assertEquals(Set.of(), state.live("comments").getLast().inexact());
    watchAfter(birth.plus(RECORDS_LAST));
    assertEquals(1, state.live("comments").getLast().inexact().size());
  }

  /// Writers leave no notes while nothing is written.
  @Test
  void anIdleTableIsFollowed() {
    delivery = () -> {};
    written.add(BEGIN);
    for (int hours = 0; hours <= 72; hours += 6) {
      watchAfter(Duration.ofHours(hours));
    }
    assertEquals(Set.of(), causes());
  }

  /// A mark that was cleared and is set again counts as new.
  @Test
  void logsAMarkThatComesBack() {
    runUntil(Duration.ofHours(23).plus(EVERY));
    inexact().forEach(mark -> state.clear("comments", "g1", mark));
    runUntil(Duration.ofHours(23).plus(EVERY).plus(EVERY));
    assertEquals(1, inexact().size());
    assertEquals(2, marks.size());
  }

  /// Only a rebuild repairs either loss, and both marks begin at the loss.
  @Test
  void aLossThatIsTooOldToBeReadAgainHasOneMarkWithOneRemedy() {
    Instant lost = BEGIN.minus(Duration.ofHours(23));
    state.mark("comments", "g1", new Inexact(Cause.LOST_WRITES, lost, BEGIN));
    runUntil(EVERY);
    assertEquals(Set.of(new Inexact(Cause.MISSED_RECORDS, lost, now)), inexact());
    assertEquals(1, marks.size());
    assertTrue(marks.getFirst().endsWith("remedy=`pagemark rebuild --listing comments`"));

    Inexact next = new Inexact(Cause.LOST_WRITES, now, now);
    state.mark("comments", "g1", next);
    runUntil(EVERY.multipliedBy(2));
    assertEquals(
        Set.of(new Inexact(Cause.MISSED_RECORDS, lost, now.minus(EVERY)), next),
        inexact(),
        "the stream can still be read again for this one");
  }

  /// The second reading writes again, and a write may notice that more was lost.
  @Test
  void aLossThatIsNoticedDuringTheSecondReadingIsReadAgainToo() {
    Instant lost = BEGIN.minus(Duration.ofMinutes(30));
    written.add(lost);
    state.mark("comments", "g1", new Inexact(Cause.LOST_WRITES, lost, BEGIN));
    delivery =
        () -> {
          now = now.plusSeconds(1);
          state.mark("comments", "g1", new Inexact(Cause.LOST_WRITES, BEGIN, now));
        };
    runUntil(EVERY);
    assertEquals(Set.of(new Inexact(Cause.LOST_WRITES, lost, now)), inexact());

    delivery = () -> {};
    runUntil(EVERY.multipliedBy(2));
    assertEquals(Set.of(), inexact());
  }

  /// There is no time at first, and then the third record fails.
  @Test
  void lostWritesAreAppliedAgainFromTheRecordThatFailed() {
    List<Integer> sizes = new ArrayList<>();
    answer =
        event -> {
          sizes.add(event.path("Records").size());
          return sizes.size() > 1
              ? event
              : EventJson.parse("{\"batchItemFailures\":[{\"itemIdentifier\":\"3\"}]}");
        };
    delivery = () -> {};
    written.addAll(Collections.nCopies(4, BEGIN));
    now = BEGIN.plus(EVERY);
    writers.note(new WriterNote("w", TableModel.STREAM, Set.of("g1"), now, 0));
    state.mark("comments", "g1", new Inexact(Cause.LOST_WRITES, BEGIN, BEGIN));
    watch().run(() -> false);
    watch().run(() -> true);
    assertEquals(Set.of(Cause.LOST_WRITES), causes());
    watch().run(() -> true);
    assertEquals(Set.of(), causes());
    assertTrue(log.getLast().startsWith("lost writes were applied again"), log::toString);
    watch().run(() -> true);
    assertEquals(List.of(4, 2), sizes);
  }

  /// They are nearly as old as the stream keeps any.
  @Test
  void recordsThatWereGivenUpNeedAnAudit() {
    watch().givenUp();
    Instant since = BEGIN.minus(Duration.ofDays(1));
    assertEquals(Set.of(new Inexact(Cause.GIVEN_UP_RECORDS, since, BEGIN)), inexact());
    assertTrue(marks.getFirst().endsWith("`pagemark audit --listing comments --repair`"));
  }

  private void streamIs(@Nullable Cause fault) {
    table = () -> described(TableModel.STREAM, fault);
  }

  private static StreamedTable described(String stream, @Nullable Cause fault) {
    return new StreamedTable(TableModel.NAME, TableModel.ARN, stream, fault, 0, 0);
  }

  private Set<Cause> causes() {
    return inexact().stream().map(Inexact::cause).collect(Collectors.toSet());
  }

  /// The table is written, but its stream is off. Nobody has anything to consume.
  @ParameterizedTest
  @EnumSource(names = {"STREAM_OFF", "STREAM_WITHOUT_IMAGES"})
  void aStreamThatCannotBeFollowedIsMarkedInOneRunUntilAnotherIsOn(Cause fault) {
    delivery = () -> {};
    runUntil(EVERY);
    Instant followed = now.minus(Duration.ofMinutes(2));
    streamIs(fault);
    runUntil(EVERY.multipliedBy(3));
    assertEquals(Set.of(new Inexact(fault, followed, now)), inexact());
    assertEquals(1, marks.size());
    String line = marks.getFirst();
    assertTrue(
        line.contains("--table-name " + state.serving("comments").orElseThrow().tableName()), line);
    assertTrue(
        line.contains(
            "--stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES`"),
        line);

    streamIs(null);
    runUntil(EVERY.multipliedBy(4));
    assertEquals(Set.of(new Inexact(Cause.MISSED_RECORDS, followed, now)), inexact());
  }

  /// The stream was switched off and on, and this deployment consumes the new one.
  @Test
  void generationsOfEarlierStreamsAreSuspendedIfTheTableHasTheConsumedOne() {
    List<String> streams = new ArrayList<>(List.of("arn:new", "arn:next"));
    StreamTrust trust =
        new StreamTrust("arn:new", () -> described(streams.removeLast(), null), state, () -> now);
    for (int seconds : List.of(0, 59, 60, 120)) {
      now = BEGIN.plusSeconds(seconds);
      trust.judge(state.live("comments"), log::add);
      assertEquals(seconds >= 60, state.live("comments").getFirst().suspended(), "" + seconds);
    }
  }

  /// An old deployment still consumes the old one.
  @Test
  void generationsOfAnEarlierStreamAreMarkedByItsWatchAndSuspendedByTheNext() {
    delivery = () -> {};
    table = () -> described("arn:new", null);
    runUntil(EVERY);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes(), "nobody brings what is written now");
    assertFalse(state.serving("comments").orElseThrow().suspended());
    state.register(SampleGenerations.ofStream(Definitions.comments(), "g2", "arn:new", BEGIN));
    log.clear();
    watch("arn:new").run(() -> true);
    state.live("comments").forEach(g -> assertEquals(g.id().equals("g1"), g.suspended(), g.id()));
    String line = log.getFirst();
    assertTrue(line.contains(TableModel.STREAM) && line.contains("arn:new"), line);
    assertTrue(line.contains("pagemark rebuild --listing"), line);
  }

  /// DynamoDB does not describe the table, or the state table does not answer for a while.
  @Test
  void aStepThatFailsDoesNotKeepTheOthersFromTheirRun() {
    table =
        () -> {
          throw new IllegalStateException("not described");
        };
    for (Duration end = EVERY; end.compareTo(Duration.ofHours(23)) <= 0; end = end.plus(EVERY)) {
      Duration until = end;
      assertThrows(IllegalStateException.class, () -> runUntil(until));
    }
    assertEquals(Set.of(), causes());
    assertThrows(IllegalStateException.class, () -> runUntil(Duration.ofHours(23).plus(EVERY)));
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
    assertTrue(
        log.contains(
            "the table could not be looked at: java.lang.IllegalStateException: not described"),
        log::toString);

    state.mark("comments", "g1", new Inexact(Cause.LOST_WRITES, now, now));
    delivery = () -> {};
    assertThrows(IllegalStateException.class, () -> watch().run(() -> true));
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes(), "lost writes are applied again");
  }

  /// Its notes are recent, and say that it is behind.
  @Test
  void aConsumerThatRunsFarBehindIsNotTakenForOneThatFollows() {
    delivery = () -> {};
    for (Duration behind = EVERY;
        behind.compareTo(RECORDS_LAST) <= 0;
        behind = behind.plus(EVERY)) {
      assertEquals(Set.of(), causes(), behind::toString);
      writers.note(
          new WriterNote(
              "w", TableModel.STREAM, Set.of("g1"), BEGIN.plus(behind), behind.toMillis()));
      runUntil(behind);
    }
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
  }

  /// Clocks and times of records may be wrong by so much.
  @Test
  void aNoteOfAWriterCountsTwoMinutesLess() {
    Instant noted = BEGIN.plus(EVERY);
    writers.note(new WriterNote("w", TableModel.STREAM, Set.of("g1"), noted, 1_000));
    runUntil(EVERY);
    StreamProgress followed =
        state
            .get(Part.class, Part.key("watch#" + TableModel.STREAM, StreamProgress.FIRST))
            .orElseThrow()
            .progress(StreamProgress.class);
    assertEquals(noted.minusSeconds(121), followed.until());
  }

  /// Its function answered, but records may have expired before they were read.
  @Test
  void aRunThatWasSuspendedForHoursProvesNothing() {
    delivery = () -> {};
    runUntil(EVERY);
    delivery = () -> now = now.plus(Duration.ofHours(10));
    now = now.plus(Duration.ofHours(13));
    written.add(now);
    watch().run(() -> true);
    delivery = () -> {};
    watch().run(() -> true);
    assertEquals(Set.of(Cause.MISSED_RECORDS), causes());
  }

  /// One shard with a record for each write. Numbers begin at 1.
  private record Shard(List<Instant> written) implements WatchedStream {
    @Override
    public List<WatchedStream.Shard> shards() {
      return List.of(new WatchedStream.Shard("shard", null));
    }

    @Override
    public String iterator(String shard, @Nullable String after) {
      return after == null ? "0" : after;
    }

    @Override
    public Fetched read(String iterator) {
      List<JsonNode> records = new ArrayList<>();
      for (int i = Integer.parseInt(iterator); i < written.size(); i++) {
        records.add(record(i + 1, written.get(i)));
      }
      return new Fetched(records, Integer.toString(written.size()));
    }

    private static JsonNode record(int number, Instant created) {
      return JSON.objectNode()
          .set(
              "dynamodb",
              JSON.objectNode()
                  .put("SequenceNumber", Integer.toString(number))
                  .put("ApproximateCreationDateTime", created.getEpochSecond()));
    }
  }
}
