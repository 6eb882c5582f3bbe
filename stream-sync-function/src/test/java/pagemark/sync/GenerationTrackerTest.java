package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import pagemark.index.ForwardingWriter;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.index.WatchedPort;
import pagemark.listing.Listing;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class GenerationTrackerTest {
  private Instant now = SyncFixture.CLOCK.instant();
  private Duration storeAhead = Duration.ZERO;
  private final InstantSource clock = () -> now;
  private final SyncFixture fixture =
      new SyncFixture(
          new InMemoryIndex(() -> now.plus(storeAhead), IndexSettings.DEFAULT),
          RandomTable.LISTINGS,
          TableModel.STREAM,
          clock);

  private void put(StreamSync consumer, String key) {
    var record = fixture.table.put(Map.of("PK", AttributeValue.fromS(key)));
    assertNull(consumer.sync(TableModel.event(List.of(record)), () -> 60_000).unapplied());
  }

  private List<WriterNote> notes() {
    return fixture.writers.list(TableModel.STREAM, Instant.EPOCH);
  }

  @Test
  void notesWhatItFollowsAndHowFarItIsBehindAtMostTwiceAMinute() {
    StreamSync consumer = fixture.consumer();
    Instant written = now;
    now = now.plusMillis(1_500);
    put(consumer, "ab");
    WriterNote first = notes().getFirst();
    assertEquals(Set.of("g-comments", "g-by-author", "g-by-tag"), first.known());
    assertEquals(now, first.at());
    assertEquals(now.toEpochMilli() - written.toEpochMilli(), first.lagMillis());

    now = now.plusSeconds(29);
    put(consumer, "ab");
    assertEquals(List.of(first), notes());
    now = now.plusSeconds(1);
    put(consumer, "ab");
    assertEquals(now, notes().getFirst().at());

    put(fixture.consumer(), "ab");
    assertEquals(2, notes().size());
  }

  @Test
  void notesTheTimeOfTheStoreToo() {
    storeAhead = Duration.ofMinutes(6);
    UnaryOperator<PageIndexWriter> untimed =
        real ->
            new ForwardingWriter(real) {
              @Override
              public Instant time() {
                if (storeAhead.isZero()) {
                  throw new IndexException.Unavailable("down", null);
                }
                return real.time();
              }
            };
    StreamSync consumer = fixture.consumer(fixture.indexed(untimed));
    put(consumer, "ab");
    WriterNote note = notes().getFirst();
    assertEquals(List.of(now, now.plusSeconds(360)), List.of(note.at(), note.storeTime()));
    assertEquals(0, note.lagMillis());
    storeAhead = Duration.ZERO;
    now = now.plusSeconds(30);
    put(consumer, "ab");
    assertEquals(now.plusSeconds(360), notes().getFirst().storeTime(), "as it was last known");
  }

  /// The note is written before the batch is applied. The batch may fail, so the note counts only
  /// earlier records as applied.
  @Test
  void notesTheAgeOfItsOldestRecordAsItsLag() {
    var first = fixture.table.put(Map.of("PK", AttributeValue.fromS("ab")));
    var last = fixture.table.put(Map.of("PK", AttributeValue.fromS("cd")));
    now = now.plusSeconds(3_600);
    last.getDynamodb().setApproximateCreationDateTime(Date.from(now));
    fixture.consumer().sync(TableModel.event(List.of(first, last)), () -> 60_000);
    assertEquals(3_600_000, notes().getFirst().lagMillis());
  }

  @Test
  void notesANewGenerationAsSoonAsItFollowsIt() {
    StreamSync consumer = fixture.consumer();
    put(consumer, "ab");
    fixture.add("g-new", listing());
    put(consumer, "ab");
    assertEquals(Set.of("g-comments", "g-by-author", "g-by-tag"), notes().getFirst().known());

    now = now.plusSeconds(6);
    put(consumer, "ab");
    assertEquals(
        Set.of("g-comments", "g-by-author", "g-by-tag", "g-new"), notes().getFirst().known());
  }

  /// A rebuild of a table to which nobody writes waits for this note.
  @Test
  void notesANewGenerationAtOnceIfItIsAskedWithoutABatch() {
    StreamSync consumer = fixture.consumer();
    put(consumer, "ab");
    fixture.add("g-new", listing());
    consumer.note(Optional.of(now));
    assertEquals(
        Set.of("g-comments", "g-by-author", "g-by-tag", "g-new"), notes().getFirst().known());
    assertEquals(0, notes().getFirst().lagMillis());
  }

  /// A batch is pending, so that nobody knows how far the function is. Its note would say that it
  /// is not behind.
  @Test
  void notesNothingWithoutABatchWhileOneIsPending() {
    StreamSync consumer = fixture.consumer();
    put(consumer, "ab");
    List<WriterNote> last = notes();
    now = now.plusSeconds(31);
    consumer.note(Optional.empty());
    assertEquals(last, notes());
    consumer.note(Optional.of(now.minusMillis(400)));
    assertEquals(400, notes().getFirst().lagMillis());
  }

  /// A rebuild that finds no note reads the table at once, so a writer's first note may come too
  /// late for it. The batch after that note must go into the rebuild's generation.
  @Test
  void followsAGenerationThatIsRegisteredWhileItMakesItsFirstNote() {
    Writers slow =
        WatchedPort.of(
            Writers.class,
            fixture.writers,
            (method, _, call) -> {
              if (method.equals("note") && notes().isEmpty()) {
                fixture.add("g-new", listing());
              }
              return call.answer();
            });
    StreamSync consumer = fixture.consumer(fixture.indexed(fixture.state, slow));
    var record = fixture.table.put(Map.of("PK", AttributeValue.fromS("ab")));
    BatchOutcome outcome = consumer.sync(TableModel.event(List.of(record)), () -> 60_000);

    assertEquals(4, outcome.generations());
    assertEquals(
        Set.of("g-comments", "g-by-author", "g-by-tag", "g-new"), notes().getFirst().known());
  }

  private static Listing listing() {
    return RandomTable.LISTINGS.find("comments").orElseThrow();
  }
}
