package pagemark.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.Sequence;
import pagemark.index.Window;

/// Makes seeded batches for writers that run at the same time. They change the same items, in
/// groups whose order differs between batches, and some groups come twice. Also says what must
/// result.
final class Rivals {
  static final String GENERATION = "g1";
  static final List<Cell> CELLS = IntStream.range(0, 4).mapToObj(i -> new Cell("" + i)).toList();
  static final List<GroupRef> GROUPS =
      IntStream.range(0, 6)
          .mapToObj(i -> new GroupRef(GENERATION, "comments", new Group("group" + i)))
          .toList();

  private static final int BATCHES = 40;
  private static final int ITEMS = 200;
  private static final int OPS_MAX = 30;

  private final Random random;
  private final Map<GroupRef, Map<Bytes, Fence>> last = new HashMap<>();
  private long sequence = 1_000;

  Rivals(long seed) {
    this.random = new Random(seed);
  }

  /// The fences after all batches, in whatever order they were written.
  Map<Bytes, Fence> last(GroupRef group) {
    return last.getOrDefault(group, Map.of());
  }

  /// The batches of each writer. Sequence numbers of the writers are mixed.
  List<List<List<GroupWrite>>> batches(int writers) {
    List<List<List<GroupWrite>>> batches =
        IntStream.range(0, writers)
            .<List<List<GroupWrite>>>mapToObj(_ -> new ArrayList<>())
            .toList();
    for (int i = 0; i < BATCHES; i++) {
      batches.forEach(own -> own.add(batch()));
    }
    return batches;
  }

  private List<GroupWrite> batch() {
    List<GroupRef> groups = new ArrayList<>(GROUPS);
    groups.add(GROUPS.get(random.nextInt(GROUPS.size())));
    Collections.shuffle(groups, random);
    return groups.subList(0, 1 + random.nextInt(groups.size())).stream()
        .map(group -> new GroupWrite(group, ops(group)))
        .toList();
  }

  private List<Op> ops(GroupRef group) {
    return random
        .ints(1 + random.nextInt(OPS_MAX), 0, ITEMS)
        .distinct()
        .mapToObj(number -> op(group, Bytes.utf8("item" + number)))
        .toList();
  }

  private Op op(GroupRef group, Bytes item) {
    Sequence next = new Sequence(Long.toString(++sequence));
    Entry entry = random.nextInt(5) == 0 ? null : entry(item);
    last.computeIfAbsent(group, _ -> new HashMap<>()).put(item, new Fence(next, entry));
    return new Op(item, next, entry, Set.of());
  }

  private @Nullable Entry entry(Bytes item) {
    Cell cell = CELLS.get(random.nextInt(CELLS.size()));
    return new Entry(cell, new Position(random.nextInt(20), item));
  }

  /// A query of everything that a group holds.
  PageQuery wholeQuery() {
    return new PageQuery(group(), Layout.SCORE, order(), 0, ITEMS / 2, ITEMS / 2);
  }

  PageQuery pageQuery() {
    List<Cell> cells = CELLS.subList(0, 1 + random.nextInt(CELLS.size()));
    return new PageQuery(
        group(),
        cells,
        cells,
        Layout.SCORE,
        order(),
        Window.WHOLE,
        new Anchor.Rank(random.nextInt(ITEMS)),
        1 + random.nextInt(30),
        5);
  }

  private GroupRef group() {
    return GROUPS.get(random.nextInt(GROUPS.size()));
  }

  private Order order() {
    return random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
  }
}
