package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.audit.Audit;
import pagemark.audit.AuditException;
import pagemark.audit.AuditListener;
import pagemark.audit.AuditSettings;
import pagemark.audit.AuditSetup;
import pagemark.dynamodb.SimulatedProcess;
import pagemark.dynamodb.node.GroupName;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.Nodes;
import pagemark.dynamodb.request.RootScan;
import pagemark.dynamodb.simulation.SimulatedDynamo;
import pagemark.dynamodb.simulation.TreeCheck;
import pagemark.dynamodb.tree.NodeLimits;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.rows.InMemoryRuns;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.InMemorySuspects;
import pagemark.state.InMemoryWalks;
import pagemark.state.SampleGenerations;
import pagemark.state.Suspect;
import pagemark.table.InMemoryItems;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The repair of suspects, and audits that repair, in the tree of an index in DynamoDB. The first
/// run dies after each of its requests in turn. The next one must leave all entries and all counts
/// as they should be.
final class RepairOverTreeTest {
  private static final int ITEMS = 60;
  private static final NodeLimits LIMITS = new NodeLimits(240, 4, 100_000, 100_000);
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");
  private static final Generation GENERATION =
      SampleGenerations.comments("g1", Generation.State.BUILDING);

  private final Random random = new Random(1);
  private final InMemoryItems table = new InMemoryItems();
  private final SimulatedDynamo dynamo = new SimulatedDynamo("g1");
  private final InMemoryState state = new InMemoryState();
  private final InMemorySuspects suspects = new InMemorySuspects();

  /// Does so many requests, and then fails.
  private final class Dying implements Nodes {
    private int left;

    Dying(int requests) {
      left = requests;
    }

    @Override
    public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
      List<NodeAnswer> answers = new ArrayList<>();
      for (NodeRequest request : requests) {
        if (left-- <= 0) {
          throw new IndexException.Unavailable("the process has died", null);
        }
        answers.addAll(dynamo.send(List.of(request)));
      }
      return answers;
    }
  }

  private PageIndexWriter writer(Nodes nodes) {
    return SimulatedProcess.writer(
        nodes,
        (_, _) -> new RootScan.RootsPart(List.of(), RootScan.BEGIN),
        LIMITS,
        random,
        _ -> {},
        () -> NOW,
        Duration.ofDays(1),
        new InMemoryRuns(1));
  }

  private static Map<String, AttributeValue> key(int item) {
    return Map.of("PK", fromS("writer%02d".formatted(item)));
  }

  private static Map<String, AttributeValue> item(int item) {
    return Map.of(
        "PK",
        fromS("writer%02d".formatted(item)),
        "PK2",
        fromS("SHIRT"),
        "SK",
        fromS("2024-05-%02d 00:00".formatted(1 + item % 28)));
  }

  private static Indexed place(int item) {
    return (Indexed) GENERATION.definition().indexable(item(item));
  }

  private static GroupRef group() {
    return GENERATION.group(place(0).groups().iterator().next());
  }

  private void put(int item) {
    Bytes key = place(item).entry().position().member();
    Op op = new Op(key, new Rule.Newer(new Sequence("1")), place(item).entry(), Set.of());
    writer(dynamo).write(List.of(new GroupWrite(group(), List.of(op), NOW)));
  }

  private void suspect(int item, boolean missing) {
    suspects.file(
        new Suspect(
            "comments", "g1", key(item), "SHIRT", place(item).entry(), "promised", NOW, missing));
  }

  private IndexedTable indexed(Nodes nodes) {
    InMemoryIndex markers = new InMemoryIndex(() -> NOW, IndexSettings.DEFAULT);
    markers.building("g1", "nonce", Instant.EPOCH);
    markers.ready("g1", "nonce");
    return IndexedTables.of(table, writer(nodes), markers, state, state, () -> NOW);
  }

  /// The work that dies in its first run and is whole in its second.
  enum Run {
    BACKLOG,
    AUDIT
  }

  /// @param requests after which the process dies
  /// @return whether it came to its end
  private boolean repair(Run run, int requests) {
    Dying nodes = new Dying(requests);
    switch (run) {
      case BACKLOG ->
          new BacklogRepair(indexed(nodes), suspects, new InMemoryWalks())
              .suspects("comments", () -> true);
      case AUDIT -> audit(nodes);
    }
    return nodes.left >= 0;
  }

  private void audit(Nodes nodes) {
    RootScan roots =
        (_, _) ->
            dynamo.item(NodeKey.root(group()), Item.Name.N) instanceof Item.Content root
                ? new RootScan.RootsPart(
                    List.of(new RootScan.Root(NodeKey.root(group()), GroupName.of(group()), root)),
                    RootScan.BEGIN)
                : new RootScan.RootsPart(List.of(), RootScan.BEGIN);
    AuditSetup setup =
        new AuditSetup(
            indexed(nodes),
            SimulatedProcess.inspector(nodes, roots, LIMITS, random, _ -> {}),
            table.scan(),
            random);
    AuditSettings repairs = new AuditSettings(1, 1, true, Duration.ZERO, Instant.MAX);
    try {
      new Audit(setup, repairs, AuditListener.NONE).run(GENERATION);
    } catch (IndexException | AuditException e) {
      return; // it has died
    }
  }

  /// The items 10 and 50 are missing in the index, 30 should not be there, and 40 is in doubt, but
  /// right.
  private boolean isRightAfter(Run run, int requests) {
    List<Entry> expected = new ArrayList<>();
    for (int item = 0; item < ITEMS; item++) {
      if (item != 30) {
        table.byKey().put(key(item), item(item));
        expected.add(place(item).entry());
      }
      if (item != 10 && item != 50) {
        put(item);
      }
    }
    suspect(10, true);
    suspect(50, true);
    suspect(30, false);
    suspect(40, true);
    boolean isWhole = repair(run, requests);
    repair(run, Integer.MAX_VALUE);
    expected.sort(Comparator.comparing(Entry::position));
    assertEquals(
        expected, TreeCheck.entries(dynamo, NodeKey.root(group())), () -> "died after " + requests);
    if (run == Run.BACKLOG) {
      assertEquals(List.of(), suspects.list("comments", 10));
    }
    return isWhole;
  }

  @ParameterizedTest
  @EnumSource
  void leavesEntriesAndCountsAsTheyShouldBe(Run run) {
    int requests = 0;
    while (!new RepairOverTreeTest().begun().isRightAfter(run, requests)) {
      requests++;
    }
    assertTrue(requests > 20, "a run of few requests: " + requests);
  }

  private RepairOverTreeTest begun() {
    state.register(GENERATION);
    state.serve("comments", "g1");
    return this;
  }
}
