package pagemark.cli.option;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import pagemark.function.Wiring;
import pagemark.index.IndexStore;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.services.Services;
import pagemark.stack.DeployedStack;
import pagemark.state.StateTable;
import pagemark.sync.StreamedTable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// The options shared by every command that works on the index of a listing.
public final class IndexedListingOptions {
  @Mixin private final ListingsOption listings = new ListingsOption();
  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();
  @Mixin private final IndexOption index = new IndexOption();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      required = true,
      description = "The listing whose index the command works on.")
  private String listing = "";

  @Option(
      names = "--stack",
      paramLabel = "NAME",
      description =
          "Have the functions of a deployed stack do the work, as with an index in a private"
              + " network. Goes without --index, --listings and --dynamodb-endpoint.")
  private @Nullable String stack;

  private Map<String, String> environment = System.getenv();

  /// Replaces the environment variables, which are those of the process by default.
  public void use(Map<String, String> other) {
    environment = other;
  }

  /// The listing's name as it was given.
  public String listing() {
    return listing;
  }

  /// Another command on the same listing, as it must be typed.
  ///
  /// @param command the command with its own options, such as `audit --repair`
  public String command(String command) {
    return "`pagemark %s --listing %s%s`".formatted(command, listing, typed());
  }

  /// A remedy that names the listing only, with the other options that are needed here.
  public String completed(String remedy) {
    return remedy
        .replace("--listing " + listing, "--listing " + listing + typed())
        .replaceAll("--table-name \\S+", "$0" + Matcher.quoteReplacement(dynamodb.typedForAws()));
  }

  private String typed() {
    return stack == null
        ? listings.typed() + dynamodb.typed() + index.typed()
        : " --stack " + stack;
  }

  /// The place of the table, for messages.
  public String where() {
    return dynamodb.where();
  }

  /// The stack whose functions do the work; empty if this process does it.
  ///
  /// @throws CommandException if an option does not go with `--stack`
  /// @throws pagemark.stack.DeployedStack.AwsException if there is no such stack, or it cannot be
  ///   reached
  public Optional<DeployedStack> stack() {
    if (stack == null) {
      return Optional.empty();
    }
    if (command.commandLine().getParseResult().hasMatchedOption("--segments")) {
      throw new CommandException("--stack goes without --segments: the stack has its own");
    }
    if (index.isGiven() || listings.isGiven() || dynamodb.isGiven()) {
      throw new CommandException(
          "--stack goes without --index, --listings and --dynamodb-endpoint: the stack has its"
              + " own");
    }
    return Optional.of(DeployedStack.find(stack, environment));
  }

  /// All sorts of the listing, or the one that `--listing` names, such as `orders@total`.
  ///
  /// @throws CommandException if there is none
  public List<Listing> sorts() {
    return ListingsOption.sorts(listing, listings.read(environment));
  }

  /// @throws CommandException if something is missing or cannot be reached; the message names it
  public Opened open() {
    return open(ListingsOption.named(listing, listings.read(environment)));
  }

  /// Opens one sort of the listing.
  ///
  /// @throws CommandException if something cannot be reached; the message names it
  public Opened open(Listing named) {
    IndexStore store = index.open(environment);
    DynamoDbClient dynamo = dynamodb.client(environment);
    StateTable state =
        new StateTable(
            dynamo, environment.getOrDefault("STATE_TABLE_NAME", StateTable.DEFAULT_NAME));
    Listings one = new Listings(new TreeMap<>(Map.of(named.name(), named)));
    StreamedTable table = table(dynamo, named);
    return new Opened(
        named, table, new Services(one, dynamo, state, store, InstantSource.system()));
  }

  private static StreamedTable table(DynamoDbClient dynamo, Listing listing) {
    String table = listing.definition().table();
    try {
      return StreamedTable.describe(dynamo, table);
    } catch (ResourceNotFoundException e) {
      throw new CommandException(
          "the table %s of the listing %s does not exist".formatted(table, listing.name()));
    }
  }

  /// A listing, with the services that a command needs to work on its index.
  ///
  /// @param services have this listing alone
  public record Opened(Listing listing, StreamedTable table, Services services)
      implements AutoCloseable {
    /// Makes the parts that read and write the index: rebuild, audit, repair and others.
    public Wiring wiring() {
      return new Wiring(services, table.name(), table.stream());
    }

    @Override
    public void close() {
      services.index().close();
      services.dynamo().close();
    }
  }
}
