package pagemark.dynamodb.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Kid;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Register;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Nodes;
import pagemark.dynamodb.request.Request;
import pagemark.dynamodb.request.Request.Expected;
import pagemark.dynamodb.request.Request.Write;
import pagemark.entry.Bytes;

/// Each rule of the tree is needed: without it some schedule diverges. [RareSchedulesTest] has
/// those rules whose schedules are rare.

final class TreeMutantsTest {
  private static final int SEEDS = 3_000;

  /// @param from the first seed to try; if few schedules diverge, one that is known to
  private static void assertDiverges(long from, Without without) {
    for (long seed = from; seed < from + SEEDS; seed++) {
      try {
        new Schedule(seed, without).run();
      } catch (AssertionError e) {
        System.out.println("schedule %d diverges: %s".formatted(seed, e.getMessage()));
        return;
      }
    }
    throw new AssertionError(SEEDS + " schedules end as the table");
  }

  /// A place where the item is not any more forgets the record that said so.
  @Test
  void withoutTombstonesItemsComeBack() {
    assertDiverges(1, Without.nodes(NoTombstones::new));
  }

  private static final class NoTombstones extends RewritingNodes {
    NoTombstones(Nodes nodes) {
      super(nodes);
    }

    @Override
    Write write(Write write) {
      if (!(write instanceof Request.Put(var node, Leaf leaf, var expected))) {
        return write;
      }
      NavigableMap<Bytes, Register> present = new TreeMap<>(leaf.registers());
      present.values().removeIf(register -> !register.isPresent());
      return new Request.Put(node, leaf.with(leaf.version(), leaf.clock(), present), expected);
    }
  }

  @Test
  void withoutRepairOfRefusedRecordsEntriesStay() {
    assertDiverges(1, new Without((_, _) -> false, nodes -> nodes, random -> random, false, true));
  }

  /// Records and rows of any age count as proof.
  @Test
  void withoutLeasesRecordsAreAppliedAfterRegistersExpire() {
    assertDiverges(1, new Without((_, _) -> false, nodes -> nodes, random -> random, true, false));
  }

  @Test
  void withoutCompareAndSetOfLeavesChangesAreLost() {
    assertDiverges(
        1,
        Without.condition(
            (write, now) ->
                write instanceof Request.Put(_, Leaf _, Expected.Version _)
                    && now instanceof Leaf));
  }

  @Test
  void withoutTheVersionOfSplitLeavesChangesAreLost() {
    assertDiverges(
        1,
        Without.condition(
            (write, now) ->
                write instanceof Request.Delete(_, var name, Expected.Version(var kind, _))
                    && name == Item.Name.N
                    && kind == Leaf.class
                    && now instanceof Leaf));
  }

  @Test
  void withoutVersionsOfTalliesLateOnesReplaceNewerOnes() {
    assertDiverges(
        1,
        Without.condition(
            (write, now) ->
                write instanceof Request.Tell(_, var tallies)
                    && now instanceof Counts counts
                    && counts.kids().keySet().containsAll(tallies.keySet())));
  }

  @Test
  void withoutTheCheckThatAKidExistsCountsOfOthersAppear() {
    assertDiverges(
        1,
        Without.condition(
            (write, now) ->
                write instanceof Request.Tell(_, var tallies)
                    && now instanceof Counts counts
                    && tallies.entrySet().stream().allMatch(told -> isNoNewer(counts, told))));
  }

  private static boolean isNoNewer(Counts counts, Map.Entry<Long, Tally> told) {
    Tally known = counts.kids().get(told.getKey());
    return known == null || known.version() < told.getValue().version();
  }

  /// A writer believes that it has told of a kid that has moved to another parent.
  @Test
  void withoutLookingMovedKidsUpAgainCountsAreLost() {
    assertDiverges(1, Without.nodes(NoSecondLook::new));
  }

  private static final class NoSecondLook extends RewritingNodes {
    NoSecondLook(Nodes nodes) {
      super(nodes);
    }

    @Override
    Answer answer(Request request, Answer answer) {
      if (!(request instanceof Request.Tell(_, var tallies))
          || !(answer instanceof Answer.Refused(Counts now))) {
        return answer;
      }
      Map<Long, Tally> kids = new HashMap<>(now.kids());
      tallies.forEach(
          (name, tally) -> kids.putIfAbsent(name, new Tally(tally.version(), 0, Map.of())));
      return new Answer.Refused(new Counts(now.version(), kids));
    }
  }

  /// Writers do not see where a node ends when they look for a leaf.
  @Test
  void withoutTheEndOfNodesEntriesAreOutOfRange() {
    assertDiverges(1, Without.nodes(NoEnds::new));
  }

  private static final class NoEnds extends RewritingNodes {
    private final Map<NodeKey, @Nullable Bytes> ends = new HashMap<>();

    NoEnds(Nodes nodes) {
      super(nodes);
    }

    private static Inner ending(Inner inner, @Nullable Bytes end) {
      return new Inner(
          inner.version(), end, inner.overLeaves(), inner.nextName(), inner.kids(), inner.group());
    }

    @Override
    Answer answer(Request request, Answer answer) {
      if (request instanceof Request.Get get && answer instanceof Answer.Content(Inner inner)) {
        ends.put(get.node(), inner.end());
        return new Answer.Content(ending(inner, null));
      }
      return answer;
    }

    @Override
    Write write(Write write) {
      return write instanceof Request.Put(var node, Inner inner, var expected)
              && inner.end() == null
          ? new Request.Put(node, ending(inner, ends.get(node)), expected)
          : write;
    }
  }

  /// Pieces of a split get the name of the leaf that they replace.
  @Test
  void withNamesOfKidsUsedTwiceLateCountsMeetOtherKids() {
    assertDiverges(1, Without.nodes(SameNames::new));
  }

  private static final class SameNames extends RewritingNodes {
    SameNames(Nodes nodes) {
      super(nodes);
    }

    @Override
    Request.Transaction transaction(Request.Transaction transaction) {
      Map<Long, Long> names = new HashMap<>();
      for (Write write : transaction.writes()) {
        if (write instanceof Request.Exchange exchange) {
          List<Long> made = exchange.made().keySet().stream().sorted().toList();
          List<Long> gone = new ArrayList<>(exchange.gone().stream().sorted().toList());
          gone.removeAll(made);
          for (int i = 0; i < Math.min(made.size(), gone.size()); i++) {
            names.put(made.get(i), gone.get(i));
          }
        }
      }
      return new Request.Transaction(
          transaction.writes().stream().map(write -> renamed(write, names)).toList());
    }

    private static Write renamed(Write write, Map<Long, Long> names) {
      return switch (write) {
        case Request.Exchange exchange -> {
          Map<Long, Tally> made = new HashMap<>();
          exchange.made().forEach((name, tally) -> made.put(names.getOrDefault(name, name), tally));
          yield new Request.Exchange(exchange.node(), Set.copyOf(exchange.gone()), made);
        }
        case Request.Put(var node, Inner inner, var expected) -> {
          List<Kid> kids = new ArrayList<>();
          for (Kid kid : inner.kids()) {
            long name = names.getOrDefault(kid.name(), kid.name());
            kids.add(new Kid(kid.separator(), kid.id(), name));
          }
          yield new Request.Put(
              node,
              new Inner(
                  inner.version(),
                  inner.end(),
                  inner.overLeaves(),
                  inner.nextName(),
                  kids,
                  inner.group()),
              expected);
        }
        default -> write;
      };
    }
  }
}
