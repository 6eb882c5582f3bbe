package pagemark.repair;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import pagemark.audit.AuditException;
import pagemark.audit.AuditResult;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.Turns;
import pagemark.listing.Definitions;
import pagemark.state.Suspect;
import pagemark.sync.StreamSync;
import pagemark.sync.TableModel;
import pagemark.tree.node.NodeKey;
import pagemark.tree.simulation.TreeCheck;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One schedule: a table whose records are applied to the tree of a group, which is damaged now and
/// then. Repairs of suspects, audits that repair, and sweeps run beside it, and die. At the end the
/// tree must hold exactly what the table holds, with the right counts. An audit must say the same.
///
/// A seed decides everything.
final class RepairSchedule {
  /// What must have happened in some schedules.
  enum Event {
    DAMAGED_AND_FILED,
    DAMAGED_IN_SILENCE,
    REPAIRED,
    REPAIR_FAILED,
    AUDITED,
    AUDIT_FAILED,
    SWEPT
  }

  private static final int KEYS = 60;
  private static final int STEPS_MAX = 400_000;
  private static final int ROUNDS = 15;
  private static final int REPAIRS = 20;

  private final Map<Event, Integer> events = new EnumMap<>(Event.class);
  private final RepairWorld world;
  private final Random random;
  private final Turns turns;
  private final List<DynamodbStreamRecord> records = new ArrayList<>();
  private int acknowledged;
  private boolean isRead;

  /// Without audits, the repair of suspects alone must leave the index right.
  private final boolean hasAudits;

  /// Whether only an audit can find everything that may be wrong.
  private boolean needsAudit;

  RepairSchedule(long seed) {
    world = new RepairWorld(seed);
    random = world.random;
    turns = world.turns;
    hasAudits = seed % 2 == 0;
  }

  Map<Event, Integer> events() {
    return events;
  }

  private void count(Event event) {
    events.merge(event, 1, Integer::sum);
  }

  /// Runs the schedule.
  ///
  /// @throws AssertionError if the index is not as the table at its end
  void run() {
    turns.run(this::live);
  }

  private void live() {
    world.state.register(world.generation);
    world.markers.building("g1", "nonce", Instant.EPOCH);
    world.markers.ready("g1", "nonce");
    world.state.serve(world.generation.listing(), "g1");
    for (int n = 150 + random.nextInt(250); n > 0; n--) {
      write();
      look();
      step();
    }
    settle();
    repairInSilence();
    world.faults.stop();
    settle();
    for (int n = 0; n < REPAIRS && world.isOpen(); n++) {
      repair();
    }
    new RepairScheduleEnd(world).check(needsAudit);
  }

  /// Delivers all records, and waits until nobody works.
  private void settle() {
    for (int n = 0; !isQuiet(); n++) {
      assertTrue(n < STEPS_MAX, "the schedule does not come to an end");
      deliver();
      step();
    }
  }

  /// Repairs one suspect after the other, while nobody else writes: a later write would count what
  /// a repair has left uncounted.
  private void repairInSilence() {
    repair();
    for (int round = 0; round < ROUNDS; round++) {
      List<Map<String, AttributeValue>> keys = List.copyOf(world.table.byKey().keySet());
      damage(requireNonNull(keys.get(random.nextInt(keys.size())).get("PK")).s(), true);
      for (int n = 0; n < REPAIRS && world.isOpen(); n++) {
        turns.start(hasAudits && random.nextInt(4) == 0 ? this::audit : this::repair);
        settle();
      }
      if (!needsAudit && !world.isOpen()) {
        TreeCheck.entries(world.dynamo, NodeKey.root(world.group));
      }
    }
  }

  private boolean isQuiet() {
    return !turns.hasActors() && acknowledged == records.size() && !world.faulty.isBusy();
  }

  private void step() {
    turns.step();
    world.faulty.step();
  }

  private void write() {
    if (random.nextInt(30) == 0) {
      damage();
    }
    if (random.nextInt(2) == 0) {
      change();
    }
    if (random.nextInt(4) == 0) {
      deliver();
    }
    if (random.nextInt(40) == 0) {
      turns.start(this::sweep);
    }
  }

