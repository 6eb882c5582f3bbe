package pagemark.repair;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import pagemark.audit.Audit;
import pagemark.audit.AuditException;
import pagemark.audit.AuditListener;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.audit.AuditSetup;
import pagemark.dynamodb.SimulatedProcess;
import pagemark.dynamodb.node.GroupName;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.read.TreeReader;
import pagemark.dynamodb.request.Nodes;
import pagemark.dynamodb.request.RootScan;
import pagemark.dynamodb.request.RootScan.Root;
import pagemark.dynamodb.request.RootScan.RootsPart;
import pagemark.dynamodb.simulation.Faults;
import pagemark.dynamodb.simulation.FaultyDynamo;
import pagemark.dynamodb.simulation.SimulatedDynamo;
import pagemark.dynamodb.simulation.TreeCheck;
import pagemark.dynamodb.tree.NodeLimits;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.Op;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.PageQuery;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.Turns;
import pagemark.index.Window;
import pagemark.index.rows.InMemoryRuns;
import pagemark.listing.Definitions;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.InMemorySuspects;
import pagemark.state.InMemoryWalks;
import pagemark.state.SampleGenerations;
import pagemark.state.Suspect;
import pagemark.sync.StreamSync;
import pagemark.sync.TableModel;
import pagemark.table.InMemoryItems;
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

  private static final NodeLimits LIMITS = new NodeLimits(240, 4, 100_000, 100_000);
  private static final String GROUP_NAME = "SHIRT";
  private static final int KEYS = 60;
  private static final int PAGE = 7;
  private static final int STEPS_MAX = 400_000;
  private static final int ROUNDS = 15;
  private static final int REPAIRS = 20;

  private final Map<Event, Integer> events = new EnumMap<>(Event.class);
  private final Random random;
  private final Turns turns;
  private final Faults faults;
  private final SimulatedDynamo dynamo = new SimulatedDynamo("g1");
  private final FaultyDynamo faulty;
  private final TableModel model;
  private final InMemoryItems table = new InMemoryItems();
  private final List<DynamodbStreamRecord> records = new ArrayList<>();
  private final InMemoryState state = new InMemoryState();
  private final InMemorySuspects suspects = new InMemorySuspects();
  private final InMemoryIndex markers;
  private final Generation generation;
  private final GroupRef group;
  private int acknowledged;
  private boolean isRead;

  /// Without audits, the repair of suspects alone must leave the index right.
  private final boolean hasAudits;

  /// Whether only an audit can find everything that may be wrong.
  private boolean needsAudit;

  RepairSchedule(long seed) {
    random = new Random(seed);
    hasAudits = seed % 2 == 0;
    turns = new Turns(random, Instant.parse("2026-11-21T00:00:00Z"), 10);
    faults = new Faults(random, seed % 4 < 2 ? 1 : 10);
    faulty = new FaultyDynamo(dynamo, turns, faults, random);
    model = new TableModel(turns);
    markers = new InMemoryIndex(turns, IndexSettings.DEFAULT);
    generation =
        SampleGenerations.ofStream(Definitions.comments(), "g1", TableModel.STREAM, Instant.EPOCH);
    group = generation.group(new Group(GROUP_NAME));
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
    state.register(generation);
    markers.building("g1", "nonce", Instant.EPOCH);
    markers.ready("g1", "nonce");
    state.serve(generation.listing(), "g1");
    for (int n = 150 + random.nextInt(250); n > 0; n--) {
      write();
      look();
      step();
    }
    settle();
    repairInSilence();
    faults.stop();
    settle();
    conclude();
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
      List<Map<String, AttributeValue>> keys = List.copyOf(table.byKey().keySet());
      damage(requireNonNull(keys.get(random.nextInt(keys.size())).get("PK")).s(), true);
      for (int n = 0; n < REPAIRS && isOpen(); n++) {
        turns.start(hasAudits && random.nextInt(4) == 0 ? this::audit : this::repair);
        settle();
      }
      if (!needsAudit && !isOpen()) {
        TreeCheck.entries(dynamo, NodeKey.root(group));
      }
    }
  }

  private boolean isOpen() {
    return !suspects.list(generation.listing(), "", 1).isEmpty();
  }

  private boolean isQuiet() {
    return !turns.hasActors() && acknowledged == records.size() && !faulty.isBusy();
  }

  private void step() {
    turns.step();
    faulty.step();
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
    if (model.holds(key) && random.nextInt(4) == 0) {
      records.add(model.remove(key));
      table.byKey().remove(key(key));
    } else {
      Map<String, AttributeValue> item = item(key);
      records.add(model.put(item));
      table.byKey().put(key(key), item);
    }
  }

  private static Map<String, AttributeValue> key(String name) {
    return Map.of("PK", fromS(name));
  }

  private static String key(int number) {
    return "writer%02d".formatted(number);
  }

  private Map<String, AttributeValue> item(String key) {
    return Map.of(
        "PK", fromS(key),
        "PK2", fromS(GROUP_NAME),
        "SK", fromS("2024-05-%02d 00:00".formatted(1 + random.nextInt(28))),
        "rating", fromN(Integer.toString(1 + random.nextInt(5))),
        "language", fromS("en"));
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
                    indexed(faulty), List.of(Definitions.comments()), TableModel.STREAM, null);
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
    damage(key, table.byKey().containsKey(key(key)) && random.nextBoolean());
  }

  /// Removes the entry of an item, or adds one that should not be there, as no function does. A
  /// reader may see it and file a suspect.
  private void damage(String key, boolean isMissing) {
    Map<String, AttributeValue> present = table.byKey().get(key(key));
    Entry entry = entry(isMissing ? requireNonNull(present) : item(key));
    Rule rule = new Rule.Newer(new Sequence(sequence()));
    Op op =
        isMissing
            ? new Op(entry.position().member(), rule, null, Set.of(entry))
            : new Op(entry.position().member(), rule, entry, Set.of());
    writer(dynamo)
        .write(List.of(new GroupWrite(group, List.of(op), turns.instant().plusSeconds(60))));
    if (!hasAudits || random.nextInt(4) > 0) {
      suspects.file(
          new Suspect(
              generation.listing(),
              "g1",
              key(key),
              GROUP_NAME,
              isMissing ? entry : new Entry(Cell.WHOLE, entry.position()),
              "promised",
              turns.instant(),
              isMissing));
      count(Event.DAMAGED_AND_FILED);
    } else {
      needsAudit = true;
      count(Event.DAMAGED_IN_SILENCE);
    }
  }

  /// A number that no other record has.
  private String sequence() {
    return model.comment("nobody", "nothing").getDynamodb().getSequenceNumber();
  }

  private Entry entry(Map<String, AttributeValue> item) {
    return ((Indexed) generation.definition().indexable(item)).entry();
  }

  private void repair() {
    boolean isDone = false;
    try {
      new BacklogRepair(indexed(faulty), suspects, new InMemoryWalks())
          .suspects(generation.listing(), () -> true);
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
      isDone = open(audit(faulty, true)) == 0;
    } catch (IndexException | AuditException e) {
      // the next run goes on
    } finally {
      needsAudit |= !isDone;
      count(isDone ? Event.AUDITED : Event.AUDIT_FAILED);
    }
  }

  private AuditResult audit(Nodes nodes, boolean repair) {
    AuditSetup setup =
        new AuditSetup(
            indexed(nodes),
            SimulatedProcess.inspector(nodes, this::roots, LIMITS, random, turns::sleep),
            table.scan(),
            random);
    AuditSettings settings = new AuditSettings(1, 1, repair, Duration.ofSeconds(3), Instant.MAX);
    return new Audit(setup, settings, AuditListener.NONE).run(generation);
  }

  private static long open(AuditResult result) {
    return requireNonNull(result.repairs()).open();
  }

  private void sweep() {
    AtomicInteger steps = new AtomicInteger(1 + random.nextInt(10));
    try {
      writer(faulty).sweep("g1", Sweep.BEGIN, () -> steps.getAndDecrement() > 0);
      count(Event.SWEPT);
    } catch (IndexException e) {
      // the next one begins anew
    }
  }

  private IndexedTable indexed(Nodes nodes) {
    return IndexedTables.of(this::read, writer(nodes), markers, state, state, turns)
        .with(turns::sleep);
  }

  private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys) {
    if (turns.isActor()) {
      turns.park();
    }
    return table.read(keys);
  }

  private PageIndexWriter writer(Nodes nodes) {
    return SimulatedProcess.writer(
        nodes,
        this::roots,
        LIMITS,
        random,
        turns::sleep,
        turns,
        Duration.ofDays(1),
        new InMemoryRuns(1));
  }

  private RootsPart roots(String ofGeneration, String from) {
    NodeKey root = NodeKey.root(group);
    return dynamo.item(root, Item.Name.N) instanceof Item.Content content
        ? new RootsPart(List.of(new Root(root, GroupName.of(group), content)), RootScan.BEGIN)
        : new RootsPart(List.of(), RootScan.BEGIN);
  }

  /// Repairs what is left to be repaired, and compares.
  private void conclude() {
    for (int n = 0; n < REPAIRS && isOpen(); n++) {
      repair();
    }
    assertEquals(List.of(), suspects.list(generation.listing(), "", 1));
    if (needsAudit) {
      assertEquals(0, open(audit(dynamo, true)));
    }
    List<Entry> expected =
        table.byKey().values().stream()
            .map(this::entry)
            .sorted(Comparator.comparing(Entry::position))
            .toList();
    assertEquals(expected, TreeCheck.entries(dynamo, NodeKey.root(group)));
    judgePages(expected.stream().map(Entry::position).toList(), Order.ASCENDING);
    judgePages(expected.stream().map(Entry::position).toList().reversed(), Order.DESCENDING);
    AuditResult result = audit(dynamo, false);
    assertEquals(Map.of(), result.differences());
    assertEquals(0, result.miscounted());
    assertTrue(result.complete());
  }

  private void judgePages(List<Position> expected, Order order) {
    PageIndexReader reader = new TreeReader(dynamo, _ -> () -> true, _ -> {}, 1 << 20);
    for (int from = 0; from < expected.size(); from += PAGE) {
      PageQuery query =
          new PageQuery(
              group,
              List.of(Cell.WHOLE),
              List.of(Cell.WHOLE),
              Layout.SCORE,
              order,
              Window.WHOLE,
              new Anchor.Rank(from),
              PAGE,
              0);
      var page = reader.page(query);
      assertEquals(expected.size(), page.total(), "the total");
      assertEquals(
          expected.subList(from, Math.min(from + PAGE, expected.size())), page.positions());
    }
  }
}
