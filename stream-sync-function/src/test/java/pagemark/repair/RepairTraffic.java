package pagemark.repair;

import static java.util.Objects.requireNonNull;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Turns;
import pagemark.index.WriteResult;
import pagemark.listing.Definitions;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.repair.RepairSchedule.Event;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.sync.StreamSync;
import pagemark.sync.TableModel;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The changes of a [RepairSchedule]'s table, and what brings them into the tree: batches of the
/// stream's records, one at a time for each shard, and rows of a rebuild's scan.
final class RepairTraffic {
  private static final int ROWS = 20;

  private static final class Shard {
    private final List<DynamodbStreamRecord> records = new ArrayList<>();
    private int acknowledged;
    private boolean isRead;

    private List<DynamodbStreamRecord> from(int record) {
      return records.subList(record, records.size());
    }
  }

  private final RepairWorld world;
  private final Consumer<Event> count;
  private final Random random;
  private final Turns turns;
  private final int keys;
  private final List<Shard> shards = new ArrayList<>();

  /// The items that only a scan brings into the tree.
  private final Set<String> unscanned = new HashSet<>();

  private boolean isScanned;

  RepairTraffic(RepairWorld world, Consumer<Event> count) {
    this.world = world;
    this.count = count;
    random = world.random;
    turns = world.turns;
    keys = world.pick(20, 60, 150);
    for (int n = world.pick(1, 2, 4); n > 0; n--) {
      shards.add(new Shard());
    }
  }

  String anyKey() {
    return "writer%03d".formatted(random.nextInt(keys));
  }

  /// Fills the table. Records of this instant are older than the generation, and come only again.
  void begin() {
    for (int n = world.pick(0, 50, 150); n > 0; n--) {
      change();
    }
    shards.forEach(shard -> shard.acknowledged = shard.records.size());
    world.table.byKey().keySet().forEach(key -> unscanned.add(text(key)));
    turns.advance(Duration.ofMillis(1));
  }

  private static String text(Map<String, AttributeValue> item) {
    return requireNonNull(item.get("PK")).s();
  }

  void change() {
    String key = anyKey();
    Map<String, AttributeValue> before = world.table.byKey().get(RepairWorld.key(key));
    if (before != null && random.nextInt(4) == 0) {
      delete(key);
      return;
    }
    Map<String, AttributeValue> item = new HashMap<>(world.item(key));
    if (before != null && random.nextInt(10) < 3) {
      item.put("SK", requireNonNull(before.get("SK")));
    }
    shard(key).records.add(world.model.put(item));
    world.table.byKey().put(RepairWorld.key(key), item);
  }

  void deleteAll() {
    List.copyOf(world.table.byKey().keySet()).forEach(key -> delete(text(key)));
  }

  private void delete(String key) {
    shard(key).records.add(world.model.remove(key));
    world.table.byKey().remove(RepairWorld.key(key));
  }

  private Shard shard(String key) {
    return shards.get(Math.floorMod(key.hashCode(), shards.size()));
  }

  boolean isDone() {
    return unscanned.isEmpty() && shards.stream().allMatch(shard -> pending(shard).isEmpty());
  }

  private static List<DynamodbStreamRecord> pending(Shard shard) {
    return shard.from(shard.acknowledged);
  }

  /// The items that the tree need not hold as the table does, each as often as it was changed.
  List<String> unsettled() {
    List<String> unsettled = new ArrayList<>(unscanned);
    shards.forEach(shard -> pending(shard).forEach(record -> unsettled.add(key(record))));
    return unsettled;
  }

