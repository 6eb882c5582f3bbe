package pagemark.proof;

import java.util.List;
import java.util.concurrent.ExecutionException;
import pagemark.entry.Order;
import pagemark.proof.PageWalk.Page;
import pagemark.proof.ProofStack.Effort;
import pagemark.proof.TableOrder.Group;

/// A proof on a file of real data: makes its writes, compares the pages of every listing, and
/// prints figures.
final class FileProof {
  private final ProofStack stack;
  private final Effort effort;

  private FileProof(ProofStack stack, Effort effort) {
    this.stack = stack;
    this.effort = effort;
  }

  /// A comparison of a proof beside that of all pages.
  interface Further {
    /// @return whether all is equal
    boolean compare(ProofStack stack) throws InterruptedException, ExecutionException;
  }

  /// Runs a proof and ends the JVM, with exit code 1 if anything differs.
  static void run(ProvenTable table, List<Write> writes, Effort effort)
      throws InterruptedException, ExecutionException {
    run(table, writes, effort, stack -> true);
  }

  /// As above, with a further comparison.
  static void run(ProvenTable table, List<Write> writes, Effort effort, Further further)
      throws InterruptedException, ExecutionException {
    boolean equal;
    try (ProofStack stack = ProofStack.start(table)) {
      FileProof proof = new FileProof(stack, effort);
      proof.write(writes);
      equal = proof.compare();
      equal &= further.compare(stack);
    }
    System.exit(equal ? 0 : 1);
  }

  private boolean compare() throws InterruptedException, ExecutionException {
    boolean equal = true;
    for (TableOrder order : stack.table().orders()) {
      equal &= compare(order);
    }
    return equal;
  }

  private void write(List<Write> writes) throws InterruptedException {
    long inserts = writes.stream().filter(Write.Insert.class::isInstance).count();
    long records = TableWriter.records(writes, stack.table().key());
    long begin = System.nanoTime();
    double seconds = stack.write(writes);
    System.out.printf("writes: %,d (%,d inserts), in %.1f s%n", writes.size(), inserts, seconds);
    double indexed = ProofStack.secondsSince(begin);
    System.out.printf(
        "stream records: %,d, in the index after %.1f s, %,.0f a second%n",
        records, indexed, records / indexed);
  }

  private boolean compare(TableOrder order) throws InterruptedException, ExecutionException {
    List<Group> all = stack.groups(order);
    List<Group> groups = all.subList(0, Math.min(effort.groups(), all.size()));
    printGroups(order, all, groups);
    long begin = System.nanoTime();
    PageComparison done = stack.compare(order, groups, effort);
    done.firstMismatches().forEach(System.out::println);
    System.out.printf(
        "%s: %,d pages compared, %,d items, %d mismatches, %.1f s%n",
        order.listing(),
        done.pages(),
        done.items(),
        done.mismatches(),
        ProofStack.secondsSince(begin));
    printCosts(order, groups.getFirst());
    return done.mismatches() == 0 && done.pages() > 0;
  }

  private void printGroups(TableOrder order, List<Group> all, List<Group> groups) {
    System.out.printf(
        "%s: %,d items in %,d groups; the largest has %,d, number %d has %,d; up to %,d tied%n",
        order.listing(),
        all.stream().mapToInt(Group::size).sum(),
        all.size(),
        groups.getFirst().size(),
        groups.size(),
        groups.getLast().size(),
        groups.stream().mapToInt(order::mostTied).max().orElse(0));
    long without = groups.stream().filter(g -> g.size() > effort.singleItemsMax()).count();
    System.out.printf(
        "%s: sizes %s, both orders; size 1 not in the %d groups of more than %,d items%n",
        order.listing(), Effort.SIZES, without, effort.singleItemsMax());
    for (int size : effort.sizes(groups.getFirst())) {
      int step = effort.step(groups.getFirst(), size);
      if (step > 1) {
        System.out.printf(
            "%s: of the largest, in pages of %d, one page of %d%n", order.listing(), size, step);
      }
    }
  }

  private void printCosts(TableOrder order, Group largest) {
    try (PageWalk walk = stack.walk(order)) {
      for (int size : effort.sizes(largest)) {
        PageWalk.Path path = new PageWalk.Path(largest.name(), Order.DESCENDING, size);
        Page first = walk.page(path, 1);
        Page last = walk.page(path, first.totalPages());
        System.out.printf("%s, size %d, page 1: %s%n", order.listing(), size, first.cost());
        System.out.printf(
            "%s, size %d, page %d: %s%n", order.listing(), size, first.totalPages(), last.cost());
      }
    }
  }
}
