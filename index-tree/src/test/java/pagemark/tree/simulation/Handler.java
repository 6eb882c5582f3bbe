package pagemark.tree.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.LookResult;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.Turns;
import pagemark.index.WriteResult;
import pagemark.tree.simulation.Faults.Fault;
import pagemark.tree.simulation.ListedTable.Change;

/// Does with an index what the stream's handler, a rebuild and repairs do: it applies batches of
/// records and rows of a scan, and repairs what was refused or is too old to be proof.
final class Handler {
  private static final int REPAIRS_MAX = 100;
  private static final int ROWS = 20;

  /// The work cannot be done now, and comes again.
  static final class Again extends RuntimeException {
    Again() {
      super("comes again", null, false, false);
    }
  }

  private final PageIndexWriter writer;
  private final GroupRef group;
  private final ListedTable table;
  private final Turns turns;
  private final Faults faults;
  private final RandomGenerator random;
  private final Freshness freshness;

  /// How long records count as proof.
  ///
  /// @param ageMax of a record that is applied
  /// @param slack how much later it is still applied
  /// @param birth of the generation; older records are not applied
  record Freshness(long ageMax, long slack, long birth) {
    boolean isProof(Change change, long now) {
      return change.at() >= now - ageMax && change.at() > birth;
    }
  }

  Handler(
      PageIndexWriter writer,
      GroupRef group,
      ListedTable table,
      Turns turns,
      Faults faults,
      RandomGenerator random,
      Freshness freshness) {
    this.writer = writer;
    this.group = group;
    this.table = table;
    this.turns = turns;
    this.faults = faults;
    this.random = random;
    this.freshness = freshness;
  }

  /// The records of an item in a batch.
  private static final class Plan {
    private final Set<Entry> places = new HashSet<>();
    private final Map<Position, Sequence> numbers = new HashMap<>();
    private Change last;
    private long oldest;

    Plan(Change first) {
      last = first;
      oldest = first.at();
    }

    void add(Change change) {
      last = change;
      oldest = Math.min(oldest, change.at());
      add(change.before(), change.sequence());
      add(change.after(), change.sequence());
    }

    private void add(@Nullable Entry entry, Sequence sequence) {
      if (entry != null) {
        places.add(entry);
        numbers.put(entry.position(), sequence);
      }
    }

    Op op() {
      Rule rule = new Rule.Newer(last.sequence(), numbers);
      return new Op(Bytes.utf8(last.item()), rule, last.after(), places);
    }
  }

  /// Applies a batch of records.
  ///
  /// @throws Again if it must come again
  void batch(List<Change> changes) {
    Map<String, Plan> plans = new LinkedHashMap<>();
    long now = turns.millis();
    Set<String> doubts = new HashSet<>();
    for (Change change : changes) {
      plans.computeIfAbsent(change.item(), _ -> new Plan(change)).add(change);
      if (!freshness.isProof(change, now)) {
        doubts.add(change.item());
      }
    }
    List<Op> ops = new ArrayList<>();
    long oldest = now;
    for (var plan : plans.entrySet()) {
      if (!doubts.contains(plan.getKey())) {
        ops.add(plan.getValue().op());
        oldest = Math.min(oldest, plan.getValue().oldest);
      }
    }
    for (Op refused : write(ops, oldest + freshness.ageMax() + freshness.slack())) {
      doubts.add(refused.item().text());
    }
    List<Doubt> doubted = new ArrayList<>();
    for (Plan plan : plans.values()) {
      if (doubts.contains(plan.last.item())) {
        doubted.add(new Doubt(plan.last.item(), plan.places, plan.last.sequence()));
      }
    }
    repair(doubted);
  }

