package pagemark.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import pagemark.check.Shown;
import pagemark.check.TableEndpoint;
import pagemark.cli.ProgressLine.RebuildReport;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.DynamodbOption;
import pagemark.cli.option.ListingsOption;
import pagemark.cli.option.Numbers;
import pagemark.cli.option.ServingOptions;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.data.Sample;
import pagemark.state.rebuild.RebuildCounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `pagemark local`: runs the whole stack on this machine until it is stopped.
@Command(
    name = "local",
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
    LocalOptions options = options(System.getenv());
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
    TableEndpoint tried =
        endpoint == null ? null : DynamodbOption.tableEndpoint(endpoint, environment);
    int loaded = tried == null && Sample.suits(read, environment) ? sample : 0;
    return new LocalOptions(
        serving.port(),
        dynamodbPort,
        redisPort,
        index,
        read,
        loaded,
        dataDir,
        tried,
        serving.hostName(),
        null);
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

  /// A local stack that runs until the command ends.
  ///
  /// @param err where progress is shown, and what goes wrong
  record ServedStack(LocalOptions options, PrintWriter out, PrintWriter err) {
    private static final Duration CATCH_UP_MAX = Duration.ofSeconds(60);

    void run() throws InterruptedException {
      try (LocalStack stack = LocalStack.start(options, err::println)) {
        Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop"));
        if (!stack.isReadOnly()) {
          out.println("DynamoDB Local: " + stack.dynamodb());
          out.println("Index: " + stack.index());
        }
        if (!stack.unbuilt().isEmpty()) {
          build(stack);
        } else if (options.sample() > 0) {
          out.printf("Loading a sample of %,d comments ...%n", options.sample());
          stack.loadSample();
        }
        stack
            .example()
            .ifPresentOrElse(
                path -> out.printf("Try: curl '%s'%n", stack.url().resolve(path)),
                () -> out.println("No group has items yet that everybody may read"));
        out.println("Pagemark is ready: " + stack.url());
        stack.awaitEnd();
      }
    }

    /// Builds the indexes of a table that held items before the stack started. First it reads past
    /// the records that are in the stream already: without an index they cost no reads of the
    /// table, and the scan finds what they would tell.
    private void build(LocalStack stack) throws InterruptedException {
      stack.notices().forEach(out::println);
      out.printf(
          "Building the index of the table %s: until it is complete, pages but the first answer"
              + " 503%n",
          stack.table());
      stack.await(CATCH_UP_MAX);
      List<RebuildCounts> built =
          stack.unbuilt().stream().map(listing -> build(stack, listing)).toList();
      long items = built.stream().mapToLong(RebuildCounts::items).max().orElse(0);
      if (stack.isReadOnly()
          && items > 0
          && built.stream().allMatch(counts -> counts.entries() == 0)) {
        throw new CommandException(
            "none of the table's %s can be listed: `pagemark check` says why"
                .formatted(Shown.count(items, "item")));
      }
      if (!stack.await(CATCH_UP_MAX).isCaughtUp()) {
        out.println("The index is still catching up with the stream: /health says when it is done");
      }
    }

    private RebuildCounts build(LocalStack stack, String listing) {
      ProgressLine progress = ProgressLine.on(err);
      try {
        RebuildCounts counts =
            stack.build(listing, new RebuildReport(progress, stack.itemsAbout()));
        progress.wipe();
        out.printf(
            Locale.ROOT,
            "Listing %s: %,d%s of %s in %.1f s%s%n",
            listing,
            counts.entries(),
            counts.entries() > counts.items() ? " entries" : "",
            Shown.count(counts.items(), "item"),
            progress.seconds(),
            counts.poison() == 0
                ? ""
                : ("; %,d cannot be listed: their group, sort or key attribute does not fit the"
                        + " listing")
                    .formatted(counts.poison()));
        return counts;
      } finally {
        progress.wipe();
      }
    }
  }
}