  private void look() {
    if (random.nextInt(25) == 0) {
      turns.start(this::repair);
    }
    if (hasAudits && random.nextInt(60) == 0) {
      turns.start(this::audit);
    }
  }

  private void change() {
    String key = key(random.nextInt(KEYS));
    if (world.model.holds(key) && random.nextInt(4) == 0) {
      records.add(world.model.remove(key));
      world.table.byKey().remove(RepairWorld.key(key));
    } else {
      Map<String, AttributeValue> item = world.item(key);
      records.add(world.model.put(item));
      world.table.byKey().put(RepairWorld.key(key), item);
    }
  }

  private static String key(int number) {
    return "writer%02d".formatted(number);
  }

  /// Starts the next batch, if none is under way.
  private void deliver() {
    if (isRead || acknowledged == records.size()) {
      return;
    }
    isRead = true;
    int from = acknowledged;
    int to = Math.min(records.size(), from + 1 + random.nextInt(20));
    List<DynamodbStreamRecord> batch = List.copyOf(records.subList(from, to));
    turns.start(
        () -> {
          try {
            StreamSync sync =
                new StreamSync(
                    world.indexed(world.faulty),
                    List.of(Definitions.comments()),
                    TableModel.STREAM,
                    null);
            Integer unapplied = unapplied(sync, batch);
            acknowledged = unapplied == null ? to : from + unapplied;
          } finally {
            isRead = false;
          }
        });
  }

  private static @Nullable Integer unapplied(StreamSync sync, List<DynamodbStreamRecord> batch) {
    var first = sync.sync(TableModel.event(batch), () -> 60_000).unapplied();
    return first == null ? null : first.record();
  }

  private void damage() {
    String key = key(random.nextInt(KEYS));
    damage(key, world.table.byKey().containsKey(RepairWorld.key(key)) && random.nextBoolean());
  }

  /// Removes the entry of an item, or adds one that should not be there, as no function does. A
  /// reader may see it and file a suspect.
  private void damage(String key, boolean isMissing) {
    Map<String, AttributeValue> present = world.table.byKey().get(RepairWorld.key(key));
    Entry entry = world.entry(isMissing ? requireNonNull(present) : world.item(key));
    Rule rule = new Rule.Newer(new Sequence(world.sequence()));
    Op op =
        isMissing
            ? new Op(entry.position().member(), rule, null, Set.of(entry))
            : new Op(entry.position().member(), rule, entry, Set.of());
    world
        .writer(world.dynamo)
        .write(List.of(new GroupWrite(world.group, List.of(op), turns.instant().plusSeconds(60))));
    if (!hasAudits || random.nextInt(4) > 0) {
      world.suspects.file(
          new Suspect(
              world.generation.listing(),
              "g1",
              RepairWorld.key(key),
              RepairWorld.GROUP_NAME,
              isMissing ? entry : new Entry(Cell.WHOLE, entry.position()),
              "promised",
              turns.instant()));
      count(Event.DAMAGED_AND_FILED);
    } else {
      needsAudit = true;
      count(Event.DAMAGED_IN_SILENCE);
    }
  }

  private void repair() {
    boolean isDone = false;
    try {
      new BacklogRepair(world.indexed(world.faulty))
          .suspects(world.generation.listing(), () -> true);
      isDone = true;
    } catch (IndexException e) {
      // the next run goes on
    } finally {
      count(isDone ? Event.REPAIRED : Event.REPAIR_FAILED);
    }
  }

  /// An audit that dies may have put an entry that it has not counted. The next one counts it.
  private void audit() {
    boolean isDone = false;
    try {
      isDone = world.audit(world.faulty, true).count(AuditResult.Count.OPEN) == 0;
    } catch (IndexException | AuditException e) {
      // the next run goes on
    } finally {
      needsAudit |= !isDone;
      count(isDone ? Event.AUDITED : Event.AUDIT_FAILED);
    }
  }

  private void sweep() {
    AtomicInteger steps = new AtomicInteger(1 + random.nextInt(10));
    try {
      world.writer(world.faulty).sweep("g1", Sweep.BEGIN, () -> steps.getAndDecrement() > 0);
      count(Event.SWEPT);
    } catch (IndexException e) {
      // the next one begins anew
    }
  }
}