  /// Applies the rows of a part of the table as they were read a while before.
  void scan(List<String> keys) {
    for (int from = 0; from < keys.size(); from += ROWS) {
      Map<String, Entry> rows = new HashMap<>();
      for (String key : keys.subList(from, Math.min(from + ROWS, keys.size()))) {
        Entry entry = table.items().get(key);
        if (entry != null) {
          rows.put(key, entry);
        }
      }
      long read = turns.millis();
      turns.park();
      turns.park();
      List<Op> ops = new ArrayList<>();
      rows.forEach(
          (key, entry) -> ops.add(new Op(Bytes.utf8(key), new Rule.Unfenced(), entry, Set.of())));
      List<Doubt> doubted = new ArrayList<>();
      for (Op refused : write(ops, read + freshness.ageMax())) {
        String key = refused.item().text();
        doubted.add(new Doubt(key, Set.of(rows.get(key)), new Sequence("0")));
      }
      repair(doubted);
    }
  }

  private List<Op> write(List<Op> ops, long notAfter) {
    if (ops.isEmpty()) {
      return List.of();
    }
    GroupWrite write = new GroupWrite(group, ops, Instant.ofEpochMilli(notAfter));
    return switch (writer.write(List.of(write)).getFirst()) {
      case WriteResult.Written written -> written.refused();
      case WriteResult.Expired _ -> {
        faults.count(Fault.TOO_LATE);
        throw new Again();
      }
      case WriteResult.Failed _ -> throw new Again();
      case WriteResult.Unmarked _ -> throw new AssertionError("the generation has a table");
    };
  }

  /// An item whose place in the index is in doubt.
  ///
  /// @param places where it may be
  /// @param sequence of the record that raised the doubt
  private record Doubt(String item, Set<Entry> places, Sequence sequence) {
    Doubt {
      places = new HashSet<>(places);
    }

    boolean has(Entry entry) {
      return places.stream().anyMatch(place -> place.position().equals(entry.position()));
    }
  }

  /// Reads the registers of all places where items may be, then the items, and writes what it has
  /// read for each item whose registers are still the same.
  private void repair(List<Doubt> doubts) {
    List<Doubt> left = doubts;
    doubts.forEach(_ -> faults.count(Fault.REPAIRED));
    for (int tries = 0; !left.isEmpty(); tries++) {
      if (tries == REPAIRS_MAX) {
        throw new Again();
      }
      long began = turns.millis();
      Map<Position, Fence> seen = look(left);
      turns.park();
      Map<String, Doubt> open = new LinkedHashMap<>();
      List<Op> ops = new ArrayList<>();
      for (Doubt doubt : left) {
        open.put(doubt.item(), doubt);
        Entry truth = table.items().get(doubt.item());
        if (truth == null || doubt.has(truth)) {
          ops.add(op(doubt, truth, seen));
        } else {
          doubt.places().add(truth);
        }
      }
      turns.park();
      ops.forEach(op -> open.remove(op.item().text()));
      for (Op refused : write(ops, began + freshness.ageMax())) {
        String item = refused.item().text();
        left.stream().filter(d -> d.item().equals(item)).forEach(d -> open.put(item, d));
      }
      left = List.copyOf(open.values());
    }
  }

  private Op op(Doubt doubt, @Nullable Entry truth, Map<Position, Fence> seen) {
    Map<Position, Fence> places = new HashMap<>();
    for (Entry entry : doubt.places()) {
      Fence fence = seen.get(entry.position());
      if (fence != null) {
        places.put(entry.position(), fence);
      }
    }
    String tag = "1." + random.nextInt(1 << 30);
    Rule rule = new Rule.Unchanged(null, places, doubt.sequence(), tag);
    return new Op(Bytes.utf8(doubt.item()), rule, truth, doubt.places());
  }

  private Map<Position, Fence> look(List<Doubt> doubts) {
    List<GroupLook.Item> items = new ArrayList<>();
    for (Doubt doubt : doubts) {
      Bytes item = Bytes.utf8(doubt.item());
      doubt.places().forEach(entry -> items.add(new GroupLook.Item(item, entry)));
    }
    LookResult result = writer.look(List.of(new GroupLook(group, items))).getFirst();
    if (!(result instanceof LookResult.Looked(_, var registers))) {
      throw new Again();
    }
    Map<Position, Fence> seen = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      Fence fence = registers.get(i).fence();
      Entry entry = items.get(i).entry();
      if (fence != null && entry != null) {
        seen.put(entry.position(), fence);
      }
    }
    return seen;
  }
}
