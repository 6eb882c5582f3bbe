package pagemark.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import pagemark.check.ExistingTable;
import pagemark.check.Sampler;
import pagemark.check.Shown;
import pagemark.check.TableEndpoint;
import pagemark.cli.LocalCommand.ServedStack;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.DynamodbOption;
import pagemark.cli.option.ListingsOption;
import pagemark.cli.option.ServingOptions;
import pagemark.init.Draft;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.data.TableSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `pagemark browse`: from a table to its pages in one command.
@Command(
    name = "browse",
    header = "Shows a table that you have, with page numbers.",
    description = {
      "Drafts listings as `init` does, builds their indexes on this machine, and serves their pages"
          + " until it is stopped. The table is only read, and nothing is kept. What the scans cost"
          + " is said before they begin."
    })
final class BrowseCommand implements Callable<Integer> {
  private static final int ITEMS = 200;
  private static final int READ_UNIT_BYTES = 4096;

  /// More read units than this need a word.
  private static final long UNITS_MAX = 1_000_000;

  /// DynamoDB's price of a million read units on demand in us-east-1, November 2026.
  private static final double DOLLARS_A_MILLION = 0.125;

  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();
  @Mixin private final ServingOptions serving = new ServingOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table = "";

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      description = "The one of the drafted listings to show (default: all).")
  private @Nullable String listing;

  @Option(names = "--yes", description = "Read a large table, for what the command says it costs.")
  private boolean yes;

  @Override
  public Integer call() throws InterruptedException {
    LocalOptions options = drafted(dynamodb.tableEndpoint(System.getenv()));
    serving.watchParent();
    new ServedStack(options, spec.commandLine().getOut(), spec.commandLine().getErr()).run();
    return CommandLine.ExitCode.OK;
  }

  private LocalOptions drafted(TableEndpoint endpoint) {
    PrintWriter out = spec.commandLine().getOut();
    try (TableSource source = endpoint.open()) {
      ExistingTable existing = ExistingTable.describe(source, table);
      out.println(Sampler.notice(ITEMS));
      Draft draft = Draft.of(existing, null, ITEMS);
      draft.notes().forEach(out::println);
      out.printf("To change them: pagemark init --table %s%s%n", table, dynamodb.typed());
      Listings all = Listings.parse(draft.json(), Map.of());
      Listings shown = listing == null ? all : ListingsOption.only(listing, all);
      requireWord(existing.description().tableSizeBytes(), shown);
      return new LocalOptions(
          serving.port(), 0, 0, null, shown, 0, null, endpoint, serving.hostName(), draft.json());
    }
  }

  /// Refuses scans that cost more than a little, until somebody says so.
  private void requireWord(long bytes, Listings shown) {
    int scans = shown.all().size();
    long units = bytes / READ_UNIT_BYTES * scans;
    if (dynamodb.costs() && !yes && units > UNITS_MAX) {
      throw new CommandException(
          String.format(
              Locale.ROOT,
              "%s of the table %s take about %,d read units, about $%.2f on demand (calculated)."
                  + " Choose one listing with --listing, or say --yes",
              Shown.count(scans, "scan"),
              table,
              units,
              units * DOLLARS_A_MILLION / 1_000_000));
    }
  }
}
