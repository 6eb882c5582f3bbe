package pagemark.tree.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.tree.node.NodeKey;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.simulation.SimulatedNodes;
import pagemark.tree.simulation.TreeCheck;

/// A group that records are written to by patterns. It knows what the index must hold.
final class WrittenGroup {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("shirt"));
  private static final BigInteger FIRST_SEQUENCE = new BigInteger("300000000000000000000");

  private final Random random = new Random(20_261_122);
  private final SimulatedNodes store = new SimulatedNodes("g");
  private final TreeWriter writer = new TreeWriter(store, SimulatedItems.LIMITS, random, _ -> {});
  private final TreeSet<Bytes> places = new TreeSet<>();
  private final List<Bytes> all = new ArrayList<>();
  private long sequence;
  private double time = 1.7e12;
  private long period = 20_000;

  private final int cells;
  private final Form form;

  private boolean isStamped = true;

  /// What an entry has: a key of 16 bytes, a UUID as text, or this and a text of 24 characters as
  /// sort value, such as `2024-05-01T00:00:00.000Z`.
  enum Form {
    PACKED,
    UUID,
    TEXT
  }

  /// @param cells the cells of the listing; entries have them at random
  WrittenGroup(int cells, Form form) {
    this.cells = cells;
    this.form = form;
  }

  /// A fence period later, but one.
  void age() {
    period += 2;
  }

  private Sequence next() {
    sequence += random.nextInt(1, 2_000);
    return new Sequence(FIRST_SEQUENCE.add(BigInteger.valueOf(sequence)).toString());
  }

  private Bytes place(double at) {
    long high = random.nextLong();
    long low = random.nextLong();
    UUID uuid = new UUID(high, low);
    Position position =
        switch (form) {
          case PACKED ->
              new Position(
                  at, Bytes.of(ByteBuffer.allocate(16).putLong(high).putLong(low).array()));
          case UUID -> new Position(at, Bytes.utf8(uuid.toString()));
          case TEXT ->
              new Position(
                  0,
                  Bytes.utf8(
                      DateTimeFormatter.ISO_INSTANT.format(Instant.ofEpochMilli((long) at))
                          + "\0\1"
                          + uuid));
        };
    return Place.of(position);
  }

  private Bytes newest() {
    time += random.nextInt(1, 1_000);
    return place(time);
  }

  private Bytes anywhere() {
    return place(1.7e12 + Math.floor(random.nextDouble() * (time - 1.7e12)));
  }

  private Cell cell() {
    return cells == 1 ? Cell.WHOLE : new Cell(Integer.toString(random.nextInt(cells)));
  }

  private PlaceOp insert(Bytes place) {
    places.add(place);
    all.add(place);
    return new PlaceOp(0, place, cell(), isStamped ? new Rule.Newer(next()) : new Rule.Unfenced());
  }

  private PlaceOp delete() {
    Bytes place = all.set(random.nextInt(all.size()), all.getLast());
    all.removeLast();
    places.remove(place);
    return new PlaceOp(0, place, null, new Rule.Newer(next()));
  }

  private void write(List<PlaceOp> ops) {
    assertTrue(writer.write(GROUP, ops, period, () -> false).isPresent());
  }

  void grow(int entries) {
    for (int written = 0; written < entries; written += 500) {
      List<PlaceOp> ops = new ArrayList<>();
      for (int i = 0; i < Math.min(500, entries - written); i++) {
        ops.add(insert(newest()));
      }
      write(ops);
    }
  }

  List<PlaceOp> append() {
    return List.of(insert(newest()));
  }

  List<PlaceOp> inserted() {
    return List.of(insert(anywhere()));
  }

  /// Up to a minute behind the newest, of two a second.
  List<PlaceOp> late() {
    time += random.nextInt(1, 1_000);
    return List.of(insert(place(time - random.nextInt(60_000))));
  }

  List<PlaceOp> mixed() {
    return List.of(random.nextBoolean() ? insert(anywhere()) : delete());
  }

  List<PlaceOp> move() {
    return List.of(delete(), insert(anywhere()));
  }

  double units(int records, int batch, Supplier<List<PlaceOp>> pattern) {
    double before = store.cost().writeUnits();
    for (int record = 0; record < records; record += batch) {
      List<PlaceOp> ops = new ArrayList<>();
      for (int i = 0; i < batch; i++) {
        int number = i;
        pattern.get().forEach(op -> ops.add(new PlaceOp(number, op.place(), op.cell(), op.rule())));
      }
      write(ops);
    }
    return (store.cost().writeUnits() - before) / records;
  }

  double readUnits() {
    return store.cost().readUnits();
  }

  /// Checks entries, order and counts.
  void check() {
    assertEquals(
        List.copyOf(places),
        TreeCheck.entries(store, NodeKey.root(GROUP)).stream()
            .map(entry -> Place.of(entry.position()))
            .toList());
  }

  /// The bytes of an entry, of two a second as in the benchmark of all kinds of index.
  ///
  /// @param stamped whether records are written, which leave stamps, or rows of a rebuild
  double bytesInTimeOrder(boolean stamped) {
    isStamped = stamped;
    long before = store.storedBytes();
    int entries = 50_000;
    for (int written = 0; written < entries; written += 10_000) {
      List<PlaceOp> ops = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        time += i % 2;
        ops.add(insert(place(time)));
      }
      write(ops);
    }
    return (double) (store.storedBytes() - before) / entries;
  }

  /// A filter's value changes.
  List<PlaceOp> filtered() {
    return List.of(
        new PlaceOp(0, all.get(random.nextInt(all.size())), cell(), new Rule.Newer(next())));
  }

  List<PlaceOp> moveToEnd() {
    return List.of(delete(), insert(newest()));
  }

  /// A rebuild sorts the rows of a segment. Each segment has a random part of every group.
  double unitsOfRows(int segments) {
    double before = store.cost().writeUnits();
    int groups = 20;
    int rows = 30_000;
    for (int segment = 0; segment < segments; segment++) {
      for (int number = 0; number < groups; number++) {
        GroupRef group = new GroupRef("g", "comments", new Group("segments " + segments + number));
        List<PlaceOp> ops = new ArrayList<>();
        for (int i = 0; i < rows / groups / segments; i++) {
          Bytes place = place(1.7e12 + random.nextInt(1_000_000));
          ops.add(new PlaceOp(i, place, Cell.WHOLE, new Rule.Unfenced()));
        }
        ops.sort(Comparator.comparing(PlaceOp::place));
        assertTrue(writer.write(group, ops, period, () -> false).isPresent());
      }
    }
    return (store.cost().writeUnits() - before) / rows;
  }
}
