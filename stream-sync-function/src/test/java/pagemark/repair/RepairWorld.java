package pagemark.repair;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
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
  private static final NodeLimits LIMITS = SimulatedItems.limits(240, 4, 100_000, 100_000);
  static final String GROUP_NAME = "SHIRT";

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

  /// @param seed decides everything
  RepairWorld(long seed) {
    random = new Random(seed);
    turns = new Turns(random, Instant.parse("2026-11-21T00:00:00Z"), 10);
    faults = new Faults(random, seed % 4 < 2 ? 1 : 10);
    faulty = new FaultyNodes(dynamo, turns, faults, random);
    model = new TableModel(turns);
    markers = new InMemoryIndex(turns, IndexSettings.DEFAULT);
    generation =
        SampleGenerations.ofStream(Definitions.comments(), "g1", TableModel.STREAM, Instant.EPOCH);
    group = generation.group(new Group(GROUP_NAME));
  }

  static Map<String, AttributeValue> key(String name) {
    return Map.of("PK", fromS(name));
  }

  /// An item of this key with random values.
  Map<String, AttributeValue> item(String key) {
    return Map.of(
        "PK", fromS(key),
        "PK2", fromS(GROUP_NAME),
        "SK", fromS("2024-05-%02d 00:00".formatted(1 + random.nextInt(28))),
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
            SimulatedProcess.inspector(nodes, this::roots, LIMITS, random, turns::sleep),
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

  PageIndexWriter writer(Nodes nodes) {
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
}
