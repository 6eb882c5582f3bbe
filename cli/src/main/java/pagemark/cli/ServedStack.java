package pagemark.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import pagemark.check.Shown;
import pagemark.cli.option.CommandException;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.state.rebuild.RebuildCounts;

/// A local stack that runs until the command ends.
///
/// @param err where progress is shown, and what goes wrong
record ServedStack(LocalOptions options, PrintWriter out, PrintWriter err) {
  private static final Duration CATCH_UP_MAX = Duration.ofSeconds(60);

  void run() throws InterruptedException {
    try (LocalStack stack = LocalStack.start(options, err::println)) {
      Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop"));
      if (!stack.isReadOnly()) {
        out.println("DynamoDB Local: " + stack.dynamodb());
        out.println("Index: " + stack.index());
      }
      if (!stack.unbuilt().isEmpty()) {
        build(stack);
      } else if (options.sample() > 0) {
        out.printf("Loading a sample of %,d comments ...%n", options.sample());
        stack.loadSample();
      }
      stack
          .example()
          .ifPresentOrElse(
              path -> out.printf("Try: curl '%s'%n", stack.url().resolve(path)),
              () -> out.println("No group has items yet that everybody may read"));
      out.println("Pagemark is ready: " + stack.url());
      stack.awaitEnd();
    }
  }

  /// Builds the indexes of a table that held items before the stack started. First it reads past
  /// the records that are in the stream already: without an index they cost no reads of the table,
  /// and the scan finds what they would tell.
  private void build(LocalStack stack) throws InterruptedException {
    stack.notices().forEach(out::println);
    out.printf(
        "Building the index of the table %s: until it is complete, pages but the first answer"
            + " 503%n",
        stack.table());
    stack.await(CATCH_UP_MAX);
    List<RebuildCounts> built =
        stack.unbuilt().stream().map(listing -> build(stack, listing)).toList();
    long items = built.stream().mapToLong(RebuildCounts::items).max().orElse(0);
    if (stack.isReadOnly()
        && items > 0
        && built.stream().allMatch(counts -> counts.entries() == 0)) {
      throw new CommandException(
          "none of the table's %s can be listed: `pagemark check` says why"
              .formatted(Shown.count(items, "item")));
    }
    if (!stack.await(CATCH_UP_MAX).isCaughtUp()) {
      out.println("The index is still catching up with the stream: /health says when it is done");
    }
  }

  private RebuildCounts build(LocalStack stack, String listing) {
    ProgressLine progress = ProgressLine.on(err);
    try {
      RebuildCounts counts = stack.build(listing, new RebuildReport(progress, stack.itemsAbout()));
      progress.wipe();
      out.printf(
          Locale.ROOT,
          "Listing %s: %,d%s of %s in %.1f s%s%n",
          listing,
          counts.entries(),
          counts.entries() > counts.items() ? " entries" : "",
          Shown.count(counts.items(), "item"),
          progress.seconds(),
          counts.poison() == 0
              ? ""
              : ("; %,d cannot be listed: their group, sort or key attribute does not fit the"
                      + " listing")
                  .formatted(counts.poison()));
      return counts;
    } finally {
      progress.wipe();
    }
  }
}
