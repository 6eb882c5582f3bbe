package pagemark.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import pagemark.check.ExistingTable;
import pagemark.check.Shown;
import pagemark.cli.ProgressLine.RebuildReport;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.IndexedListingOptions;
import pagemark.cli.option.Numbers;
import pagemark.cli.option.ResultOption;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.repair.Sleeper;
import pagemark.stack.DeployedStack;
import pagemark.state.RebuildHeldException;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.RebuildCounts;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "rebuild",
    header = "Builds the index of a listing from the table.",
    description = {
      "The table may be written to meanwhile. Pages come from the present index, if there is one,"
          + " until the new one is complete.",
      "If the command is stopped or killed, the next run continues from there. It starts over if no"
          + " run has worked on the index for 12 hours, because the stream may have lost records."
    })
final class RebuildCommand implements Callable<Integer> {
  private static final int CHECKED_ITEMS = 100;
  private static final Duration EXECUTION_POLL = Duration.ofSeconds(2);

  @Mixin private final IndexedListingOptions options = new IndexedListingOptions();
  @Mixin private final ResultOption result = new ResultOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--segments",
      paramLabel = "N",
      defaultValue = "4",
      converter = Numbers.Segments.class,
      description = "How many parts of the table are read in parallel, 1 to 64 (${DEFAULT-VALUE}).")
  private int segments = 4;

  @Option(names = "--anew", description = "Start over, even if an earlier run was stopped halfway.")
  private boolean anew;

  private RebuildSettings settings = RebuildSettings.DEFAULT;

  /// Replaces the times and limits. The default waits for readers in other processes; the readers
  /// of a test are in its own JVM.
  void use(RebuildSettings other) {
    settings = other;
  }

  @Override
  public Integer call() {
    ProgressLine progress = ProgressLine.on(spec.commandLine().getErr());
    Optional<DeployedStack> stack = options.stack();
    if (stack.isPresent()) {
      return rebuildBy(stack.get(), progress);
    }
    try {
      RebuildCounts counts = RebuildCounts.ZERO;
      long items = 0;
      List<Listing> sorts = options.sorts();
      for (Listing sort : sorts) {
        RebuildCounts ofSort = rebuild(sort, progress);
        items = Math.max(items, ofSort.items());
        counts = counts.plus(ofSort);
      }
      Listings.ordersByExpiry(sorts).forEach(order -> buildMissing(order, progress));
      progress.wipe();
      print(items, counts, progress.seconds());
      return CommandLine.ExitCode.OK;
    } finally {
      progress.wipe();
    }
  }

  /// Builds an order by expiry that has no index. All listings of its table share it.
  private void buildMissing(Listing order, ProgressLine progress) {
    boolean isBuilt;
    try (IndexedListingOptions.Opened indexed = options.open(order)) {
      isBuilt =
          indexed.services().state().live(order.name()).stream()
              .anyMatch(one -> one.isShown() && one.isBuiltFrom(order.definition()));
    }
    if (!isBuilt) {
      progress.say("Building the order by expiry, %s".formatted(order.name()));
      rebuild(order, progress);
    }
  }

  private RebuildCounts rebuild(Listing sort, ProgressLine progress) {
    try (IndexedListingOptions.Opened indexed = options.open(sort);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      check(indexed, progress);
      RebuildReport report = new RebuildReport(progress, indexed.table().items());
      RebuildSetup setup =
          indexed.wiring().rebuild(indexed.listing().definition(), threads).with(settings);
      String owner = "cli-" + UUID.randomUUID();
      Rebuild rebuild = new Rebuild(setup, indexed.listing(), indexed.table(), owner);
      RebuildRun run = new RebuildRun(anew ? rebuild.anew() : rebuild, threads, report);
      return run(run, progress);
    }
  }

  /// Compares the definition with the table and some items, which costs next to nothing, before the
  /// whole table is read.
  ///
  /// @throws pagemark.local.data.StackException if no item can be listed
  private void check(IndexedListingOptions.Opened indexed, ProgressLine progress) {
    ExistingTable table =
        ExistingTable.describe(
            indexed.services().dynamo(), options.where(), indexed.table().name());
    table.require(List.of(indexed.listing()));
    table
        .requireItems(List.of(indexed.listing()), CHECKED_ITEMS)
        .forEach(misfit -> progress.say("Warning: " + misfit));
  }

  /// Starts the state machine, and waits for its end. The execution goes on if this process ends.
  private int rebuildBy(DeployedStack stack, ProgressLine progress) {
    ObjectNode input = JsonNodeFactory.instance.objectNode().put("listing", options.listing());
    String arn =
        stack.start(DeployedStack.REBUILD, DeployedStack.newName(), input.put("anew", anew));
    progress.say("The stack rebuilds, also if this command is stopped: " + arn);
    DeployedStack.Execution execution = awaitEnd(stack, arn);
    for (String next = execution.next(); !next.isEmpty(); next = execution.next()) {
      progress.say("It goes on in another execution: " + next);
      execution = awaitEnd(stack, next);
    }
    if (!execution.hasSucceeded()) {
      throw new CommandException(
          "the rebuild has ended as %s: %s".formatted(execution.status(), execution.cause()));
    }
    double seconds = progress.seconds();
    result.print(
        JsonNodeFactory.instance.objectNode().put("execution", arn).put("seconds", seconds),
        out -> out.printf(Locale.ROOT, "Rebuilt in %.1f s%n", seconds));
    return CommandLine.ExitCode.OK;
  }

  private static DeployedStack.Execution awaitEnd(DeployedStack stack, String arn) {
    DeployedStack.Execution execution = stack.execution(arn);
    while (execution.isRunning()) {
      Sleeper.THREAD.sleep(EXECUTION_POLL);
      execution = stack.execution(arn);
    }
    return execution;
  }

  /// Runs the rebuild. If another run holds the lease, waits once until the lease ends: if it is
  /// not renewed by then, the run that held it was killed.
  private RebuildCounts run(RebuildRun run, ProgressLine progress) {
    try {
      return run.run(segments, () -> true).counts();
    } catch (RebuildHeldException held) {
      Duration wait = Duration.between(Instant.now(), held.until()).plusMillis(10);
      if (wait.compareTo(Lease.LENGTH) > 0) {
        throw held;
      }
      progress.say(
          "Another run holds the lease until %s; waiting to see if it renews it"
              .formatted(held.until()));
      Sleeper.THREAD.sleep(wait.isNegative() ? Duration.ZERO : wait);
    }
    return run.run(segments, () -> true).counts();
  }

  /// @param items of the table, which each sort has read
  private void print(long items, RebuildCounts counts, double seconds) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("items", items).put("entries", counts.entries());
    json.put("poison", counts.poison()).put("repaired", counts.repaired());
    result.print(
        json.put("seconds", seconds),
        out ->
            out.printf(
                Locale.ROOT,
                "Rebuilt from %s in %.1f s: %s, %s quarantined, %,d repaired%n",
                Shown.count(items, "item"),
                seconds,
                Shown.entries(counts.entries()),
                Shown.count(counts.poison(), "item"),
                counts.repaired()));
  }
}
