package pagemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import pagemark.check.Shown;
import pagemark.cli.option.IndexedListing;
import pagemark.cli.option.IndexedListingOptions;
import pagemark.repair.BacklogRepair;
import pagemark.repair.Redrive;
import pagemark.stack.DeployedStack;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `pagemark redrive`: checks quarantined and suspect items again.
@Command(
    name = "redrive",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Checks quarantined and suspect items again.",
    description = {
      "Reads each of these items from the table again. An item that is corrected or deleted leaves"
          + " the quarantine. If one still cannot be indexed, it stays, and the exit code is 1."
    })
final class RedriveCommand implements Callable<Integer> {
  @Mixin private final IndexedListingOptions options = new IndexedListingOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  @Option(names = "--keys", description = "Name the items that are left, and why.")
  private boolean keys;

  @Override
  public Integer call() {
    JsonNode result =
        options
            .stack(spec.commandLine().getParseResult(), System.getenv())
            .map(this::ask)
            .orElseGet(this::redrive);
    print(result);
    return result.path("poison").asLong() + result.path("open").asLong() == 0
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  private JsonNode ask(DeployedStack stack) {
    return stack.invoke(
        DeployedStack.REPAIR,
        JsonNodeFactory.instance
            .objectNode()
            .put("action", "redrive")
            .put("listing", options.listing())
            .put("keys", keys));
  }

  private JsonNode redrive() {
    try (IndexedListing on = options.open(System.getenv())) {
      BacklogRepair backlog = on.wiring().backlog();
      Redrive result = Redrive.run(backlog, on.listing().name(), () -> true);
      return JsonMapper.builder().build().valueToTree(result.json(keys));
    }
  }

  private void print(JsonNode result) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(result);
    } else {
      printLines(out, result);
    }
    out.flush();
  }

  private void printLines(PrintWriter out, JsonNode result) {
    out.printf(
        "Settled %s and %s%n",
        Shown.count(result.path("quarantinedSettled").asLong(), "quarantined item"),
        Shown.count(result.path("suspectsSettled").asLong(), "suspect"));
    out.printf(
        "%s cannot be indexed: quarantine keeps them; %,d could not be settled now%n",
        Shown.count(result.path("poison").asLong(), "item"), result.path("open").asLong());
    if (!keys && result.path("poison").asLong() + result.path("open").asLong() > 0) {
      out.printf("%s names them, with the reasons%n", options.command("redrive --keys"));
    }
    result.path("quarantined").forEach(item -> printItem(out, "quarantined", item));
    result.path("suspects").forEach(item -> printItem(out, "suspect", item));
    if (result.path("more").asBoolean()) {
      out.println("There are more.");
    }
  }

  private static void printItem(PrintWriter out, String state, JsonNode item) {
    out.printf("%-11s %s: %s%n", state, item.path("key"), item.path("reason").asText());
  }
}
