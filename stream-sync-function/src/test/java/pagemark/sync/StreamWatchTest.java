package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.listing.Definitions;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.state.WatchItems;
import pagemark.state.writer.InMemoryWriters;
import pagemark.watch.EventSink;
import pagemark.watch.InMemoryWatchTable;
import pagemark.watch.StreamWatch;
import pagemark.watch.WatchedStream;

/// A table is written every five minutes, but the consumer of its stream is stopped. The watch runs
/// after each write.
final class StreamWatchTest {
  private static final Instant BEGIN = Instant.parse("2026-11-21T00:07:00Z");
  private static final Duration EVERY = Duration.ofMinutes(5);
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final InMemoryState state = new InMemoryState();
  private final InMemoryWatchTable notes = new InMemoryWatchTable(() -> {});
  private final List<Instant> written = new ArrayList<>();
  private final List<String> marks = new ArrayList<>();
  private Instant now = BEGIN;
  private Supplier<JsonNode> function =
      () -> {
        throw new IllegalStateException("the function fails");
      };

  @BeforeEach
  void serve() {
    state.register(
        new Generation(
            "g1",
            "comments",
            Definitions.comments().definition(),
            TableModel.ARN,
            TableModel.STREAM,
            BEGIN,
            Generation.State.BUILDING));
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
    return new StreamWatch(
        new StreamWatch.Ports(
            () -> state.live("comments"),
            () -> new StreamedTable(TableModel.NAME, TableModel.ARN, TableModel.STREAM),
            state,
            new InMemoryWriters(),
            new WatchItems(notes, "state", TableModel.STREAM),
            new Shard(written),
            new EventSink(_ -> function.get()),
            () -> now),
        TableModel.STREAM,
        this::log);
  }

  private void log(String line) {
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
    function =
        () -> {
          now = now.plusSeconds(1);
          state.mark("comments", "g1", new Inexact(Cause.LOST_WRITES, BEGIN, now));
          return JSON.objectNode();
        };
    runUntil(EVERY);
    assertEquals(Set.of(new Inexact(Cause.LOST_WRITES, lost, now)), inexact());

    function = JSON::objectNode;
    runUntil(EVERY.multipliedBy(2));
    assertEquals(Set.of(), inexact());
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
