package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;

/// The records of an item that moves through a few places, in any order, and some of them twice.
/// Each names the place that it left. So the last word on each place is the truth, and the index
/// must end with the entry of the last record.
final class ShuffledRecords {
  /// Has fewer digits than the numbers of later records.
  private static final int FIRST_NUMBER = 97;

  private final String item;
  private final Random random;
  private final List<Op> records = new ArrayList<>();

  ShuffledRecords(long seed) {
    item = "item" + seed;
    random = new Random(seed);
    Entry old = null;
    for (int i = 0; i < 2 + random.nextInt(5); i++) {
      Entry entry = random.nextInt(4) == 0 ? null : somewhere();
      records.add(record(FIRST_NUMBER + i, entry, old));
      old = entry;
    }
  }

  private Entry somewhere() {
    return OpenedStore.entry(OpenedStore.CELLS.get(random.nextInt(2)), random.nextInt(4), item);
  }

  private Op record(int number, @Nullable Entry entry, @Nullable Entry old) {
    Set<Entry> olds = old == null ? Set.of() : Set.of(old);
    return new Op(Bytes.utf8(item), new Sequence("" + number), entry, olds);
  }

  void check(Consumer<Op[]> write, Supplier<GroupDump> dump) {
    List<Op> sent = new ArrayList<>(records);
    records.forEach(_ -> sent.add(records.get(random.nextInt(records.size()))));
    Collections.shuffle(sent, random);
    sent.forEach(op -> write.accept(new Op[] {op}));
    assertEquals(last(), entries(dump.get()), item);
    records.forEach(op -> write.accept(new Op[] {op}));
    assertEquals(last(), entries(dump.get()), item + ", all of it again");
  }

  private Set<Entry> last() {
    Entry last = records.getLast().entry();
    return last == null ? Set.of() : Set.of(last);
  }

  private Set<Entry> entries(GroupDump dump) {
    Set<Entry> found = new HashSet<>();
    dump.cells()
        .forEach(
            (cell, all) ->
                all.stream()
                    .filter(position -> position.member().text().equals(item))
                    .forEach(position -> found.add(new Entry(cell, position))));
    return found;
  }
}
