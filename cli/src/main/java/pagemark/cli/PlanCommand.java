package pagemark.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
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
  @Mixin private final ResultOption result = new ResultOption();

  @Option(
      names = "--index-kind",
      paramLabel = "KIND",
      defaultValue = "dynamodb",
      converter = KindOption.class,
      description =
          "Where the stack keeps the index: dynamodb, or redis for a serverless cache"
              + " (${DEFAULT-VALUE}).")
  private DeploymentPlan.Kind kind = DeploymentPlan.Kind.DYNAMODB;

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
    Map<String, String> environment = System.getenv();
    Listings all = listings.read(ListingsOption.local(environment));
    try (TableSource source = dynamodb.tableEndpoint(environment).open()) {
      ExistingTable table = ExistingTable.describe(source, table(all));
      table.require(List.copyOf(all.byName().values()));
      DeploymentPlan plan =
          new DeploymentPlan(
              listings.file(),
              kind,
              all,
              StreamedTable.of(table.description().tableName(), table.description()),
              keyArn(table),
              writes.value());
      Optional<String> advice = table.streamAdvice();
      result.print(json(plan, advice), out -> print(out, plan, advice));
      return advice.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
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

  private static void print(PrintWriter out, DeploymentPlan plan, Optional<String> advice) {
    plan.warnings(advice).forEach(warning -> out.println("# " + warning));
    plan.commands().forEach(out::println);
  }

  private static ObjectNode json(DeploymentPlan plan, Optional<String> advice) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    plan.commands().forEach(json.putArray("commands")::add);
    plan.warnings(advice).forEach(json.putArray("warnings")::add);
    return json.put("canDeploy", advice.isEmpty());
  }
}
