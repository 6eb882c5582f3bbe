package pagemark.repair;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.audit.AuditResult;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Window;
import pagemark.repair.RepairSchedule.Event;
import pagemark.tree.node.NodeKey;
import pagemark.tree.read.TreeReader;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.simulation.TreeCheck;

/// Pages of the tree of a [RepairSchedule] beside its traffic, and what must be so at its end.
final class TreePages {
  private static final int COUNT = 7;
  private static final int PAGES = 5;

  private final RepairWorld world;
  private final RepairTraffic traffic;
  private final Consumer<Event> count;
  private final Random random;
  private final PageIndexReader warm;

  TreePages(RepairWorld world, RepairTraffic traffic, Consumer<Event> count) {
    this.world = world;
    this.traffic = traffic;
    this.count = count;
    random = world.random;
    warm = reader(this::consistently);
  }

  private static PageIndexReader reader(Nodes nodes) {
    return new TreeReader(nodes, _ -> () -> true, _ -> {}, 1 << 20);
  }

  private List<NodeAnswer> consistently(List<? extends NodeRequest> requests) {
    return world.faulty.send(requests.stream().map(TreePages::consistent).toList());
  }

  private static NodeRequest consistent(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Get get -> new NodeRequest.Get(get.node(), true);
      case NodeRequest.GetNode get -> new NodeRequest.GetNode(get.node(), true);
      case NodeRequest.Write _, NodeRequest.Transaction _ -> request;
    };
  }

  private PageQuery query(List<Cell> cells, long rank) {
    return new PageQuery(
        world.group,
        cells,
        cells,
        Layout.SCORE,
        Order.ASCENDING,
        Window.WHOLE,
        new Anchor.Rank(rank),
        COUNT,
        2);
  }

  /// Reads a page beside the traffic. A total that was read consistently has at least the items
  /// that nobody changed meanwhile, and at most those and each place of the others. A node of a
  /// reading may be older than another: an item that moves just then is nowhere, or twice.
  ///
  /// @param isChecked whether the total is compared
  void read(boolean isChecked) {
    boolean isConsistent = random.nextInt(3) > 0;
    PageIndexReader cold = reader(isConsistent ? this::consistently : world.faulty);
    PageIndexReader reader = isConsistent && random.nextBoolean() ? warm : cold;
    PageQuery query = query(List.of(Cell.WHOLE), random.nextInt(world.table.byKey().size() + 5));
    world.turns.start(
        () -> {
          List<String> moving = new ArrayList<>(traffic.unsettled());
          Set<String> still = new HashSet<>();
          world.table.byKey().keySet().forEach(key -> still.add(requireNonNull(key.get("PK")).s()));
          List<Integer> before = traffic.counts();
          try {
            long total = reader.page(query).total();
            moving.addAll(traffic.changedSince(before));
            moving.forEach(still::remove);
            int most = still.size() + moving.size() + Set.copyOf(moving).size();
            if (isConsistent && isChecked) {
              assertTrue(
                  total >= still.size() && total <= most,
                  () -> "%d, not %d to %d".formatted(total, still.size(), most));
            }
            count.accept(Event.PAGE_READ);
          } catch (IndexException e) {
            count.accept(Event.PAGE_FAILED);
          }
        });
  }

  /// Checks that the tree holds exactly what the table holds, with the right counts, and that an
  /// audit and pages say the same.
  ///
  /// @param needsAudit whether something may be wrong that no suspect tells of
  void check(boolean needsAudit) {
    assertEquals(List.of(), world.suspects.list(world.generation.listing(), "", 1));
    if (needsAudit) {
      assertEquals(0, world.audit(world.dynamo, true).count(AuditResult.Count.OPEN));
    }
    List<Entry> entries =
        world.table.byKey().values().stream()
            .map(world::entry)
            .sorted(Comparator.comparing(Entry::position))
            .toList();
    assertEquals(entries, TreeCheck.entries(world.dynamo, NodeKey.root(world.group)));
    AuditResult result = world.audit(world.dynamo, false);
    assertEquals(Map.of(), result.differences());
    assertEquals(0, result.count(AuditResult.Count.MISCOUNTED));
    assertTrue(result.isOver());
    checkPages(entries);
  }

  private void checkPages(List<Entry> entries) {
    for (int n = 0; n < PAGES; n++) {
      checkPage(n % 2 == 0 ? warm : reader(world.faulty), List.of(Cell.WHOLE), entries);
    }
    List<Cell> cells = List.of(new Cell("1.2"), new Cell("3.2"));
    checkPage(warm, cells, entries.stream().filter(entry -> cells.contains(entry.cell())).toList());
    checkWindow(entries);
  }

  private void checkPage(PageIndexReader reader, List<Cell> cells, List<Entry> entries) {
    int from = random.nextInt(entries.size() + 2);
    List<Position> positions =
        entries.stream().skip(from).limit(COUNT).map(Entry::position).toList();
    PageSlice page = reader.page(query(cells, from));
    assertEquals(entries.size(), page.total(), "the total");
    assertEquals(positions, page.positions(), () -> "the page from " + from);
  }

  /// Counts each cell between two entries.
  private void checkWindow(List<Entry> entries) {
    int from = random.nextInt(Math.max(1, entries.size()));
    int to = from + random.nextInt(entries.size() - from + 1);
    Window window = new Window(boundary(entries, from), boundary(entries, to));
    List<Cell> cells = List.of(Cell.WHOLE, new Cell("1.2"), new Cell("2.2"));
    List<Long> counts = new ArrayList<>();
    for (Cell cell : cells) {
      counts.add(
          entries.subList(from, to).stream()
              .filter(entry -> cell.isWhole() || cell.equals(entry.cell()))
              .count());
    }
    assertEquals(
        counts,
        reader(world.faulty).counts(new CountQuery(world.group, cells, Layout.SCORE, window)));
  }

  private static @Nullable Position boundary(List<Entry> entries, int rank) {
    return rank < entries.size() ? entries.get(rank).position() : null;
  }
}
