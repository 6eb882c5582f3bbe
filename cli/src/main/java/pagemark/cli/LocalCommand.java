package pagemark.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import pagemark.cli.option.DynamodbOption;
import pagemark.cli.option.ListingsOption;
import pagemark.cli.option.Numbers;
import pagemark.cli.option.ServingOptions;
import pagemark.listing.json.Listings;
import pagemark.local.LocalOptions;
import pagemark.local.sample.Sample;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `pagemark local`: runs the whole stack on this machine until it is stopped.
@Command(
    name = "local",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Runs everything on this machine.",
    description = {
      "DynamoDB Local, Redis, the stream pump and the HTTP front run around the production"
          + " handlers, on loopback only.",
      "Ctrl-C stops everything; so does the end of the process that started the command, without"
          + " --keep."
    })
final class LocalCommand implements Callable<Integer> {
  private static final String ENDPOINT = "--dynamodb-endpoint";

  /// Options for a table that the stack owns, or for data that outlives the stack.
  private static final List<String> OWN =
      List.of("--sample", "--data-dir", "--dynamodb-port", "--index");

  @Mixin private final ListingsOption listings = new ListingsOption();
  @Mixin private final ServingOptions serving = new ServingOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      converter = Numbers.Port.class,
      description = "The port of the HTTP front (default 8080; 0: any free port).")
  private int port;

  @Option(
      names = "--dynamodb-port",
      paramLabel = "PORT",
      defaultValue = "0",
      converter = Numbers.Port.class,
      description = "The port of DynamoDB Local (default 0: any free port).")
  private int dynamodbPort;

  @Option(
      names = "--redis-port",
      paramLabel = "PORT",
      defaultValue = "0",
      converter = Numbers.Port.class,
      description = "The port of Redis (default 0: any free port).")
  private int redisPort;

  @Option(
      names = "--index",
      paramLabel = "URL",
      description = {
        "The URL of an index that runs already, such as redis://localhost:6379.",
        "dynamodb: keeps the index in the stack's own DynamoDB Local, without a Redis."
      })
  private @Nullable String index;

  @Option(
      names = "--sample",
      paramLabel = "N",
      defaultValue = "10000",
      converter = Numbers.SampleSize.class,
      description = "How many comments to load into the empty table (default 10000; 0: none).")
  private int sample;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = {
        "The folder that keeps the table for the next start (default: nothing is kept)."
      })
  private @Nullable Path dataDir;

  @Option(
      names = ENDPOINT,
      paramLabel = "aws|URL",
      description = {
        "Try an existing table at this endpoint (aws: the AWS settings of the environment). It is"
            + " only read; what Pagemark stores stays on this machine."
      })
  private @Nullable String endpoint;

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      description = "The one listing of that table to try (default: all).")
  private @Nullable String listing;

  @Override
  public Integer call() throws InterruptedException {
    requireSense();
    requireText("--data-dir", dataDir == null ? null : dataDir.toString());
    requireText("--index", index);
    LocalOptions options = options(ListingsOption.local(System.getenv())).named(serving.hostName());
    announce(options);
    serving.watchParent();
    new ServedStack(options, spec.commandLine().getOut(), spec.commandLine().getErr()).run();
    return 0;
  }

  /// @throws ParameterException if options contradict each other
  private void requireSense() {
    if (endpoint == null && listing != null) {
      throw usage("--listing needs " + ENDPOINT + ", which names the endpoint of the table");
    }
    for (String other : OWN) {
      if (endpoint != null && spec.commandLine().getParseResult().hasMatchedOption(other)) {
        throw usage(
            "%s cannot be combined with %s: the table is only read, and its index is not kept"
                .formatted(other, ENDPOINT));
      }
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void requireText(String option, @Nullable String given) {
    if (given != null && given.isBlank()) {
      throw usage(option + " is empty");
    }
  }

  private LocalOptions options(Map<String, String> environment) {
    Listings all = listings.read(environment);
    Listings read = listing == null ? all : ListingsOption.only(listing, all);
    if (endpoint != null) {
      return new LocalOptions(port, 0, redisPort, null, read, 0)
          .reading(DynamodbOption.tableEndpoint(endpoint, environment));
    }
    int loaded = Sample.suits(read, environment) ? sample : 0;
    LocalOptions inMemory = new LocalOptions(port, dynamodbPort, redisPort, index, read, loaded);
    return dataDir == null ? inMemory : inMemory.in(dataDir);
  }

  private void announce(LocalOptions options) {
    PrintWriter err = spec.commandLine().getErr();
    if (index != null && redisPort != 0) {
      err.println("--redis-port is ignored, because --index names another index");
    }
    if (options.tried() == null && options.sample() < sample) {
      err.println("No sample is loaded, because the listings are not the sample's");
    }
  }
}
