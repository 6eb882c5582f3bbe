package pagemark.proof;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStores;
import pagemark.index.Patience;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.local.PooledStack;
import pagemark.local.pump.StreamPump;
import pagemark.proof.TableOrder.Group;
import pagemark.services.Services;
import pagemark.state.StateTable;

/// The whole stack around the empty table of a proof. All that is written goes through the table,
/// the stream and the handler into the index; all that is compared comes back over HTTP. The index
/// is in Redis, or at the URL of `-Dindex`: `dynamodb:` keeps it in the same DynamoDB Local.
final class ProofStack implements AutoCloseable {
  private static final Duration CATCH_UP_MAX = Patience.of(Duration.ofMinutes(10));

  private final ProvenTable table;
  private final LocalStack stack;

  private ProofStack(ProvenTable table, LocalStack stack) {
    this.table = table;
    this.stack = stack;
  }

  static ProofStack start(ProvenTable table) {
    String index = System.getProperty("index", "");
    LocalOptions options =
        new LocalOptions(0, 0, 0, index.isEmpty() ? null : index, table.listings(), 0);
    return new ProofStack(table, PooledStack.start(options, System.err::println));
  }

  /// Returns when the index has all `writes`.
  ///
  /// @return seconds that the writes themselves took
  double write(List<Write> writes) throws InterruptedException {
    long begin = System.nanoTime();
    new TableWriter(stack.client(), stack.table()).write(writes);
    double seconds = secondsSince(begin);
    await();
    return seconds;
  }

  /// Returns when the index has all that was written before.
  void await() throws InterruptedException {
    StreamPump.State state = stack.await(CATCH_UP_MAX);
    if (!state.isCaughtUp()) {
      throw new IllegalStateException("the index did not catch up: " + state);
    }
  }

  /// What a command or function would work with beside the stack.
  Services services() {
    return new Services(
        table.listings(),
        stack.client(),
        new StateTable(stack.client(), StateTable.DEFAULT_NAME),
        IndexStores.open(stack.index(), IndexSettings.DEFAULT),
        InstantSource.system());
  }

  String tableName() {
    return stack.table();
  }

  URI url() {
    return stack.url();
  }

  URI dynamodb() {
    return stack.dynamodb();
  }

  /// The groups of the table as `order` has them, the largest first.
  List<Group> groups(TableOrder order) {
    return order.read(stack.client(), stack.table());
  }

  /// The pages of `order`'s listing.
  PageWalk walk(TableOrder order) {
    return new PageWalk(stack.url(), order.listing());
  }

  /// Compares the pages of `groups` with them.
  ///
  /// @param effort sizes of pages, and groups too large for single items
  PageComparison compare(TableOrder order, List<Group> groups, Effort effort)
      throws InterruptedException, ExecutionException {
    try (PageWalk walk = walk(order)) {
      PageComparison comparison = new PageComparison(walk);
      for (Group group : groups) {
        for (int size : effort.sizes(group)) {
          comparison.compare(group, size, effort.step(group, size));
        }
      }
      return comparison;
    }
  }

  /// How much of a listing to compare.
  ///
  /// @param groups the largest so many
  /// @param singleItemsMax groups of more items are not compared in pages of one
  /// @param smallPagesMax of a group with more pages of one or seven items, only each second is
  ///   compared, or each third, so that no more are
  record Effort(int groups, int singleItemsMax, int smallPagesMax) {
    static final List<Integer> SIZES = List.of(1, 7, 20, 100);
    private static final int SMALL_MAX = 7;

    Effort(int groups, int singleItemsMax) {
      this(groups, singleItemsMax, Integer.MAX_VALUE);
    }

    /// One of how many pages to compare.
    int step(Group group, int size) {
      int pages = Math.ceilDiv(group.size(), size);
      return size > SMALL_MAX ? 1 : Math.max(1, Math.ceilDiv(pages, smallPagesMax));
    }

    List<Integer> sizes(Group group) {
      return group.size() > singleItemsMax ? SIZES.subList(1, SIZES.size()) : SIZES;
    }
  }

  ProvenTable table() {
    return table;
  }

  static double secondsSince(long beginNanos) {
    return (System.nanoTime() - beginNanos) / 1e9;
  }

  @Override
  public void close() {
    stack.close();
  }
}
