package pagemark.dynamodb.simulation;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.NodeRequest.Delete;
import pagemark.dynamodb.request.NodeRequest.Expected;
import pagemark.dynamodb.request.NodeRequest.Transaction;
import pagemark.dynamodb.request.NodeRequest.Write;
import pagemark.dynamodb.request.Nodes;
import pagemark.dynamodb.tree.NodeLimits;
import pagemark.dynamodb.tree.TreeWriter;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Each rule by which nodes are joined is needed: without it some schedule diverges.
@Nightly
@TakesLong(nightly = 10)
final class SweepMutantsTest {
  private static long deletions(Transaction transaction, Item.Name name) {
    return transaction.writes().stream()
        .filter(write -> write instanceof Delete && write.name() == name)
        .count();
  }

  /// Whether inner nodes are joined or divided anew.
  private static boolean joinsInner(Transaction transaction) {
    return deletions(transaction, Item.Name.C) == 2;
  }

  private static boolean joinsLeaves(Transaction transaction) {
    long made =
        transaction.writes().stream()
            .filter(write -> write instanceof NodeRequest.Put(_, Leaf _, Expected.Absent _))
            .count();
    return deletions(transaction, Item.Name.C) == 0 && deletions(transaction, Item.Name.N) > made;
  }

  /// Changes each write of a transaction.
  private static Transaction with(Transaction transaction, Function<Write, Write> change) {
    return new Transaction(transaction.writes().stream().map(change).toList());
  }

  /// Deletes what is there, whether or not it has changed.
  private static Write unchecked(Write write, Item.Name name) {
    return write instanceof Delete delete && delete.name() == name
        ? new Delete(delete.node(), name, Expected.PRESENT)
        : write;
  }

  @Test
  void withoutTheVersionOfJoinedLeavesChangesAreLost() {
    TreeMutantsTest.assertDiverges(1, Without.nodes(UncheckedLeaves::new));
  }

  private static final class UncheckedLeaves extends RewritingNodes {
    UncheckedLeaves(Nodes nodes) {
      super(nodes);
    }

    @Override
    Transaction transaction(Transaction transaction) {
      return joinsLeaves(transaction)
          ? with(transaction, write -> unchecked(write, Item.Name.N))
          : transaction;
    }
  }

  private static final List<Integer> ALL = IntStream.range(0, 400).boxed().toList();

  /// A sweep is slow before it joins two inner nodes, and another process writes below the left one
  /// meanwhile.
  ///
  /// @param written the number of items that it puts
  /// @param unchecked the items of joined nodes that are deleted whether or not they have changed
  private static void interrupted(int written, Set<Item.Name> unchecked) {
    SmallTree tree = new SmallTree(ALL.size(), new NodeLimits(400, 6, 100_000, 100_000));
    TreeWriter other = tree.process();
    List<Integer> gone = ALL.stream().filter(item -> item % 20 != 0).toList();
    tree.delete(other, SmallTree.PERIOD, gone);
    SlowNodes slow =
        new SlowNodes(
            tree.dynamo(),
            request -> request instanceof Transaction transaction && joinsInner(transaction),
            () -> tree.put(other, SmallTree.LATER, gone.subList(0, written)));
    tree.sweep(tree.process(new Unchecked(slow, unchecked)), SmallTree.LATER);
    assertTrue(slow.hasWaited(), "no inner nodes are joined");
    tree.check();
  }

  @Test
  void inJoinedNodesTheTalliesOfOthersStay() {
    interrupted(1, Set.of());
  }

  @Test
  void withoutTheVersionOfJoinedCountsTalliesAreLost() {
    assertThrows(AssertionError.class, () -> interrupted(1, Set.of(Item.Name.C)));
  }

  @Test
  void inJoinedNodesTheLeavesOfOthersStay() {
    interrupted(60, Set.of());
  }

  @Test
  void withoutTheVersionsOfJoinedNodesLeavesAreLost() {
    assertThrows(AssertionError.class, () -> interrupted(60, Set.of(Item.Name.N, Item.Name.C)));
  }

  /// Joins inner nodes without a look at whether some of their items have changed.
  private static final class Unchecked extends RewritingNodes {
    private final Set<Item.Name> names;

    Unchecked(Nodes nodes, Set<Item.Name> names) {
      super(nodes);
      this.names = names;
    }

    @Override
    Transaction transaction(Transaction transaction) {
      return joinsInner(transaction) ? with(transaction, this::unchecked) : transaction;
    }

    private Write unchecked(Write write) {
      return names.contains(write.name()) ? SweepMutantsTest.unchecked(write, write.name()) : write;
    }
  }

  /// A joined node gets the name of the left one, and a late tally of that one meets it.
  @Test
  void withTheNameOfAnOldNodeLateTalliesMeetTheJoinedOne() {
    TreeMutantsTest.assertDiverges(1, Without.nodes(SameNamesOfJoined::new));
  }

  private static final class SameNamesOfJoined extends TreeMutantsTest.SameNames {
    SameNamesOfJoined(Nodes nodes) {
      super(nodes);
    }

    @Override
    Transaction transaction(Transaction transaction) {
      return joinsInner(transaction) ? super.transaction(transaction) : transaction;
    }
  }
}
