package pagemark.tree.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Layout;
import pagemark.entry.Position;
import pagemark.index.Sequence;

/// A table of items of one group, whose changes become records of a stream. All records of an item
/// are in one shard. A shard ends, and the numbers of the next one may begin below.
final class ListedTable {
  private static final int CELLS = 3;
  private static final int LAST_SORTS = 5;

  /// A change in the stream.
  ///
  /// @param before null if the item is new
  /// @param after null if it was deleted
  /// @param at when, in milliseconds
  record Change(long number, String item, @Nullable Entry before, @Nullable Entry after, long at) {
    Sequence sequence() {
      return new Sequence(Long.toString(number));
    }
  }

  /// A shard of the stream.
  static final class Shard {
    final List<Change> changes = new ArrayList<>();
    int acknowledged;
    boolean isRead;
    private long base;

    boolean isDone() {
      return acknowledged == changes.size();
    }
  }

  private final RandomGenerator random;
  private final Map<String, Entry> items = new TreeMap<>();
  private final List<Shard> shards = new ArrayList<>();
  private final List<Integer> sorts = new ArrayList<>();
  private final Layout layout;
  private final int keys;
  private final int sortsMax;
  private final boolean inTimeOrder;
  private final boolean hasCells;
  private final int deletesOfHundred;
  private long counter;

  ListedTable(RandomGenerator random) {
    this.random = random;
    layout = random.nextBoolean() ? Layout.SCORE : Layout.BYTES;
    keys = pick(20, 100, 250);
    sortsMax = pick(3, 40, 1000);
    inTimeOrder = random.nextInt(10) < 3;
    hasCells = random.nextInt(4) > 0;
    deletesOfHundred = pick(15, 45);
    for (int n = pick(1, 2, 4); n > 0; n--) {
      shards.add(new Shard());
    }
  }

  private int pick(int... values) {
    return values[random.nextInt(values.length)];
  }

  Map<String, Entry> items() {
    return items;
  }

  List<Shard> shards() {
    return shards;
  }

  Layout layout() {
    return layout;
  }

  boolean hasCells() {
    return hasCells;
  }

  /// Every item that may be there.
  List<String> keys() {
    List<String> all = new ArrayList<>();
    for (int n = 0; n < keys; n++) {
      all.add("k" + n);
    }
    return all;
  }

  /// Makes a random change.
  void change(long now) {
    String item = "k" + random.nextInt(keys);
    Entry before = items.get(item);
    Entry after;
    if (before != null && random.nextInt(100) < deletesOfHundred) {
      after = null;
    } else if (before != null && random.nextInt(10) < 3) {
      after = new Entry(cell(), before.position());
    } else {
      after = new Entry(cell(), position(sort(now), item));
    }
    change(item, after, now);
  }

  void change(String item, @Nullable Entry after, long now) {
    Entry before = after == null ? items.remove(item) : items.put(item, after);
    if (after == null ? before != null : !after.equals(before)) {
      Shard shard = shards.get(item.hashCode() % shards.size());
      shard.changes.add(new Change(shard.base + ++counter, item, before, after, now));
    }
  }

  private Cell cell() {
    return hasCells ? new Cell(Integer.toString(1 + random.nextInt(CELLS))) : Cell.WHOLE;
  }

  /// Often one of those drawn last, so that items come back to places.
  private int sort(long now) {
    if (inTimeOrder) {
      return (int) (now / 100 % 1_000_000_000);
    }
    int sort =
        !sorts.isEmpty() && random.nextInt(5) == 0
            ? sorts.get(random.nextInt(sorts.size()))
            : random.nextInt(sortsMax);
    sorts.add(sort);
    if (sorts.size() > LAST_SORTS) {
      sorts.removeFirst();
    }
    return sort;
  }

  private Position position(int sort, String item) {
    return layout == Layout.SCORE
        ? new Position(sort, Bytes.utf8(item))
        : new Position(0, Bytes.utf8("%09d/%s".formatted(sort, item)));
  }

  /// Ends a shard if it is read to its end; the numbers of the next begin below.
  ///
  /// @return whether it did
  boolean fall() {
    Shard shard = shards.get(random.nextInt(shards.size()));
    if (inTimeOrder || !shard.isDone() || shard.isRead) {
      return false;
    }
    shard.base = Math.max(-counter, shard.base - random.nextLong(counter + 5));
    return true;
  }
}
