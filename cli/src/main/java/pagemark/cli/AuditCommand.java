package pagemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import pagemark.audit.Audit;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditException;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.check.Shown;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.IndexedListingOptions;
import pagemark.cli.option.Numbers;
import pagemark.cli.option.ResultOption;
import pagemark.repair.Sleeper;
import pagemark.stack.DeployedStack;
import pagemark.state.Generation;
import pagemark.state.StateTable;
import pagemark.table.TableScan;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "audit",
    header = "Compares an index with its table.",
    description = {
      "Counts the items that are wrong in the index: missing, ghost (in the index but not in the"
          + " listing) and misplaced (both). Writes may go on meanwhile: a difference counts only"
          + " if it is still there some seconds later and nothing has written the item.",
      "The exit code is 0 if nothing was found or everything was repaired, else 1. Without"
          + " --repair the index is not written to."
    })
final class AuditCommand implements Callable<Integer> {
  /// The counts that are printed only if they are not 0, and the words after the number.
  private static final Map<String, String> TOLD =
      new TreeMap<>(
          Map.of(
              "left", "were not looked at again",
              "unsettled", "changed each time they were read",
              "miscounted", "counts of the index",
              "unreadable", "entries; a rebuild removes them",
              "unlisted",
                  "groups are in the table and not listed by the index; audit again, or rebuild",
              "torn", "groups of the index cannot be read; a rebuild mends them"));

  @Mixin private final IndexedListingOptions options = new IndexedListingOptions();
  @Mixin private final ResultOption result = new ResultOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--repair", description = "Correct each difference from the table.")
  private boolean repair;

  @Option(
      names = "--sample",
      paramLabel = "PART",
      defaultValue = "1",
      converter = Numbers.Part.class,
      description =
          "The part of the items to compare, chosen at random, such as 0.01 (default 1: all).")
  private double sample;

  @Option(
      names = "--segments",
      paramLabel = "N",
      defaultValue = "4",
      converter = Numbers.Segments.class,
      description = "How many parts of the table are read in parallel, 1 to 64 (default 4).")
  private int segments;

  @Option(names = "--keys", description = "Name the first 1,000 items that are wrong.")
  private boolean keys;

  private Sleeper sleeper = Sleeper.THREAD;

  /// Replaces what waits between two looks at an item. The default gives a change the time that it
  /// takes to the index of a deployment.
  void use(Sleeper other) {
    sleeper = other;
  }

  @Override
  public Integer call() {
    ProgressLine progress = ProgressLine.on(spec.commandLine().getErr());
    try {
      ObjectNode found =
          (ObjectNode)
              options.stack().map(stack -> ask(stack, progress)).orElseGet(() -> audit(progress));
      progress.wipe();
      found.put("seconds", progress.seconds());
      result.print(found, out -> printLines(out, found));
      return found.path("clean").asBoolean()
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    } catch (AuditException e) {
      throw new CommandException(
          String.valueOf(e.getMessage())
              .replaceFirst(
                  ": rebuild it$",
                  Matcher.quoteReplacement(": rebuild it by " + options.command("rebuild"))));
    } finally {
      progress.wipe();
    }
  }

  /// Invokes the function until it has compared everything. Keys come from all of its answers.
  private JsonNode ask(DeployedStack stack, ProgressLine progress) {
    ObjectNode request = JsonNodeFactory.instance.objectNode().put("listing", options.listing());
    request.put("sample", sample).put("repair", repair).put("keys", keys);
    request.put("token", DeployedStack.newName());
    ArrayNode found = JsonNodeFactory.instance.arrayNode();
    while (true) {
      ObjectNode answer = (ObjectNode) stack.invoke(DeployedStack.AUDIT, request);
      answer.path("found").forEach(found::add);
      if (!answer.remove("status").asText().equals("CONTINUE")) {
        return keys ? answer.set("found", found) : answer;
      }
      showProgress(progress, answer.path("items").asLong());
    }
  }

  private static void showProgress(ProgressLine progress, long items) {
    progress.show("%s compared".formatted(Shown.count(items, "item")));
  }

  private JsonNode audit(ProgressLine progress) {
    try (IndexedListingOptions.Opened opened = options.open()) {
      return ResultOption.tree(audit(opened, progress).json(keys, opened.services().keyHashes()));
    }
  }

  private AuditResult audit(IndexedListingOptions.Opened opened, ProgressLine progress) {
    StateTable state = opened.services().state();
    Generation serving = Audit.serving(state, opened.listing().name(), opened.table().stream());
    AuditSettings all = AuditSettings.DEFAULT;
    Duration lag =
        AuditSettings.lag(opened.services().writers(), opened.table().stream(), Instant.now());
    AuditSettings settings = new AuditSettings(sample, 0, segments, repair, lag, all.until());
    AuditSetup setup = opened.wiring().audit(serving);
    AuditSetup told =
        new AuditSetup(
            setup.indexed().with(sleeper),
            setup.inspector(),
            counted(setup.scan(), progress),
            setup.random());
    return new Audit(told, settings).run(serving);
  }

  private static TableScan counted(TableScan scan, ProgressLine progress) {
    AtomicLong items = new AtomicLong();
    return (segment, segments, after) -> {
      TableScan.Page page = scan.read(segment, segments, after);
      long read = items.addAndGet(page.items().size());
      if (progress.isDue()) {
        showProgress(progress, read);
      }
      return page;
    };
  }

  private void printLines(PrintWriter out, JsonNode found) {
    printCounts(out, found);
    if (found.path("torn").asInt() > 0) {
      out.printf("%s mends the torn groups%n", options.command("rebuild"));
    } else if (found.path("left").asInt() > 0) {
      out.printf(
          "%s mends more than 100,000 differences: it reads the table once, as an audit does, and"
              + " writes each entry%n",
          options.command("rebuild"));
    } else if (!repair && !found.path("clean").asBoolean()) {
      out.printf("%s corrects what is wrong%n", options.command("audit --repair"));
    }
  }

  private static void printCounts(PrintWriter out, JsonNode result) {
    double sample = result.path("sample").asDouble();
    out.printf(
        "Compared %s, %s and %s in %.1f s%s%n",
        Shown.count(result.path("items").asLong(), "item"),
        Shown.count(result.path("groups").asLong(), "group"),
        Shown.entries(result.path("entries").asLong()),
        result.path("seconds").asDouble(),
        sample < 1 ? ", a sample of " + sample : "");
    String least = result.path("left").asLong() > 0 ? " at least" : "";
    for (String kind : new String[] {"missing", "ghost", "misplaced"}) {
      out.printf("%-10s %,d%s%n", kind, result.path(kind).asLong(), least);
    }
    TOLD.forEach((field, meaning) -> tell(out, field, result.path(field).asLong(), meaning));
    JsonNode repairs = result.path("repair");
    if (!repairs.isMissingNode()) {
      out.printf(
          "%-10s %,d settled, %,d quarantined, %,d open%n",
          "repaired",
          repairs.path("settled").asLong(),
          repairs.path("quarantined").asLong(),
          repairs.path("open").asLong());
    }
    result
        .path("tornGroups")
        .forEachEntry((group, why) -> out.printf("torn       %s: %s%n", group, why.asText()));
    for (JsonNode item : result.path("found")) {
      if (item.has("key")) {
        out.printf("%-10s %s%n", item.path("kind").asText(), item.path("key"));
      }
    }
  }

  private static void tell(PrintWriter out, String field, long count, String meaning) {
    if (count > 0) {
      out.printf("%-10s %,d %s%n", field, count, meaning);
    }
  }
}
