package pagemark.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import pagemark.check.ExistingTable;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.DynamodbOption;
import pagemark.cli.option.IndexOption.WritesOption;
import pagemark.cli.option.ListingsOption;
import pagemark.cli.option.ResultOption;
import pagemark.listing.json.Listings;
import pagemark.local.data.TableSource;
import pagemark.stack.DeploymentPlan;
import pagemark.stack.PlannedStack;
import pagemark.sync.StreamedTable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;

/// `pagemark plan`: prints the commands that bring listings into AWS.
@Command(
    name = "plan",
    header = "Prints the commands that bring your listings into AWS, and runs none of them.",
    description = {
      "Compares the listings with their table as `check` does, without reading an item, and fills"
          + " in what the table says. Each line that begins with # is for you to read.",
      "The exit code is 0 if nothing is missing, 1 if the table has no stream that can be followed."
    })
final class PlanCommand implements Callable<Integer> {
  @Mixin private final ListingsOption listings = new ListingsOption();
  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();
  @Mixin private final WritesOption writes = new WritesOption();
  @Mixin private final ResultOption json = new ResultOption();

  @Option(
      names = "--index-kind",
      paramLabel = "KIND",
      defaultValue = "dynamodb",
      converter = KindOption.class,
      description =
          "Where the stack keeps the index: dynamodb, or redis for a serverless cache"
              + " (${DEFAULT-VALUE}).")
  private DeploymentPlan.Kind kind = DeploymentPlan.Kind.DYNAMODB;

  @Option(
      names = "--stack-name",
      paramLabel = "NAME",
      description = "The name of the stack. Default: from the table's name.")
  private @Nullable String stack;

  @Option(
      names = "--auth",
      paramLabel = "MODE",
      description =
          "Who may read: none for everybody who knows the URL, jwt for those with a token. Default:"
              + " jwt if a listing has a groupClaim; else you replace MODE.")
  private @Nullable String auth;

  private Map<String, String> environment = System.getenv();

  void use(Map<String, String> environment) {
    this.environment = environment;
  }

  private static final class KindOption implements ITypeConverter<DeploymentPlan.Kind> {
    @Override
    public DeploymentPlan.Kind convert(String value) {
      return switch (value) {
        case "dynamodb" -> DeploymentPlan.Kind.DYNAMODB;
        case "redis" -> DeploymentPlan.Kind.REDIS;
        default ->
            throw new TypeConversionException("'%s' is not dynamodb or redis".formatted(value));
      };
    }
  }

  @Override
  public Integer call() {
    Listings all = listings.read(environment);
    try (TableSource source = dynamodb.tableEndpoint(environment).open()) {
      ExistingTable table = ExistingTable.describe(source, table(all));
      table.require(List.copyOf(all.byName().values()));
      String name = table.description().tableName();
      PlannedStack planned =
          new PlannedStack(stack == null ? PlannedStack.nameOf(name) : stack, auth(all));
      PlannedStack.Account account = account(planned.name(), name, keyArn(table));
      DeploymentPlan plan =
          new DeploymentPlan(
              planned,
              listings.file(),
              kind,
              all,
              StreamedTable.of(name, table.description()),
              account.keyArn(),
              writes.value());
      Optional<String> advice = table.streamAdvice();
      List<String> told = new ArrayList<>(account.told());
      Listings.fault(environment, all.byName().values()).ifPresent(told::addFirst);
      List<String> warnings = plan.warnings(advice, told);
      Told result = new Told(plan.commands(), warnings, advice.isEmpty());
      json.print(ResultOption.tree(result), out -> print(out, result));
      return advice.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private PlannedStack.Auth auth(Listings all) {
    String mode = auth == null && DeploymentPlan.isForOwners(all) ? "jwt" : auth;
    return switch (mode) {
      case null -> PlannedStack.Auth.UNSAID;
      case "none" -> PlannedStack.Auth.NONE;
      case "jwt" -> PlannedStack.Auth.JWT;
      default -> throw new CommandException("--auth is '%s': none or jwt".formatted(mode));
    };
  }

  /// A DynamoDB of this machine has no stack.
  private PlannedStack.Account account(String name, String table, @Nullable String keyArn) {
    return dynamodb.costs() || environment.containsKey("AWS_ENDPOINT_URL_CLOUDFORMATION")
        ? PlannedStack.Account.ask(name, table, keyArn, environment)
        : new PlannedStack.Account(List.of(), keyArn);
  }

  /// @throws CommandException if the listings are of several tables
  private static String table(Listings all) {
    Map<String, List<String>> tables = DeploymentPlan.tables(all);
    if (tables.size() > 1) {
      throw new CommandException(
          "a stack serves one table, and these listings are of %d: %s. Make a file for each table, and"
                  .formatted(tables.size(), tables)
              + " deploy each with a --stack-name of its own");
    }
    return tables.keySet().iterator().next();
  }

  private static @Nullable String keyArn(ExistingTable table) {
    return Optional.ofNullable(table.description().sseDescription())
        .map(SSEDescription::kmsMasterKeyArn)
        .orElse(null);
  }

  /// The result as JSON.
  private record Told(List<String> commands, List<String> warnings, boolean canDeploy) {}

  private static void print(PrintWriter out, Told result) {
    result.warnings.forEach(warning -> out.println("# " + warning));
    result.commands.forEach(out::println);
  }
}
