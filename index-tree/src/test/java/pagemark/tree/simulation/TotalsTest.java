package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.Extent;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.PageQuery;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.Turns;
import pagemark.index.Window;
import pagemark.tree.read.TreeReader;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.write.NodeLimits;
import pagemark.tree.write.PlaceOp;
import pagemark.tree.write.TreeWriter;

/// Consistent readers beside writers, with all faults. Each total lies between the number of items
/// that were acknowledged before its reading began and the number of those whose writing had begun
/// before it ended. An item that moves may be counted twice meanwhile.
///
/// The nodes of a reading are not of one moment. So one in thousands misses an item that moved
/// between two of its reads: the old leaf was read late, and the new one early.
@TakesLong(value = 5, nightly = 115)
final class TotalsTest {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("shirt"));
  private static final int SCHEDULES = Integer.getInteger("dynamodb.totals", Extent.of(4, 300));
  private static final int WRITERS = 3;
  private static final int STEPS = 4_000;
  private static final long PERIOD = 20_000;
  private static final Bytes GONE = Bytes.utf8("");

  enum Kind {
    /// New items, in the order of time.
    APPEND,
    /// New items, a third of them anywhere.
    LATE,
    /// New items, and the oldest ones go.
    DELETE,
    /// New items, and others that move, mostly to the end.
    MOVE
  }

  /// A reading whose total was wrong.
  private record Wrong(long total, long least, long most) {}

  /// One schedule.
  private static final class World {
    private final Kind kind;
    private final Random random;
    private final Turns turns;
    private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());
    private final FaultyNodes faulty;
    private final NodeLimits shape;
    private final List<TreeWriter> writers = new ArrayList<>();
    private final Map<String, Bytes> places = new HashMap<>();
    private final Set<String> busy = new HashSet<>();
    private final Set<String> began = new HashSet<>();
    private final Set<String> applied = new HashSet<>();
    private final Set<String> goneBegan = new HashSet<>();
    private final Set<String> gone = new HashSet<>();
    private final TreeReader warm;
    private final List<Wrong> wrong = new ArrayList<>();
    private int readings;
    private long sequence;
    private int made;

    World(Kind kind, long seed) {
      this.kind = kind;
      random = new Random(seed);
      turns = new Turns(random, Instant.ofEpochSecond(1_714_521_600), 10);
      faulty = new FaultyNodes(store, turns, new Faults(random), random);
      shape = SimulatedItems.limits(pick(160, 240, 400), pick(3, 4, 6), 100_000, 100_000);
      warm = reader();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(new TreeWriter(faulty, shape, random, turns::sleep));
      }
    }

    private int pick(int... values) {
      return values[random.nextInt(values.length)];
    }

    /// @return the readings with a wrong total
    List<Wrong> run() {
      turns.run(
          () -> {
            for (int step = 0; step < STEPS; step++) {
              if (random.nextInt(20) == 0) {
                write();
              }
              if (random.nextInt(20) == 0) {
                read(random.nextInt(3) == 0 ? reader() : warm);
              }
              turns.step();
              faulty.step();
            }
          });
      return wrong;
    }

    private void write() {
      Map<String, Bytes> after = new HashMap<>();
      for (int n = pick(1, 1, 5, 20); n > 0; n--) {
        change(after);
      }
      List<PlaceOp> ops = new ArrayList<>();
      Set<String> gone = new HashSet<>();
      after.forEach(
          (item, place) -> {
            Rule rule = new Rule.Newer(new Sequence(Long.toString(++sequence)));
            Bytes before = places.get(item);
            int number = ops.size();
            if (place.equals(GONE)) {
              gone.add(item);
              places.remove(item);
            } else {
              ops.add(new PlaceOp(number, place, Cell.WHOLE, rule));
              places.put(item, place);
            }
            if (before != null && !before.equals(place)) {
              ops.add(new PlaceOp(number, before, null, rule));
            }
          });
      busy.addAll(after.keySet());
      attempt(ops, after.keySet(), gone);
    }

    /// Chooses an item and its next place; [#GONE] if it goes.
    private void change(Map<String, Bytes> after) {
      List<String> free =
          places.keySet().stream()
              .filter(i -> !busy.contains(i) && !after.containsKey(i))
              .sorted()
              .toList();
      boolean isOld = !free.isEmpty() && random.nextInt(100) < 45;
      if (kind == Kind.DELETE && isOld) {
        after.put(Collections.min(free, Comparator.comparing(places::get)), GONE);
      } else if (kind == Kind.MOVE && isOld) {
        String item = free.get(random.nextInt(free.size()));
        after.put(item, place(item, random.nextInt(5) == 0));
      } else {
        String item = "item" + made++;
        after.put(item, place(item, kind == Kind.LATE && random.nextInt(3) == 0));
      }
    }

    private Bytes place(String item, boolean anywhere) {
      long now = turns.millis() % 1_000_000;
      return Place.of(new Position(anywhere ? random.nextLong(now + 1) : now, Bytes.utf8(item)));
    }

    /// Writes until it is acknowledged.
    private void attempt(List<PlaceOp> ops, Set<String> items, Set<String> leaving) {
      turns.start(
          () -> {
            boolean isDone = false;
            began.addAll(items);
            goneBegan.addAll(leaving);
            try {
              TreeWriter writer = writers.get(random.nextInt(WRITERS));
              isDone = writer.write(GROUP, ops, PERIOD, () -> false).isPresent();
            } catch (IndexException e) {
              turns.sleep(Duration.ofMillis(100));
            } finally {
              if (isDone) {
                applied.addAll(items);
                gone.addAll(leaving);
                busy.removeAll(items);
              } else {
                attempt(ops, items, leaving);
              }
            }
          });
    }

    private TreeReader reader() {
      Nodes consistent = requests -> faulty.send(requests.stream().map(World::consistent).toList());
      return new TreeReader(consistent, _ -> () -> true, _ -> {}, 1 << 20);
    }

    private static NodeRequest consistent(NodeRequest request) {
      return switch (request) {
        case NodeRequest.Get get -> new NodeRequest.Get(get.node(), true);
        case NodeRequest.GetNode get -> new NodeRequest.GetNode(get.node(), true);
        case NodeRequest.Write _, NodeRequest.Transaction _ -> request;
      };
    }

    private void read(TreeReader reader) {
      Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
      PageQuery query =
          new PageQuery(
              GROUP,
              List.of(Cell.WHOLE),
              List.of(Cell.WHOLE),
              Layout.SCORE,
              order,
              Window.WHOLE,
              new Anchor.Rank(random.nextInt(40)),
              5,
              2);
      turns.start(
          () -> {
            Set<String> appliedBefore = new HashSet<>(applied);
            Set<String> goneBefore = new HashSet<>(gone);
            long total;
            try {
              total = reader.page(query).total();
            } catch (IndexException e) {
              return;
            }
            readings++;
            appliedBefore.removeAll(goneBegan);
            long most = began.stream().filter(item -> !goneBefore.contains(item)).count();
            if (total < appliedBefore.size() || (kind != Kind.MOVE && total > most)) {
              wrong.add(new Wrong(total, appliedBefore.size(), most));
            }
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void areBetweenWhatWasDoneAndWhatHasBegun(Kind kind) {
    List<String> wrong = new ArrayList<>();
    int readings = 0;
    for (long seed = 1; seed <= SCHEDULES; seed++) {
      World world = new World(kind, seed);
      List<Wrong> found = world.run();
      readings += world.readings;
      if (!found.isEmpty()) {
        wrong.add("schedule %d: %s".formatted(seed, found));
      }
    }
    System.out.println("%s: %d readings, %d wrong".formatted(kind, readings, wrong.size()));
    assertTrue(readings > SCHEDULES * 50, "few readings");
    int wrongMax = kind == Kind.MOVE ? 1 + readings / 2_000 : 0;
    assertTrue(wrong.size() <= wrongMax, () -> String.join("\n", wrong));
  }
}
