package pagemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import pagemark.check.Shown;
import pagemark.cli.option.IndexedListingOptions;
import pagemark.cli.option.ResultOption;
import pagemark.repair.BacklogRepair;
import pagemark.repair.BacklogRepair.Redrive;
import pagemark.stack.DeployedStack;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "redrive",
    header = "Checks quarantined and suspect items again.",
    description = {
      "Reads each of these items from the table again. An item that is corrected or deleted leaves"
          + " the quarantine. If one still cannot be indexed, it stays, and the exit code is 1."
    })
final class RedriveCommand implements Callable<Integer> {
  @Mixin private final IndexedListingOptions options = new IndexedListingOptions();
  @Mixin private final ResultOption result = new ResultOption();

  @Option(names = "--keys", description = "Name the items that are left, and why.")
  private boolean keys;

  @Override
  public Integer call() {
    JsonNode done = options.stack().map(this::ask).orElseGet(this::redrive);
    result.print(done, out -> printLines(out, done));
    return done.path("poison").asLong() + done.path("open").asLong() == 0
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
    try (IndexedListingOptions.Opened on = options.open()) {
      BacklogRepair backlog = on.wiring().backlog();
      Redrive done = Redrive.run(backlog, on.listing().name(), () -> true);
      return ResultOption.tree(done.json(keys));
    }
  }

  private void printLines(PrintWriter out, JsonNode done) {
    out.printf(
        "Settled %s and %s%n",
        Shown.count(done.path("quarantinedSettled").asLong(), "quarantined item"),
        Shown.count(done.path("suspectsSettled").asLong(), "suspect"));
    out.printf(
        "%s cannot be indexed: quarantine keeps them; %,d could not be settled now%n",
        Shown.count(done.path("poison").asLong(), "item"), done.path("open").asLong());
    if (!keys && done.path("poison").asLong() + done.path("open").asLong() > 0) {
      out.printf("%s names them, with the reasons%n", options.command("redrive --keys"));
    }
    done.path("quarantined").forEach(item -> printItem(out, "quarantined", item));
    done.path("suspects").forEach(item -> printItem(out, "suspect", item));
    if (done.path("more").asBoolean()) {
      out.println("There are more.");
    }
  }

  private static void printItem(PrintWriter out, String state, JsonNode item) {
    out.printf("%-11s %s: %s%n", state, item.path("key"), item.path("reason").asText());
  }
}
