package pagemark.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import pagemark.repair.BacklogRepair;
import pagemark.repair.RepairHandler;
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

  @Override
  public Integer call() {
    try (IndexedListing on = options.open(System.getenv())) {
      BacklogRepair drain = RepairHandler.backlog(on.services(), on.table().name());
      String listing = on.listing().name();
      BacklogRepair.Result quarantined = drain.quarantined(listing, () -> true);
      BacklogRepair.Result suspects = drain.suspects(listing, () -> true);
      print(quarantined, suspects);
      BacklogRepair.Result all = quarantined.plus(suspects);
      return all.poison() + all.open() == 0
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private void print(BacklogRepair.Result quarantined, BacklogRepair.Result suspects) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          JsonNodeFactory.instance
              .objectNode()
              .put("quarantinedSettled", quarantined.settled())
              .put("suspectsSettled", suspects.settled())
              .put("poison", quarantined.poison() + suspects.poison())
              .put("open", quarantined.open() + suspects.open()));
    } else {
      out.printf(
          "Settled %,d quarantined items and %,d suspects%n",
          quarantined.settled(), suspects.settled());
      out.printf(
          "%,d items cannot be indexed and stay in quarantine; %,d could not be settled now%n",
          quarantined.poison() + suspects.poison(), quarantined.open() + suspects.open());
    }
    out.flush();
  }
}
