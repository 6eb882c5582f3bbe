package pagemark.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import pagemark.check.Shown;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.DynamodbOption;
import pagemark.cli.option.ListingsOption;
import pagemark.cli.option.Numbers;
import pagemark.cli.option.ResultOption;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.load.Loader;
import pagemark.load.WriteCost;
import pagemark.local.data.Sample;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// `pagemark load`: writes items from a file, or the sample's comments, to the table of a listing.
@Command(
    name = "load",
    header = "Loads items into a table.",
    description = {
      "Each line of the file is an item as a JSON object, as pages show it. Text is base64 in"
          + " attributes that the listing declares binary.",
      "A wrong line is reported with its number and left out; the exit code is then 1.",
      "If the table is not on this machine, the command first prints what it will write, and what"
          + " that costs."
    })
final class LoadCommand implements Callable<Integer> {
  @Mixin private final ListingsOption listings = new ListingsOption();
  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();
  @Mixin private final ResultOption result = new ResultOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      required = true,
      description = "The listing whose table takes the items.")
  private String listing = "";

  @ArgGroup(multiplicity = "1")
  private Items items = new Items();

  /// Where the items come from.
  private static final class Items {
    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "JSON lines; compressed if the name ends in .gz.")
    private @Nullable Path file;

    @Option(
        names = "--sample",
        paramLabel = "N",
        converter = Numbers.SampleSize.class,
        description = "The first N comments of the sample, which fit its listing alone.")
    private int sample;
  }

  @Override
  public Integer call() {
    Map<String, String> environment = System.getenv();
    Listings known = listings.read(environment);
    Listing into = ListingsOption.named(listing, known);
    if (items.file == null) {
      requireSample(known, environment);
    }
    Report report = new Report(err(), ProgressLine.isTerminal(), InstantSource.system());
    try (DynamoDbClient client = dynamodb.client(System.getenv())) {
      Loader.Count count = load(client, into, report);
      print(count, report.seconds());
      return count.failed() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private void requireSample(Listings known, Map<String, String> environment) {
    if (!listing.equals(Sample.LISTING) || !Sample.suits(known, environment)) {
      throw new CommandException(
          "--sample goes with the listing %s of the sample's listings.json, not with %s. Give your"
                  .formatted(Sample.LISTING, listing)
              + " items by --file");
    }
  }

  private Loader.Count load(DynamoDbClient client, Listing into, Report report) {
    Loader loader = new Loader(client, into, report);
    if (dynamodb.costs()) {
      announce(into, client.serviceClientConfiguration().region(), WriteCost.of(loader.table()));
    }
    try {
      return items.file == null
          ? loader.load(Sample.comments(items.sample), items.sample)
          : loader.load(items.file);
    } finally {
      report.end();
    }
  }

  private void announce(Listing into, Region region, WriteCost cost) {
    err()
        .printf(
            Locale.ROOT,
            "Writing %s into the table %s in the region %s: %s%n",
            items.file == null
                ? "%,d comments".formatted(items.sample)
                : "the items of " + items.file,
            into.definition().table(),
            region,
            items.file == null ? cost.told(Sample.comments(items.sample)) : cost.told());
    err().flush();
  }

  private void print(Loader.Count count, double seconds) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("loaded", count.loaded()).put("failed", count.failed()).put("seconds", seconds);
    result.print(
        json,
        out ->
            out.printf(
                "Loaded %s in %.1f s, %,.0f a second; %s failed%n",
                Shown.count(count.loaded(), "item"),
                seconds,
                count.loaded() / Math.max(seconds, 0.001),
                Shown.count(count.failed(), "line")));
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /// Reports the progress of a load: as a bar on a terminal, else as a line every ten seconds.
  /// Prints a line for each of the first 100 lines that failed.
  static final class Report implements Loader.Listener {
    private static final int FAILURES_MAX = 100;

    private final ProgressLine progress;
    private long failures;

    Report(PrintWriter err, boolean terminal, InstantSource clock) {
      this.progress = new ProgressLine(err, terminal, clock);
    }

    @Override
    public void failed(long line, String reason) {
      failures++;
      if (failures <= FAILURES_MAX) {
        progress.say("line %d: %s".formatted(line, reason));
      }
    }

    @Override
    public void moved(Loader.Count count) {
      if (progress.isDue()) {
        progress.show(
            percent(count),
            Shown.count(count.loaded(), "item"),
            "%s, %d %% of the file".formatted(Shown.count(count.loaded(), "item"), percent(count)));
      }
    }

    /// Ends the report: removes the bar, and counts the failures that were not printed.
    void end() {
      progress.wipe();
      if (failures > FAILURES_MAX) {
        progress.say("... and %,d more lines failed".formatted(failures - FAILURES_MAX));
      }
    }

    double seconds() {
      return progress.seconds();
    }

    private static long percent(Loader.Count count) {
      return count.bytes() == 0 ? 100 : Math.min(100, 100 * count.bytesRead() / count.bytes());
    }
  }
}
