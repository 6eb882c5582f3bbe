package pagemark.tree.write;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.Figures;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.tree.write.WrittenGroup.Form;

/// Counts the capacity units that a record takes, by the pattern of writes, and the bytes of an
/// entry, for docs/figures.tsv.
@Nightly
@TakesLong(nightly = 55)
final class WriteUnitsTest {
  private static final int RECORDS = 3_000;

  private WrittenGroup group = new WrittenGroup(1, Form.PACKED);

  private void count(String id, int batch, Supplier<List<PlaceOp>> pattern) {
    count(id, RECORDS, batch, pattern);
  }

  private void count(String id, int records, int batch, Supplier<List<PlaceOp>> pattern) {
    Figures.counted(id, group.units(records, batch, pattern));
    group.check();
  }

  @Test
  void recordsInTimeOrder() {
    group.grow(20_000);
    count("append-500", 500, group::append);
    count("append-100", 100, group::append);
    count("append-10", 10, group::append);
    double before = group.readUnits();
    count("append-1", 1, group::append);
    Figures.counted("append-1-reads", (group.readUnits() - before) / RECORDS);
  }

  /// Records come one by one if many groups are written. An append costs its put, and its part of a
  /// split. A move costs a put at each place, an update for each node above them, and one more of
  /// the root, which is told of the new place before the old one is left.
  @ParameterizedTest
  @ValueSource(ints = {50, 500, 5000, 50000})
  void recordsOneByOne(int size) {
    group.grow(size);
    group.age();
    int records = Math.clamp(size / 4, 20, 3_000);
    count("append-of-" + size, records, 1, group::append);
    count("move-of-" + size, records, 1, group::move);
    count("move-to-end-of-" + size, records, 1, group::moveToEnd);
    count("insert-of-" + size, records, 1, group::inserted);
    count("late-of-" + size, records, 1, group::late);
  }

  /// Each level counts all cells, so nodes have fewer children.
  @ParameterizedTest
  @ValueSource(ints = {24, 128})
  void recordsOfManyCells(int all) {
    group = new WrittenGroup(all, Form.PACKED);
    group.grow(5_000);
    group.age();
    count("append-cells-" + all, 1_000, 1, group::append);
    count("move-cells-" + all, 1_000, 1, group::move);
    count("anywhere-cells-" + all, 1_000, 1, group::mixed);
    count("filter-cells-" + all, 1_000, 1, group::filtered);
  }

  /// Each sort is an index of its own. A new item is at the end of the first one, and anywhere in
  /// the others.
  @Test
  void itemsInThreeSorts() {
    double units = 0;
    for (int sort = 0; sort < 3; sort++) {
      group = new WrittenGroup(9, Form.PACKED);
      group.grow(5_000);
      group.age();
      units += group.units(1_000, 1, sort == 0 ? group::append : group::inserted);
      group.check();
    }
    Figures.counted("three-sorts", units);
  }

  /// Each tag is a group. There are 100, which have up to 125 items.
  @Test
  void itemsWithFiveTags() {
    List<WrittenGroup> tags =
        Stream.generate(() -> new WrittenGroup(1, Form.PACKED)).limit(100).toList();
    Random random = new Random(20_261_129);
    int items = 2_000;
    double units = 0;
    for (int item = 0; item < items; item++) {
      for (int tag : random.ints(0, tags.size()).distinct().limit(5).toArray()) {
        WrittenGroup of = tags.get(tag);
        units += of.units(1, 1, of::append);
      }
    }
    tags.forEach(WrittenGroup::check);
    Figures.counted("five-tags", units / items);
    double reads = tags.stream().mapToDouble(WrittenGroup::readUnits).sum();
    Figures.counted("five-tags-reads", reads / items);
  }

  /// A longer key or sort value makes leaves of fewer entries. The benchmark of all kinds of index
  /// measures the bytes of a UUID as text.
  @ParameterizedTest
  @EnumSource
  void entriesOfEachForm(Form of) {
    group = new WrittenGroup(1, of);
    String name = of.name().toLowerCase(Locale.ROOT);
    double bytes = group.bytesInTimeOrder(false);
    if (of != Form.UUID) {
      Figures.counted("bytes-dynamodb-" + name, bytes);
    }
    Figures.counted("stamp-dynamodb-" + name, group.bytesInTimeOrder(true) - bytes);
    group.age();
    count("append-500-" + name, 2_000, 500, group::append);
    count("append-100-" + name, 1_000, 100, group::append);
    count("append-10-" + name, 1_000, 10, group::append);
    count("append-1-" + name, 1_000, 1, group::append);
    count("anywhere-100-" + name, 1_000, 100, group::mixed);
    count("anywhere-10-" + name, 1_000, 10, group::mixed);
    count("move-1-" + name, 1_000, 1, group::move);
    if (of == Form.UUID) {
      count("anywhere-1-uuid", 1_000, 1, group::mixed);
      count("move-100-uuid", 1_000, 100, group::move);
      count("move-10-uuid", 1_000, 10, group::move);
    }
  }

  @Test
  void recordsAnywhere() {
    group.grow(60_000);
    group.age();
    count("anywhere-100", 100, group::mixed);
    count("anywhere-10", 10, group::mixed);
    count("move-100", 100, group::move);
  }

  @Test
  void recordsOfASmallGroup() {
    group.grow(1_000);
    group.age();
    count("anywhere-small-100", 4_000, 100, group::mixed);
    count("anywhere-small-10", 4_000, 10, group::mixed);
  }

  /// The leaves then hold the stamps of more deleted entries than they hold entries.
  @Test
  void recordsOfASmallGroupThatChangesManyTimesADay() {
    group.grow(1_000);
    group.age();
    count("anywhere-small-100-often", 10_000, 100, group::mixed);
  }

  @Test
  void rowsOfARebuild() {
    Figures.counted("rows-whole", group.unitsOfRows(1));
    Figures.counted("rows-eighths", group.unitsOfRows(8));
  }
}
