package pagemark.state.writer;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.reverseOrder;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.Witness;
import pagemark.state.Document;
import pagemark.state.StateStore;

/// The writers' notes of acknowledged writes. Each is kept for about a day.
///
/// The notes of a generation lie in 8 partitions, because one of DynamoDB's takes 1,000 write units
/// a second.
@FunctionalInterface
public interface WitnessNotes {
  StateStore state();

  /// Saves the note. It replaces one of the same name and time.
  default void note(WitnessNote note) {
    state().put(WitnessItem.of(note));
  }

  /// The notes of a generation, the newest first, read lazily. Merges the partitions: each is read
  /// a page at a time, when it has the newest note that is left.
  ///
  /// @param from the earliest time, included
  /// @param to the latest time, included
  default Stream<WitnessNote> notes(String listing, String generation, Instant from, Instant to) {
    record Notes(WitnessNote first, Iterator<WitnessNote> older) {
      Instant at() {
        return first.at();
      }
    }
    PriorityQueue<Notes> newest = new PriorityQueue<>(comparing(Notes::at, reverseOrder()));
    Consumer<Iterator<WitnessNote>> queue =
        notes -> {
          if (notes.hasNext()) {
            newest.add(new Notes(notes.next(), notes));
          }
        };
    String last = WitnessItem.time(to) + "~";
    for (int number = 0; number < WitnessItem.PARTITIONS; number++) {
      String pk = WitnessItem.partition(listing, generation, number);
      StateStore.Range range =
          new StateStore.Range(pk, WitnessItem.time(from), last, Integer.MAX_VALUE, true);
      queue.accept(state().list(WitnessItem.class, range).map(WitnessItem::note).iterator());
    }
    return Stream.generate(newest::poll)
        .takeWhile(Objects::nonNull)
        .map(
            notes -> {
              queue.accept(notes.older());
              return notes.first();
            });
  }

  /// Removes the note. Does nothing if it is gone.
  default void forget(WitnessNote note) {
    state().delete(WitnessItem.of(note));
  }

  /// A [WitnessNote] as the state table keeps it.
  ///
  /// @param packed the witnesses, compressed, because DynamoDB charges for each KB that is written.
  ///   What is alike lies together: first all times, then all groups, items, fences, and the
  ///   entries of those without a fence
  record WitnessItem(
      String listing,
      String generation,
      String name,
      Instant at,
      Instant since,
      Instant oldest,
      Bytes packed)
      implements Document {
    /// One of DynamoDB's takes 1,000 write units a second.
    static final int PARTITIONS = 8;

    private static final Duration KEPT = Duration.ofDays(1);

    static WitnessItem of(WitnessNote note) {
      Instant oldest = note.witnesses().stream().map(Witness::at).min(naturalOrder()).orElseThrow();
      return new WitnessItem(
          note.listing(),
          note.generation(),
          note.name(),
          note.at(),
          note.since(),
          oldest,
          packed(note.witnesses(), oldest));
    }

    WitnessNote note() {
      try (DataInputStream in =
          new DataInputStream(
              new InflaterInputStream(new ByteArrayInputStream(packed.toArray())))) {
        return new WitnessNote(listing, generation, name, at, since, witnesses(in));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    static String partition(String listing, String generation, int number) {
      return "witness#%s#%s#%d".formatted(listing, generation, number);
    }

    static String time(Instant at) {
      return "%013d".formatted(at.toEpochMilli());
    }

    @Override
    public Key documentKey() {
      int number = Math.floorMod(name.hashCode(), PARTITIONS);
      return new Key(partition(listing, generation, number), time(at) + "#" + name);
    }

    @Override
    public Instant keptUntil() {
      return oldest.plus(KEPT);
    }

    @Override
    public Set<String> unchanging() {
      return Set.of("since", "oldest", "packed");
    }

    private static Bytes packed(List<Witness> witnesses, Instant oldest) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
      try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
        out.writeInt(witnesses.size());
        for (Witness witness : witnesses) {
          out.writeInt(Math.toIntExact(Duration.between(oldest, witness.at()).toMillis()));
        }
        for (Witness witness : witnesses) {
          write(Bytes.utf8(witness.group().group().text()), out);
        }
        for (Witness witness : witnesses) {
          write(witness.item(), out);
        }
        for (Witness witness : witnesses) {
          write(Bytes.utf8(witness.fence() == null ? "" : witness.fence().mark()), out);
        }
        for (Witness witness : witnesses) {
          if (witness.fence() == null && witness.entry() != null) {
            write(Bytes.utf8(witness.entry().cell().name()), out);
            out.writeDouble(witness.entry().position().score());
            write(witness.entry().position().member(), out);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        deflater.end();
      }
      return Bytes.of(bytes.toByteArray());
    }

    private static void write(Bytes bytes, DataOutputStream out) throws IOException {
      out.writeInt(bytes.length());
      out.write(bytes.toArray());
    }

    private List<Witness> witnesses(DataInputStream in) throws IOException {
      int count = in.readInt();
      List<Instant> times = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        times.add(oldest.plusMillis(in.readInt()));
      }
      List<Bytes> groups = read(count, in);
      List<Bytes> items = read(count, in);
      List<Bytes> marks = read(count, in);
      List<Witness> witnesses = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        GroupRef group = new GroupRef(generation, listing, new Group(groups.get(i).text()));
        String mark = marks.get(i).text();
        Fence fence = mark.isEmpty() ? null : Fence.of(mark, null);
        Entry entry = fence == null ? entry(in) : null;
        witnesses.add(new Witness(group, items.get(i), fence, entry, times.get(i)));
      }
      return witnesses;
    }

    private static List<Bytes> read(int count, DataInputStream in) throws IOException {
      List<Bytes> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        all.add(Bytes.of(in.readNBytes(in.readInt())));
      }
      return all;
    }

    private static Entry entry(DataInputStream in) throws IOException {
      Cell cell = new Cell(read(1, in).getFirst().text());
      return new Entry(cell, new Position(in.readDouble(), read(1, in).getFirst()));
    }
  }

  /// The writes that a store has acknowledged to a writer since its last note. Others can check
  /// them.
  ///
  /// @param name together with `at`, unique in the generation
  /// @param at when the store acknowledged the newest write, by the store's clock
  /// @param since when the oldest record was created that was written since the last note
  record WitnessNote(
      String listing,
      String generation,
      String name,
      Instant at,
      Instant since,
      List<Witness> witnesses) {
    /// The maximum size of the witnesses of a note; an item of DynamoDB has at most 400 KB.
    private static final int BYTES_MAX = 250_000;

    public WitnessNote {
      witnesses = List.copyOf(witnesses);
    }

    /// Divides one generation's witnesses into notes, each small enough for an item.
    ///
    /// @param names supplies a name for each note
    public static List<WitnessNote> of(
        List<Witness> witnesses, Supplier<String> names, Instant at, Instant since) {
      List<WitnessNote> notes = new ArrayList<>();
      int from = 0;
      int bytes = 0;
      for (int i = 0; i < witnesses.size(); i++) {
        bytes += witnesses.get(i).bytes();
        if (bytes > BYTES_MAX || i == witnesses.size() - 1) {
          notes.add(of(names.get(), at, since, witnesses.subList(from, i + 1)));
          from = i + 1;
          bytes = 0;
        }
      }
      return notes;
    }

    private static WitnessNote of(String name, Instant at, Instant since, List<Witness> witnesses) {
      Witness any = witnesses.getFirst();
      return new WitnessNote(
          any.group().listing(), any.group().generation(), name, at, since, witnesses);
    }
  }
}
