package pagemark.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Callable;
import pagemark.audit.Audit;
import pagemark.audit.Stats;
import pagemark.index.Markers;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.StateTable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `pagemark stats`: prints the size and the state of an index.
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Prints the size and the state of an index.",
    description = "The bytes of an entry are measured on a random part of the groups.")
final class StatsCommand implements Callable<Integer> {
  private static final int QUARANTINED_MAX = 1_000;

  @Mixin private final IndexedListingOptions options = new IndexedListingOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  /// @param quarantined counted up to one more than the most that are printed
  private record Report(
      Generation generation,
      Stats stats,
      Map<Markers.State, Integer> states,
      int slots,
      List<String> warnings,
      int quarantined,
      OptionalLong lagMillis) {
    int slots(Markers.State state) {
      return states.getOrDefault(state, 0);
    }

    int missing() {
      return slots - slots(Markers.State.READY) - slots(Markers.State.BUILDING);
    }

    boolean hasMoreQuarantined() {
      return quarantined > QUARANTINED_MAX;
    }
  }

  @Override
  public Integer call() {
    try (IndexedListing opened = options.open(System.getenv())) {
      print(report(opened));
      return CommandLine.ExitCode.OK;
    }
  }

  private static Report report(IndexedListing opened) {
    StateTable state = opened.services().state();
    String listing = opened.listing().name();
    Generation serving = Audit.serving(state, listing, opened.table().stream());
    Markers markers = opened.services().index().markers();
    return new Report(
        serving,
        Stats.of(serving, opened.services().index().inspector(), new Random()),
        markers.count(serving.id()),
        markers.slots(),
        markers.dangers(),
        state.list(listing, QUARANTINED_MAX + 1).size(),
        opened.services().writers().lagMillis(opened.table().stream(), Instant.now()));
  }

  private void print(Report report) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(json(report));
    } else {
      printLines(out, report);
    }
    out.flush();
  }

  private static ObjectNode json(Report report) {
    Stats stats = report.stats();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("listing", report.generation().listing());
    json.put("generation", report.generation().id());
    json.put("groups", stats.groups());
    json.put("entries", stats.entries());
    json.put("largestGroup", stats.largest());
    if (stats.sampledBytes().isPresent()) {
      json.put("bytesPerEntry", Math.round(stats.bytesPerEntry() * 10) / 10.0);
    } else {
      json.putNull("bytesPerEntry");
    }
    if (stats.estimatedBytes().isPresent()) {
      json.put("bytesPerEntryEstimated", Math.round(stats.estimatedBytesPerEntry()));
    }
    json.put("groupsWeighed", stats.sampled());
    json.putObject("slots")
        .put("ready", report.slots(Markers.State.READY))
        .put("building", report.slots(Markers.State.BUILDING))
        .put("missing", report.missing());
    report.warnings().forEach(json.putArray("warnings")::add);
    json.put("quarantined", Math.min(report.quarantined(), QUARANTINED_MAX));
    json.put("moreQuarantined", report.hasMoreQuarantined());
    json.put("exact", report.generation().isExact());
    ArrayNode marks = json.putArray("inexact");
    report.generation().inexact().forEach(mark -> marks.add(json(report, mark)));
    if (report.lagMillis().isPresent()) {
      json.put("lagMillis", report.lagMillis().getAsLong());
    } else {
      json.putNull("lagMillis");
    }
    return json;
  }

  private static ObjectNode json(Report report, Inexact mark) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("cause", mark.cause().name())
        .put("since", mark.since().toString())
        .put("remedy", mark.remedy(report.generation().listing()));
  }

  private static void printLines(PrintWriter out, Report report) {
    Stats stats = report.stats();
    out.printf("generation   %s%n", report.generation().id());
    out.printf("groups       %,d, the largest of %,d entries%n", stats.groups(), stats.largest());
    out.printf("entries      %,d%n", stats.entries());
    if (stats.sampledBytes().isPresent()) {
      out.printf(
          "entry        %.1f bytes, weighed in %,d groups%n",
          stats.bytesPerEntry(), stats.sampled());
    } else if (stats.estimatedBytes().isPresent()) {
      out.printf(
          "entry        unknown, about %.0f bytes and as much again for a fence: estimated from the"
              + " keys of %,d groups%n",
          stats.estimatedBytesPerEntry(), stats.sampled());
    } else {
      out.printf("entry        unknown: the index does not tell its bytes%n");
    }
    out.printf(
        "slots        %,d READY, %,d BUILDING, %,d missing%n",
        report.slots(Markers.State.READY), report.slots(Markers.State.BUILDING), report.missing());
    report.warnings().forEach(warning -> out.printf("warning      %s%n", warning));
    out.printf(
        "quarantined  %,d%s%n",
        Math.min(report.quarantined(), QUARANTINED_MAX), report.hasMoreQuarantined() ? "+" : "");
    for (Inexact mark : report.generation().inexact()) {
      out.printf(
          "inexact      %s since %s: %s%n",
          mark.cause(), mark.since(), mark.remedy(report.generation().listing()));
    }
    if (report.lagMillis().isPresent()) {
      out.printf("lag          %,d ms%n", report.lagMillis().getAsLong());
    } else {
      out.printf("lag          unknown: no function has followed the stream in the last minutes%n");
    }
  }
}
