package pagemark.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Position;

/// Makes seeded random writes to a few groups: moves, removals, ties, duplicates and late records,
/// as a stream may deliver them. Odd seeds use the bytes layout. Two stores that get the same
/// writes must have the same content.
public final class RandomOps {
  public static final List<Cell> CELLS = List.of(new Cell("0"), new Cell("1"), new Cell("2"));
  private static final int ITEMS = 60;
  private static final int SORTS = 8;

  private final Random random;
  private final String generation;
  private final Layout layout;
  private final Map<String, @Nullable Entry> latest = new HashMap<>();
  private final List<GroupWrite> sent = new ArrayList<>();
  private long sequence = 99_999_999_999_999L;

  public RandomOps(long seed, String generation) {
    this.random = new Random(seed);
    this.generation = generation;
    this.layout = seed % 2 == 0 ? Layout.SCORE : Layout.BYTES;
  }

  public Layout layout() {
    return layout;
  }

  public List<GroupRef> groups() {
    return List.of(group("A"), group("B"));
  }

  private GroupRef group(String name) {
    return new GroupRef(generation, "random", new Group(name));
  }

  /// The next batch: mostly new ops, sometimes an earlier batch.
  public List<GroupWrite> next() {
    if (!sent.isEmpty() && random.nextInt(10) == 0) {
      return List.of(sent.get(random.nextInt(sent.size())));
    }
    List<GroupWrite> writes = new ArrayList<>();
    for (GroupRef group : groups()) {
      List<Op> ops =
          random.ints(random.nextInt(12), 0, ITEMS).distinct().mapToObj(i -> op(group, i)).toList();
      writes.add(new GroupWrite(group, ops));
    }
    sent.addAll(writes);
    return writes;
  }

  /// Forgets earlier batches, so that they are not repeated once fences are forgotten.
  public void forgetSent() {
    sent.clear();
  }

  private Op op(GroupRef group, int number) {
    String item = "item" + number;
    String register = group.group().text() + "/" + item;
    Entry old = latest.get(register);
    Entry entry = random.nextInt(4) == 0 ? null : entry(item);
    latest.put(register, entry);
    sequence += 1 + random.nextInt(3);
    Set<Entry> olds = old == null ? Set.of() : Set.of(old);
    return new Op(Bytes.utf8(item), new Sequence(Long.toString(sequence)), entry, olds);
  }

  private Entry entry(String item) {
    Position position = position(item, random.nextInt(SORTS));
    return new Entry(CELLS.get(random.nextInt(CELLS.size())), position);
  }

  private Position position(String item, int sort) {
    return switch (layout) {
      case SCORE -> new Position(sort, Bytes.utf8(item));
      case BYTES -> new Position(0, Bytes.utf8(sort + "\0\1" + item));
    };
  }

  /// Asks for the register of each item, or for those of all places that it can be at.
  public GroupLook everywhere(GroupRef group) {
    List<GroupLook.Item> items = new ArrayList<>();
    for (int number = 0; number < ITEMS; number++) {
      for (int sort = 0; sort < SORTS; sort++) {
        String item = "item" + number;
        Entry entry = new Entry(CELLS.getFirst(), position(item, sort));
        items.add(new GroupLook.Item(Bytes.utf8(item), entry));
      }
    }
    return new GroupLook(group, items);
  }
}
