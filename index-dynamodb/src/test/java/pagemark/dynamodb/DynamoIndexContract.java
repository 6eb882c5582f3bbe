package pagemark.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import pagemark.index.Extent;
import pagemark.index.GroupRef;
import pagemark.index.IndexStore;
import pagemark.index.PlaceContract;
import pagemark.tree.write.NodeLimits;

/// Runs the contract of page indexes on DynamoDB Local, and checks the tree after each batch. Each
/// method has tables of its own, so methods run beside each other: one class alone would wait for
/// its answers.
@Execution(ExecutionMode.CONCURRENT)
abstract class DynamoIndexContract extends PlaceContract {
  private final Deque<DynamoTables> tables = new ArrayDeque<>();
  private final Deque<IndexStore> opened = new ArrayDeque<>();

  abstract NodeLimits limits();

  @Override
  protected final IndexStore emptyStore() {
    tables.push(DynamoTables.create());
    opened.push(tables.element().open(limits()));
    return opened.element();
  }

  @AfterEach
  final void close() {
    opened.forEach(IndexStore::close);
  }

  @Override
  protected final void forgetFences(GroupRef group) {
    tables.element().forgetStamps(group);
  }

  @Override
  protected final void ageFences(Collection<GroupRef> groups, int periods) {
    tables.element().age(groups, periods);
  }

  /// A leaf goes a period after its registers have expired, so that no late write finds it gone.
  @Override
  protected final int periodsKept() {
    return 3;
  }

  /// A single step: two would be 500 groups, which take ten seconds. `DynamoScanIT` scans on from
  /// one step to the next.
  @Override
  protected final int groupsToSweep() {
    return 40;
  }

  /// Several transactions and reads of a hundred items: 2,000 take ten seconds.
  @Override
  protected final int many() {
    return Extent.of(450, 2_000);
  }

  @Override
  protected final int positionsOfTwoReads() {
    return 450;
  }

  @Override
  protected final long size() {
    return tables.element().items(GENERATION).size();
  }

  @Override
  protected final void checkSound(List<GroupRef> groups) {
    for (GroupRef group : groups) {
      assertEquals(
          0, opened.element().inspector().keptCounts().orElseThrow().wrong(group), "" + group);
    }
    assertEquals(Set.of(), tables.element().lost(GENERATION));
  }
}
