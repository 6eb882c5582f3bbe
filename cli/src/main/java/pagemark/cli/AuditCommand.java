package pagemark.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;
import pagemark.audit.Audit;
import pagemark.audit.AuditHandler;
import pagemark.audit.AuditListener;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.audit.Kind;
import pagemark.state.Generation;
import pagemark.state.StateTable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `pagemark audit`: compares an index with its table.
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Compares an index with its table.",
    description = {
      "Counts the items that are wrong in the index: missing, ghost (in the index but not in the"
          + " listing) and misplaced (both). Writes may go on meanwhile: a difference counts only"
          + " if it is still there some seconds later and nothing has written the item.",
      "The exit code is 0 if nothing was found or everything was repaired, else 1. Without"
          + " --repair nothing is written."
    })
final class AuditCommand implements Callable<Integer> {
  @Mixin private final IndexedListingOptions options = new IndexedListingOptions();
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

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    ProgressLine progress =
        new ProgressLine(
            spec.commandLine().getErr(), ProgressLine.isTerminal(), InstantSource.system());
    try (IndexedListing opened = options.open(System.getenv())) {
      AuditResult result = audit(opened, progress);
      progress.wipe();
      print(result, progress.seconds());
      return result.isClean() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    } finally {
      progress.wipe();
    }
  }

  private AuditResult audit(IndexedListing opened, ProgressLine progress) {
    StateTable state = opened.services().state();
    Generation serving = Audit.serving(state, opened.listing().name(), opened.table().stream());
    AuditSettings all = AuditSettings.DEFAULT;
    Duration lag =
        AuditSettings.lag(opened.services().writers(), opened.table().stream(), Instant.now());
    AuditSettings settings = new AuditSettings(sample, segments, repair, lag, all.until());
    AuditListener listener =
        (items, groups) -> {
          if (progress.isDue()) {
            progress.show("%,d items and %,d groups compared".formatted(items, groups));
          }
        };
    AuditResult result =
        new Audit(AuditHandler.ports(opened.services(), serving), settings, listener).run(serving);
    Audit.clear(state, serving, result);
    return result;
  }

  private void print(AuditResult result, double seconds) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      ObjectNode object = JsonMapper.builder().build().valueToTree(result.json());
      out.println(object.put("seconds", seconds));
    } else {
      printLines(out, result, seconds);
    }
    out.flush();
  }

  private static void printLines(PrintWriter out, AuditResult result, double seconds) {
    out.printf(
        "Compared %,d items, %,d groups and %,d entries in %.1f s%s%n",
        result.compared().items(),
        result.compared().groups(),
        result.compared().entries(),
        seconds,
        result.sample() < 1 ? ", a sample of " + result.sample() : "");
    String least = result.atLeast() ? " at least" : "";
    for (Kind kind : Kind.values()) {
      out.printf("%-10s %,d%s%n", name(kind), result.count(kind), least);
    }
    out.printf("%-10s %.3f parts per million%n", "drift", result.partsPerMillion());
    if (result.unsettled() > 0) {
      out.printf("%-10s %,d changed each time they were read%n", "unsettled", result.unsettled());
    }
    if (result.miscounted() > 0) {
      out.printf("%-10s %,d counts of the index%n", "miscounted", result.miscounted());
    }
    if (result.unreadable() > 0) {
      out.printf("%-10s %,d entries; a rebuild removes them%n", "unreadable", result.unreadable());
    }
    if (result.unreachable() > 0) {
      out.printf(
          "%-10s %,d nodes of the index; a rebuild removes them%n",
          "unreachable", result.unreachable());
    }
    AuditResult.Repairs repairs = result.repairs();
    if (repairs != null) {
      out.printf(
          "%-10s %,d settled, %,d quarantined, %,d open%n",
          "repaired", repairs.settled(), repairs.poisoned(), repairs.open());
    }
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
