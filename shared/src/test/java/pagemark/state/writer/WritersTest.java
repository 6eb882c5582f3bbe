package pagemark.state.writer;

import static java.util.Comparator.reverseOrder;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.Witness;
import pagemark.state.InMemoryState;
import pagemark.state.StateStore;
import pagemark.state.writer.WitnessNotes.WitnessNote;

/// On the state in memory, and on DynamoDB in [WritersIT]. Each test has its own listing.
class WritersTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_714_521_600_123L);
  private static int listings;
  private Writers writers;
  private String listing;

  StateStore state() {
    return new InMemoryState();
  }

  @BeforeEach
  final void open() {
    writers = Writers.of(state());
    listing = "comments-" + ++listings;
  }

  private WitnessNote witnessed(String name, long at, int count) {
    GroupRef group = new GroupRef("g1", listing, new Group(""));
    Entry entry = new Entry(new Cell("4.2"), new Position(2.5, Bytes.of(new byte[] {0, -1})));
    List<Witness> witnesses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Bytes item = Bytes.utf8("item" + i);
      Instant acked = NOW.plusMillis(100 - i * 7);
      witnesses.add(
          i % 2 == 0
              ? new Witness(group, item, Fence.of("9".repeat(40) + "~7.x", null), null, acked)
              : new Witness(group, item, null, entry, acked));
    }
    return new WitnessNote(
        listing, "g1", name, NOW.plusMillis(at), NOW.minusSeconds(at), witnesses);
  }

  private List<WitnessNote> witnessed(long from, long to) {
    return writers
        .witnesses()
        .notes(listing, "g1", NOW.plusMillis(from), NOW.plusMillis(to))
        .toList();
  }

  @Test
  final void keepsNotesOfWitnessesTheNewestFirst() {
    for (int at = 1; at <= 4; at++) {
      writers.witnesses().note(witnessed("a#" + at, at, 2));
    }
    writers.witnesses().note(witnessed("a#4", 4, 3));
    assertEquals(
        List.of(witnessed("a#4", 4, 3), witnessed("a#3", 3, 2), witnessed("a#2", 2, 2)),
        witnessed(2, 9));
    writers.witnesses().forget(witnessed("a#3", 3, 1));
    writers.witnesses().forget(witnessed("b", 2, 1));
    assertEquals(List.of(witnessed("a#2", 2, 2)), witnessed(2, 3));
    assertEquals(
        List.of(), writers.witnesses().notes(listing, "g2", NOW, NOW.plusSeconds(1)).toList());
  }

  /// Notes lie in several partitions.
  @Test
  final void notesOfManyWritersComeTheNewestFirst() {
    List<WitnessNote> all = new ArrayList<>();
    for (int at = 1; at <= 60; at++) {
      all.addFirst(witnessed("writer%d#%d".formatted(at % 7, at), at * 37 % 61, 1));
      writers.witnesses().note(all.getFirst());
    }
    List<WitnessNote> read = witnessed(0, 61);
    assertEquals(Set.copyOf(all), Set.copyOf(read));
    assertEquals(
        all.stream().map(WitnessNote::at).sorted(reverseOrder()).toList(),
        read.stream().map(WitnessNote::at).toList());
  }

  @Test
  final void manyWitnessesAreDividedIntoNotesThatFitAnItem() {
    String text = "g".repeat(2_000);
    List<Witness> many = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      GroupRef group = new GroupRef("g1", listing, new Group(text));
      many.add(new Witness(group, Bytes.utf8(text + i), Fence.of("" + i, null), null, NOW));
    }
    AtomicInteger names = new AtomicInteger();
    WitnessNote.of(many, () -> "a#" + names.incrementAndGet(), NOW, NOW)
        .forEach(writers.witnesses()::note);
    List<Witness> kept = new ArrayList<>();
    witnessed(0, 0).forEach(note -> kept.addAll(note.witnesses()));
    assertEquals(Set.copyOf(many), Set.copyOf(kept));
    assertEquals(many.size(), kept.size());
  }

  @Test
  final void listsTheLastNoteOfEachWriterOfAStream() {
    String stream = "arn:stream/" + listing;
    WriterNote old = new WriterNote("a", stream, Set.of("g1"), NOW.minusSeconds(9), 5);
    WriterNote a = new WriterNote("a", stream, Set.of("g1", "g2"), NOW, 1_234);
    Instant ago = NOW.minusMillis(1);
    WriterNote b = new WriterNote("b", stream, Set.of(), ago, NOW.plusSeconds(7), 0, 9);
    List.of(old, a, b, new WriterNote("c", stream + "x", Set.of(), NOW, 0)).forEach(writers::note);

    assertEquals(Set.of(a, b), Set.copyOf(writers.list(stream, NOW.minusMillis(1))));
    assertEquals(List.of(a), writers.list(stream, NOW));
    assertEquals(List.of(), writers.list(stream, NOW.plusMillis(1)));
  }

  @Test
  final void reportsTheLagOfTheSlowestWriter() {
    String stream = "arn:stream/" + listing;
    assertEquals(OptionalLong.empty(), writers.lagMillis(stream, NOW));
    writers.note(new WriterNote("a", stream, Set.of("g1"), NOW, 40));
    writers.note(new WriterNote("b", stream, Set.of("g1"), NOW.minusSeconds(60), 700));
    writers.note(new WriterNote("c", stream, Set.of("g1"), NOW.minusSeconds(600), 9_000));
    assertEquals(OptionalLong.of(700), writers.lagMillis(stream, NOW));
  }
}
