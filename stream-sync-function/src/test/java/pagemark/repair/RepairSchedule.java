package pagemark.repair;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import pagemark.audit.AuditException;
import pagemark.audit.AuditResult;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.Turns;
import pagemark.state.Suspect;
import pagemark.tree.node.NodeKey;
import pagemark.tree.simulation.TreeCheck;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One schedule: a table whose records and rows are applied to the tree of a group
/// ([RepairTraffic]), which is damaged now and then. Repairs of suspects, audits that repair, and
/// sweeps run beside it, and die; pages are read ([TreePages]). At the end the tree must hold
/// exactly what the table holds, with the right counts. Pages and an audit must say the same.
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
    SWEPT,
    BATCH_AGAIN,
    SCANNED,
    SCAN_FAILED,
    DAYS_PASSED,
    PAGE_READ,
    PAGE_FAILED,
    EMPTIED
  }

  private static final int STEPS_MAX = 400_000;
  private static final int ROUNDS = 15;
  private static final int REPAIRS = 20;

  final RepairWorld world;
  private final Map<Event, Integer> events = new EnumMap<>(Event.class);
  private final RepairTraffic traffic;
  private final TreePages pages;
  private final Random random;
  private final Turns turns;

  /// Without damage, each total that is read beside the traffic must be right.
  private final boolean isDamaged;

  /// Whether registers expire meanwhile.
  private final boolean passesDays;

  /// Without audits, the repair of suspects alone must leave the index right.
  private final boolean hasAudits;

  /// Whether only an audit can find everything that may be wrong.
  private boolean needsAudit;

  RepairSchedule(long seed) {
    world = new RepairWorld(seed);
    random = world.random;
    turns = world.turns;
    hasAudits = seed % 2 == 0;
    isDamaged = seed % 3 > 0;
    passesDays = random.nextBoolean();
    traffic = new RepairTraffic(world, this::count);
    pages = new TreePages(world, traffic, this::count);
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
    traffic.begin();
    for (int n = 150 + random.nextInt(250); n > 0; n--) {
      write();
      look();
      step();
    }
    settle();
    if (isDamaged) {
      repairInSilence();
    }
    world.faults.stop();
    settle();
    for (int n = 0; n < REPAIRS && world.isOpen(); n++) {
      repair();
    }
    pages.check(needsAudit);
    if (random.nextInt(10) < 3) {
      empty();
    }
  }

  /// Deletes all items, lets registers expire, and sweeps until nothing is left of the tree.
  private void empty() {
    traffic.deleteAll();
    settle();
    pages.check(needsAudit);
    turns.advance(Duration.ofDays(5));
    PageIndexWriter writer = world.writer(world.dynamo);
    for (long removed = 1; removed > 0; ) {
      removed = writer.sweep("g1", Sweep.BEGIN, () -> true).removed();
      TreeCheck.entries(world.dynamo, NodeKey.root(world.group));
    }
    assertEquals(Set.of(), world.dynamo.nodes());
    count(Event.EMPTIED);
  }

  /// Delivers all records, and waits until nobody works.
  private void settle() {
    for (int n = 0; !isQuiet(); n++) {
      assertTrue(n < STEPS_MAX, "the schedule does not come to an end");
      traffic.deliver();
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
    return !turns.hasActors() && traffic.isDone() && !world.faulty.isBusy();
  }

  private void step() {
    turns.step();
    world.faulty.step();
  }

  private void write() {
    if (isDamaged && random.nextInt(30) == 0) {
      damage();
    }
    if (random.nextInt(2) == 0) {
      traffic.change();
    }
    if (random.nextInt(4) == 0) {
      traffic.deliver();
    }
    if (random.nextInt(100) == 0) {
      traffic.deliverAgain();
    }
    if (random.nextInt(40) == 0) {
      turns.start(this::sweep);
    }
    if (passesDays && random.nextInt(100) == 0) {
      passDays();
    }
  }

  /// Nothing happens for a day or two. No request is on its way for so long.
  private void passDays() {
    for (int n = 0; turns.hasActors() || world.faulty.isBusy(); n++) {
      assertTrue(n < STEPS_MAX, "the actors do not come to an end");
      step();
    }
    turns.advance(Duration.ofHours(random.nextInt(48)));
    count(Event.DAYS_PASSED);
  }

  private void look() {
    if (random.nextInt(8) == 0) {
      pages.read(!isDamaged);
    }
    if (random.nextInt(25) == 0) {
      turns.start(this::repair);
    }
    if (hasAudits && random.nextInt(60) == 0) {
      turns.start(this::audit);
    }
  }

  private void damage() {
    String key = traffic.anyKey();
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
