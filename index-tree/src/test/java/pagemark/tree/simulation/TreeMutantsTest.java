package pagemark.tree.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.request.Nodes;

/// Each rule of the tree is needed: without it some schedule diverges. [RareSchedulesTest] has
/// those rules whose schedules are rare.

final class TreeMutantsTest {
  private static final int SEEDS = 3_000;

  /// @param from the first seed to try; if few schedules diverge, one that is known to
  static void assertDiverges(long from, Without without) {
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
      if (!(write instanceof NodeRequest.Put(var node, Leaf leaf, var expected))) {
        return write;
      }
      NavigableMap<Bytes, Register> present = new TreeMap<>(leaf.registers());
      present.values().removeIf(register -> !register.isPresent());
      return new NodeRequest.Put(node, leaf.with(leaf.version(), leaf.clock(), present), expected);
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
                write instanceof NodeRequest.Put(_, Leaf _, Expected.Version _)
                    && now instanceof Leaf));
  }

  @Test
  void withoutTheVersionOfSplitLeavesChangesAreLost() {
    assertDiverges(
        1,
        Without.condition(
            (write, now) ->
                write instanceof NodeRequest.Delete(_, var name, Expected.Version(var kind, _))
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
                write instanceof NodeRequest.RaiseTallies(_, var tallies)
                    && now instanceof InnerCounts counts
                    && counts.children().keySet().containsAll(tallies.keySet())));
  }

  @Test
  void withoutTheCheckThatAChildExistsCountsOfOthersAppear() {
    assertDiverges(
        1,
        Without.condition(
            (write, now) ->
                write instanceof NodeRequest.RaiseTallies(_, var tallies)
                    && now instanceof InnerCounts counts
                    && tallies.entrySet().stream().allMatch(told -> isNoNewer(counts, told))));
  }

  private static boolean isNoNewer(InnerCounts counts, Map.Entry<Long, Tally> told) {
    Tally known = counts.children().get(told.getKey());
    return known == null || known.version() < told.getValue().version();
  }

  /// A writer believes that it has told of a child that has moved to another parent.
  @Test
  void withoutLookingMovedChildrenUpAgainCountsAreLost() {
    assertDiverges(1, Without.nodes(NoSecondLook::new));
  }

  private static final class NoSecondLook extends RewritingNodes {
    NoSecondLook(Nodes nodes) {
      super(nodes);
    }

    @Override
    NodeAnswer answer(NodeRequest request, NodeAnswer answer) {
      if (!(request instanceof NodeRequest.RaiseTallies(_, var tallies))
          || !(answer instanceof NodeAnswer.Refused(InnerCounts now))) {
        return answer;
      }
      Map<Long, Tally> children = new HashMap<>(now.children());
      tallies.forEach(
          (name, tally) -> children.putIfAbsent(name, new Tally(tally.version(), 0, Map.of())));
      return new NodeAnswer.Refused(new InnerCounts(now.version(), children));
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
          inner.version(),
          end,
          inner.overLeaves(),
          inner.nextName(),
          inner.children(),
          inner.group());
    }

    @Override
    NodeAnswer answer(NodeRequest request, NodeAnswer answer) {
      if (request instanceof NodeRequest.Get get
          && answer instanceof NodeAnswer.Content(Inner inner)) {
        ends.put(get.node(), inner.end());
        return new NodeAnswer.Content(ending(inner, null));
      }
      return answer;
    }

    @Override
    Write write(Write write) {
      return write instanceof NodeRequest.Put(var node, Inner inner, var expected)
              && inner.end() == null
          ? new NodeRequest.Put(node, ending(inner, ends.get(node)), expected)
          : write;
    }
  }

  /// Pieces of a split get the name of the leaf that they replace.
  @Test
  void withNamesOfChildrenUsedTwiceLateCountsMeetOtherChildren() {
    assertDiverges(1, Without.nodes(SameNames::new));
  }

  static class SameNames extends RewritingNodes {
    SameNames(Nodes nodes) {
      super(nodes);
    }

    @Override
    NodeRequest.Transaction transaction(NodeRequest.Transaction transaction) {
      Map<Long, Long> names = new HashMap<>();
      for (Write write : transaction.writes()) {
        if (write instanceof NodeRequest.ReplaceChildren replace) {
          List<Long> made = replace.made().keySet().stream().sorted().toList();
          List<Long> gone = new ArrayList<>(replace.gone().stream().sorted().toList());
          gone.removeAll(made);
          for (int i = 0; i < Math.min(made.size(), gone.size()); i++) {
            names.put(made.get(i), gone.get(i));
          }
        }
      }
      return new NodeRequest.Transaction(
          transaction.writes().stream().map(write -> renamed(write, names)).toList());
    }

    private static Write renamed(Write write, Map<Long, Long> names) {
      return switch (write) {
        case NodeRequest.ReplaceChildren replace -> {
          Map<Long, Tally> made = new HashMap<>();
          replace.made().forEach((name, tally) -> made.put(names.getOrDefault(name, name), tally));
          yield new NodeRequest.ReplaceChildren(replace.node(), Set.copyOf(replace.gone()), made);
        }
        case NodeRequest.Put(var node, Inner inner, var expected) -> {
          List<Child> children = new ArrayList<>();
          for (Child child : inner.children()) {
            long name = names.getOrDefault(child.name(), child.name());
            children.add(new Child(child.separator(), child.id(), name));
          }
          yield new NodeRequest.Put(
              node,
              new Inner(
                  inner.version(),
                  inner.end(),
                  inner.overLeaves(),
                  inner.nextName(),
                  children,
                  inner.group()),
              expected);
        }
        default -> write;
      };
    }
  }
}