  /// The items that were changed since then, each as often as it was.
  ///
  /// @param counts of the records of each shard until then
  List<String> changedSince(List<Integer> counts) {
    List<String> changed = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      shards.get(i).from(counts.get(i)).forEach(record -> changed.add(key(record)));
    }
    return changed;
  }

  List<Integer> counts() {
    return shards.stream().map(shard -> shard.records.size()).toList();
  }

  private static String key(DynamodbStreamRecord record) {
    return requireNonNull(record.getDynamodb().getKeys().get("PK")).getS();
  }

  /// Starts the next batch of each shard, and a scan, if none is under way.
  void deliver() {
    shards.stream().filter(shard -> !shard.isRead && !pending(shard).isEmpty()).forEach(this::read);
    if (!isScanned && !unscanned.isEmpty()) {
      isScanned = true;
      turns.start(this::scan);
    }
  }

  private void read(Shard shard) {
    shard.isRead = true;
    int from = shard.acknowledged;
    int to = Math.min(shard.records.size(), from + 1 + random.nextInt(world.pick(3, 20, 60)));
    List<DynamodbStreamRecord> batch = List.copyOf(shard.records.subList(from, to));
    turns.start(
        () -> {
          try {
            Integer unapplied = unapplied(batch);
            boolean comesAgain = random.nextInt(10) == 0;
            shard.acknowledged = comesAgain ? from : unapplied == null ? to : from + unapplied;
          } finally {
            shard.isRead = false;
          }
        });
  }

  /// @return the first record that comes again
  private @Nullable Integer unapplied(List<DynamodbStreamRecord> batch) {
    StreamSync sync =
        new StreamSync(
            world.indexed(world.faulty), List.of(Definitions.comments()), TableModel.STREAM, null);
    var first = sync.sync(TableModel.event(batch), () -> 60_000).unapplied();
    return first == null ? null : first.record();
  }

  /// Delivers records again that were acknowledged before.
  void deliverAgain() {
    Shard shard = shards.get(random.nextInt(shards.size()));
    int from = Math.max(0, shard.acknowledged - 1 - random.nextInt(60));
    int to = Math.min(shard.acknowledged, from + 1 + random.nextInt(30));
    if (from < to) {
      List<DynamodbStreamRecord> batch = List.copyOf(shard.records.subList(from, to));
      turns.start(
          () -> {
            unapplied(batch);
            count.accept(Event.BATCH_AGAIN);
          });
    }
  }

  /// Applies the rows of all items as they were read a while before. Rows whose items have changed
  /// are repaired. What fails is left to the next scan.
  private void scan() {
    boolean isDone = false;
    try {
      List<String> all = List.copyOf(unscanned);
      for (int from = 0; from < all.size(); from += ROWS) {
        apply(all.subList(from, Math.min(from + ROWS, all.size())));
      }
      isDone = unscanned.isEmpty();
    } finally {
      isScanned = false;
      count.accept(isDone ? Event.SCANNED : Event.SCAN_FAILED);
    }
  }

  private void apply(List<String> some) {
    Instant read = turns.instant();
    List<Op> ops = new ArrayList<>();
    for (String key : some) {
      Map<String, AttributeValue> item = world.table.byKey().get(RepairWorld.key(key));
      if (item != null) {
        ops.add(new Op(Bytes.utf8(key), new Rule.Unfenced(), world.entry(item), Set.of()));
      }
    }
    turns.park();
    turns.park();
    GroupWrite write = new GroupWrite(world.group, ops, read.plus(Freshness.DEFAULT.lease()));
    if (ops.isEmpty()
        || (world.writer(world.faulty).write(List.of(write)).getFirst()
                instanceof WriteResult.Written(_, _, var refused)
            && isRepaired(refused))) {
      some.forEach(unscanned::remove);
    }
  }

  private boolean isRepaired(List<Op> refused) {
    List<Doubt> doubts =
        refused.stream().map(op -> requireNonNull(op.entry())).map(this::doubt).toList();
    return world.indexed(world.faulty).repair().settle(doubts, () -> true).stream()
        .allMatch(VerifiedRepair.Outcome::isSettled);
  }

  private Doubt doubt(Entry entry) {
    return Doubt.ofEntry(world.generation, world.group.group(), entry);
  }
}
