package pagemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import pagemark.cli.option.IndexedListingOptions;
import pagemark.cli.option.ResultOption;
import pagemark.stack.DeployedStack;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "stats",
    header = "Prints the size and the state of an index.",
    description = "The bytes of an entry are measured on a random part of the groups.")
final class StatsCommand implements Callable<Integer> {
  @Mixin private final IndexedListingOptions options = new IndexedListingOptions();
  @Mixin private final ResultOption result = new ResultOption();

  @Override
  public Integer call() {
    JsonNode report = options.stack().map(this::ask).orElseGet(this::measure);
    result.print(report, out -> printLines(out, report));
    return CommandLine.ExitCode.OK;
  }

  private JsonNode ask(DeployedStack stack) {
    ObjectNode request = JsonNodeFactory.instance.objectNode().put("action", "stats");
    return stack.invoke(DeployedStack.AUDIT, request.put("listing", options.listing()));
  }

  private JsonNode measure() {
    try (IndexedListingOptions.Opened opened = options.open()) {
      return ResultOption.tree(opened.wiring().stats(opened.listing().name()).json());
    }
  }

  private void printLines(PrintWriter out, JsonNode report) {
    out.printf("generation   %s%n", report.path("generation").asText());
    out.printf(
        "groups       %,d, the largest of %,d entries%n",
        report.path("groups").asLong(), report.path("largestGroup").asLong());
    out.printf("entries      %,d%n", report.path("entries").asLong());
    if (report.path("items").isNumber()) {
      out.printf(
          "items        %,d: each has an entry more for each value of an open filter%n",
          report.path("items").asLong());
    } else if (report.has("items")) {
      out.printf("items        unknown: each has an entry in every group that it is in%n");
    }
    if (!report.path("bytesPerEntry").isNull()) {
      out.printf(
          "entry        %.1f bytes, weighed in %,d groups%n",
          report.path("bytesPerEntry").asDouble(), report.path("groupsWeighed").asLong());
    } else if (report.has("bytesPerEntryEstimated")) {
      out.printf(
          "entry        unknown, about %d bytes and up to as much again for a fence: estimated from"
              + " the keys of %,d groups%n",
          report.path("bytesPerEntryEstimated").asLong(), report.path("groupsWeighed").asLong());
    } else {
      out.printf("entry        unknown: the index does not tell its bytes%n");
    }
    if (report.has("entriesPerLeaf")) {
      out.printf(
          "leaf         %.1f entries, in groups of several leaves%n",
          report.path("entriesPerLeaf").asDouble());
    }
    JsonNode slots = report.path("slots");
    out.printf(
        "slots        %,d READY, %,d BUILDING, %,d missing%n",
        slots.path("ready").asLong(),
        slots.path("building").asLong(),
        slots.path("missing").asLong());
    if (report.path("unreachable").asLong() > 0) {
      out.printf(
          "unreachable  %,d nodes: %s removes them%n",
          report.path("unreachable").asLong(), options.command("rebuild"));
    }
    report.path("warnings").forEach(warning -> out.printf("warning      %s%n", warning.asText()));
    out.printf(
        "quarantined  %,d%s%n",
        report.path("quarantined").asLong(), report.path("moreQuarantined").asBoolean() ? "+" : "");
    if (report.path("quarantined").asLong() > 0) {
      out.printf("             %s names them%n", options.command("redrive --keys"));
    }
    if (report.at("/slots/missing").asLong() > 0) {
      out.printf("             %s builds what is missing%n", options.command("rebuild"));
    }
    for (JsonNode mark : report.path("inexact")) {
      out.printf(
          "inexact      %s since %s: %s%n",
          mark.path("cause").asText(),
          mark.path("since").asText(),
          options.completed(mark.path("remedy").asText()));
    }
    if (report.path("lagMillis").isNull()) {
      out.printf("lag          unknown: no function has followed the stream in the last minutes%n");
    } else {
      out.printf("lag          %,d ms%n", report.path("lagMillis").asLong());
    }
  }
}
