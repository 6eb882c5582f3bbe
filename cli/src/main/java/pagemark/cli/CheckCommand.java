package pagemark.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import pagemark.check.Finding;
import pagemark.check.Shown;
import pagemark.check.TableCheck;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.DynamodbOption;
import pagemark.cli.option.IndexOption;
import pagemark.cli.option.IndexOption.WritesOption;
import pagemark.cli.option.ListingsOption;
import pagemark.cli.option.Numbers;
import pagemark.cli.option.ResultOption;
import pagemark.index.IndexStore;
import pagemark.listing.json.Listings;
import pagemark.local.data.TableSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `pagemark check`: says whether listings fit their table.
@Command(
    name = "check",
    header = "Says whether a definition fits its table, without a scan.",
    description = {
      "Compares keys, indexes, sort type, projection and stream with the table, and reads some"
          + " items from all over it. With an index's URL it also says whether that kind of index"
          + " takes the listing's filters, how large the index gets and whether its limits suffice;"
          + " it does not connect to it.",
      "The exit code is 0 if all fits, 1 if not."
    })
final class CheckCommand implements Callable<Integer> {
  @Mixin private final ListingsOption listings = new ListingsOption();
  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();
  @Mixin private final IndexOption index = new IndexOption();
  @Mixin private final WritesOption writes = new WritesOption();
  @Mixin private final ResultOption result = new ResultOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--listing", paramLabel = "NAME", description = "Check this one (default: all).")
  private @Nullable String listing;

  @Option(
      names = "--items",
      paramLabel = "N",
      defaultValue = "200",
      converter = Numbers.Items.class,
      description = "How many items of the table to look at, 1 to 1000 (${DEFAULT-VALUE}).")
  private int items = 200;

  @Override
  public Integer call() {
    Map<String, String> environment = System.getenv();
    Listings all = listings.read(environment);
    Listings checked = listing == null ? all : ListingsOption.only(listing, all);
    PrintWriter notices =
        result.isJson() ? spec.commandLine().getErr() : spec.commandLine().getOut();
    try (TableSource source = dynamodb.tableEndpoint(environment).open();
        IndexStore store = index.openIfGiven(environment).orElse(null)) {
      if (store == null && writes.value().isPresent()) {
        throw new CommandException(
            "--writes-per-second is compared with an index: name it with --index, such as"
                + " dynamodb:pagemark-index?maxWriteUnits=2000");
      }
      TableCheck.Report report =
          new TableCheck(source, store, items, writes.value(), line -> printNow(notices, line))
              .run(checked);
      result.print(json(report), out -> print(out, report));
      return report.isFit() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private static void printNow(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  private static void print(PrintWriter out, TableCheck.Report report) {
    String last = "";
    for (Finding finding : report.findings()) {
      if (!finding.listing().equals(last)) {
        out.printf("Listing %s%n", finding.listing());
        last = finding.listing();
      }
      out.printf("  %-6s %-10s %s%n", word(finding), finding.part(), finding.advice());
    }
    out.printf(
        Locale.ROOT,
        "%s. Looked at %s, for %.1f read units%n",
        report.isFit() ? "All fits" : "Not all fits",
        Shown.count(report.sampled(), "item"),
        report.units());
  }

  private static String word(Finding finding) {
    return finding.verdict().name().toLowerCase(Locale.ROOT);
  }

  private static ObjectNode json(TableCheck.Report report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("fits", report.isFit());
    json.put("items", report.sampled()).put("units", report.units());
    ArrayNode findings = json.putArray("findings");
    for (Finding finding : report.findings()) {
      findings
          .addObject()
          .put("listing", finding.listing())
          .put("verdict", word(finding))
          .put("part", finding.part())
          .put("text", finding.text())
          .put("remedy", finding.remedy());
    }
    return json;
  }
}
