package pagemark.dynamodb.tree;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.InnerCounts;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.simulation.SimulatedDynamo;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Extent;
import pagemark.index.GroupRef;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;

/// Counts the capacity units that a record takes, by the pattern of writes. The limits are 1.2
/// times what docs/index-layout-dynamodb.md promises.
@TakesLong(10)
final class WriteUnitsTest {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("shirt"));
  private static final BigInteger FIRST_SEQUENCE = new BigInteger("300000000000000000000");
  private static final int RECORDS = Extent.of(3_000, 40_000);

  private final Random random = new Random(20_261_122);
  private final SimulatedDynamo dynamo = new SimulatedDynamo("g");
  private final TreeWriter writer = new TreeWriter(dynamo, NodeLimits.DEFAULT, random, _ -> {});
  private final TreeSet<Bytes> places = new TreeSet<>();
  private final List<Bytes> all = new ArrayList<>();
  private long sequence;
  private double time = 1.7e12;
  private long period = 20_000;

  /// The cells of the listing; entries have them at random.
  private int cells = 1;

  private Sequence next() {
    sequence += random.nextInt(1, 2_000);
    return new Sequence(FIRST_SEQUENCE.add(BigInteger.valueOf(sequence)).toString());
  }

  private Bytes place(double at) {
    ByteBuffer key = ByteBuffer.allocate(16).putLong(random.nextLong()).putLong(random.nextLong());
    return Place.of(new Position(at, Bytes.of(key.array())));
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
    return new PlaceOp(0, place, cell(), new Rule.Newer(next()));
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

  private void grow(int entries) {
    for (int written = 0; written < entries; written += 500) {
      List<PlaceOp> ops = new ArrayList<>();
      for (int i = 0; i < Math.min(500, entries - written); i++) {
        ops.add(insert(newest()));
      }
      write(ops);
    }
  }

  @FunctionalInterface
  private interface Pattern {
    List<PlaceOp> record();
  }

  private List<PlaceOp> append() {
    return List.of(insert(newest()));
  }

  private List<PlaceOp> mixed() {
    return List.of(random.nextBoolean() ? insert(anywhere()) : delete());
  }

  private List<PlaceOp> move() {
    return List.of(delete(), insert(anywhere()));
  }

  private double units(int records, int batch, Pattern pattern) {
    double before = dynamo.cost().writeUnits();
    for (int record = 0; record < records; record += batch) {
      List<PlaceOp> ops = new ArrayList<>();
      for (int i = 0; i < batch; i++) {
        int number = i;
        pattern
            .record()
            .forEach(op -> ops.add(new PlaceOp(number, op.place(), op.cell(), op.rule())));
      }
      write(ops);
    }
    return (dynamo.cost().writeUnits() - before) / records;
  }

  private void assertUnits(double most, int batch, Pattern pattern) {
    assertUnits(most, RECORDS, batch, pattern);
  }

  private void assertUnits(double most, int records, int batch, Pattern pattern) {
    double units = units(records, batch, pattern);
    assertTrue(units <= most, "%.3f units a record, at most %.3f".formatted(units, most));
    check();
  }

  /// Checks entries, order and counts.
  private void check() {
    List<Bytes> found = new ArrayList<>();
    long counted = walk(NodeKey.root(GROUP), found);
    assertEquals(List.copyOf(places), found);
    assertEquals(places.size(), counted);
  }

  private long walk(NodeKey node, List<Bytes> found) {
    Item content = dynamo.item(node, Item.Name.N);
    if (content instanceof Leaf leaf) {
      leaf.registers()
          .forEach(
              (place, register) -> {
                if (register.isPresent()) {
                  found.add(place);
                }
              });
      return leaf.tally().entries();
    }
    Inner inner = (Inner) requireNonNull(content);
    InnerCounts counts = (InnerCounts) requireNonNull(dynamo.item(node, Item.Name.C));
    long counted = 0;
    for (var child : inner.children()) {
      long below = walk(node.node(child.id()), found);
      counted += below;
      if (inner.countedChildren().contains(child)) {
        assertEquals(
            below,
            requireNonNull(counts.children().get(child.name())).entries(),
            "counts of " + node);
      }
    }
    return counted;
  }

  @Test
  void recordsInTimeOrder() {
    grow(20_000);
    assertUnits(1.2 * 0.11, 500, this::append);
    assertUnits(1.2 * 0.17, 100, this::append);
    assertUnits(1.2 * 0.39, 10, this::append);
    assertUnits(1.35, 1, this::append);
  }

  /// Records come one by one if many groups are written. An append costs its put, and its part of a
  /// split. A move costs a put at each place, an update for each node above them, and one more of
  /// the root, which is told of the new place before the old one is left.
  @ParameterizedTest
  @CsvSource({"50, 4.4, 3.4", "500, 4.9, 3.6", "5_000, 7.4, 4.7", "50_000, 6.6, 4.7"})
  void recordsOneByOne(String entries, double move, double moveToEnd) {
    int size = Integer.parseInt(entries.replace("_", ""));
    grow(size);
    period += 2;
    int records = Math.clamp(size / 4, 20, 3_000);
    assertUnits(1.35, records, 1, this::append);
    assertUnits(move, records, 1, this::move);
    assertUnits(moveToEnd, records, 1, this::moveToEnd);
  }

  /// Each level counts all cells, so nodes have fewer children.
  @ParameterizedTest
  @CsvSource({"24, 8.8, 5.6, 5.0", "128, 14.3, 7.3, 6.8"})
  void recordsOfManyCells(int all, double move, double mixed, double filtered) {
    cells = all;
    grow(5_000);
    period += 2;
    assertUnits(1.2 * move, 1_000, 1, this::move);
    assertUnits(1.2 * mixed, 1_000, 1, this::mixed);
    assertUnits(1.2 * filtered, 1_000, 1, this::filtered);
  }

  /// A filter's value changes.
  private List<PlaceOp> filtered() {
    return List.of(
        new PlaceOp(0, all.get(random.nextInt(all.size())), cell(), new Rule.Newer(next())));
  }

  private List<PlaceOp> moveToEnd() {
    return List.of(delete(), insert(newest()));
  }

  @Test
  void recordsAnywhere() {
    grow(Extent.of(60_000, 1_000_000));
    period += 2;
    assertUnits(1.2 * 1.98, 100, this::mixed);
    assertUnits(1.2 * 2.64, 10, this::mixed);
    assertUnits(1.2 * 3.71, 100, this::move);
  }

  @Test
  void recordsOfASmallGroup() {
    grow(1_000);
    period += 2;
    assertUnits(1.2 * 0.65, 4_000, 100, this::mixed);
    assertUnits(1.2 * 1.96, 4_000, 10, this::mixed);
  }

  /// The leaves then hold the stamps of more deleted entries than they hold entries.
  @Test
  void recordsOfASmallGroupThatChangesManyTimesADay() {
    grow(1_000);
    period += 2;
    assertUnits(1.2 * 1.18, Extent.of(10_000, 40_000), 100, this::mixed);
  }

  /// A rebuild sorts the rows of a segment. Each segment has a random part of every group.
  private double unitsOfRows(int segments) {
    double before = dynamo.cost().writeUnits();
    int groups = 20;
    int rows = RECORDS * 10;
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
    return (dynamo.cost().writeUnits() - before) / rows;
  }

  @Test
  void rowsOfARebuild() {
    double one = unitsOfRows(1);
    assertTrue(one <= 0.1, "%.3f units a row of one segment".formatted(one));
    double eight = unitsOfRows(8);
    assertTrue(eight <= 0.5, "%.3f units a row of eight segments".formatted(eight));
  }
}
