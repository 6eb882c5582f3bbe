package pagemark.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import pagemark.listing.Listing;
import pagemark.load.LoadCount;
import pagemark.load.Loader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// `pagemark load`: writes items from a file to the table of a listing.
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Loads items into a table.",
    description = {
      "Each line of the file is an item as a JSON object, as pages show it. Text is base64 in"
          + " attributes that the listing declares binary.",
      "A wrong line is reported with its number and left out; the exit code is then 1."
    })
final class LoadCommand implements Callable<Integer> {
  @Mixin private final ListingsOption listings = new ListingsOption();
  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      required = true,
      description = "The listing whose table takes the items.")
  private String listing = "";

  @Option(
      names = "--file",
      paramLabel = "FILE",
      required = true,
      description = "JSON lines; compressed if the name ends in .gz.")
  private Path file = Path.of("");

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    Map<String, String> environment = Environment.local(System.getenv());
    Listing into = listings.named(listing, environment, Path.of(""));
    LoadReport report = new LoadReport(err(), ProgressLine.isTerminal(), InstantSource.system());
    try (DynamoDbClient client = dynamodb.client(System.getenv())) {
      LoadCount count = load(client, into, report);
      print(count, report.seconds());
      return count.failed() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private LoadCount load(DynamoDbClient client, Listing into, LoadReport report) {
    try {
      return new Loader(client, into, report).load(file);
    } finally {
      report.end();
    }
  }

  private void print(LoadCount count, double seconds) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          JsonNodeFactory.instance
              .objectNode()
              .put("loaded", count.loaded())
              .put("failed", count.failed())
              .put("seconds", seconds));
    } else {
      out.printf(
          "Loaded %,d items in %.1f s, %,.0f a second; %,d lines failed%n",
          count.loaded(), seconds, count.loaded() / Math.max(seconds, 0.001), count.failed());
    }
    out.flush();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
