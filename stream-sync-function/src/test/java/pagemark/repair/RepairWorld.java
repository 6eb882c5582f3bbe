package pagemark.repair;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import pagemark.audit.Audit;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.index.Turns;
import pagemark.index.rows.InMemoryRuns;
import pagemark.listing.Definitions;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;
import pagemark.state.Suspects;
import pagemark.sync.TableModel;
import pagemark.table.InMemoryItems;
import pagemark.tree.SimulatedProcess;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.RootScan;
import pagemark.tree.request.RootScan.Root;
import pagemark.tree.request.RootScan.RootsPart;
import pagemark.tree.simulation.Faults;
import pagemark.tree.simulation.FaultyNodes;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.simulation.SimulatedNodes;
import pagemark.tree.write.NodeLimits;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What a [RepairSchedule] works on: a table, the tree of its one group in a DynamoDB that has
/// faults, and what the functions of a stack keep beside.
final class RepairWorld {
  static final String GROUP_NAME = "SHIRT";
  private static final int PROCESSES = 4;
  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  /// Records of the first instant are no proof.
  private static final Instant BIRTH =
      START.minus(Freshness.DEFAULT.margin()).plus(Duration.ofMillis(1));

  private static final LocalDateTime FIRST = LocalDateTime.parse("2024-05-01T00:00");
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

  final Random random;
  final Turns turns;
  final Faults faults;
  final SimulatedNodes dynamo = new SimulatedNodes("g1");
  final FaultyNodes faulty;
  final TableModel model;
  final InMemoryItems table = new InMemoryItems();
  final InMemoryState state = new InMemoryState();
  final Suspects suspects = Suspects.of(state);
  final InMemoryIndex markers;
  final Generation generation;
  final GroupRef group;
  private final NodeLimits limits;
  private final List<PageIndexWriter> processes = new ArrayList<>();

  /// Items have one of so many sort values, or each a later one than all before; then it is 0.
  private final int sorts;

  private int made;

  /// @param seed decides everything
  RepairWorld(long seed) {
    random = new Random(seed);
    turns = new Turns(random, START, 10);
    faults = new Faults(random, seed % 4 < 2 ? 1 : 10);
    faulty = new FaultyNodes(dynamo, turns, faults, random);
    model = new TableModel(turns);
    markers = new InMemoryIndex(turns, IndexSettings.DEFAULT);
    generation = SampleGenerations.ofStream(Definitions.comments(), "g1", TableModel.STREAM, BIRTH);
    group = generation.group(new Group(GROUP_NAME));
    limits = SimulatedItems.limits(pick(160, 240, 400), pick(3, 4, 6), pick(200, 100_000), 100_000);
    sorts = pick(0, 3, 28, 1_000);
  }

  int pick(int... values) {
    return values[random.nextInt(values.length)];
  }

  static Map<String, AttributeValue> key(String name) {
    return Map.of("PK", fromS(name));
  }

  /// An item of this key with random values.
  Map<String, AttributeValue> item(String key) {
    return Map.of(
        "PK", fromS(key),
        "PK2", fromS(GROUP_NAME),
        "SK", fromS(MINUTE.format(FIRST.plusMinutes(sorts == 0 ? made++ : random.nextInt(sorts)))),
        "rating", fromN(Integer.toString(1 + random.nextInt(5))),
        "language", fromS("en"));
  }

  /// A number that no other record has.
  String sequence() {
    return model.comment("nobody", "nothing").getDynamodb().getSequenceNumber();
  }

  Entry entry(Map<String, AttributeValue> item) {
    return ((Indexed) generation.definition().indexable(item)).entry();
  }

  boolean isOpen() {
    return !suspects.list(generation.listing(), "", 1).isEmpty();
  }

  AuditResult audit(Nodes nodes, boolean repair) {
    AuditSetup setup =
        new AuditSetup(
            indexed(nodes),
            SimulatedProcess.inspector(nodes, this::roots, limits, random, turns::sleep),
            table.scan(),
            random);
    AuditSettings settings = new AuditSettings(1, 0, 1, repair, Duration.ofSeconds(3), Instant.MAX);
    return new Audit(setup, settings).run(generation);
  }

  IndexedTable indexed(Nodes nodes) {
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

  /// The writer of one of a few processes, or of a new one. What a process knows of the tree may be
  /// old.
  PageIndexWriter writer(Nodes nodes) {
    if (nodes != faulty) {
      return newWriter(nodes);
    }
    if (processes.isEmpty() || random.nextInt(10) < 3) {
      processes.add(newWriter(faulty));
      if (processes.size() > PROCESSES) {
        processes.removeFirst();
      }
    }
    return processes.get(random.nextInt(processes.size()));
  }

  private PageIndexWriter newWriter(Nodes nodes) {
    return SimulatedProcess.writer(
        nodes,
        this::roots,
        limits,
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
}
