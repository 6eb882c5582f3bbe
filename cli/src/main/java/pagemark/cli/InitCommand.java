package pagemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import pagemark.check.ExistingTable;
import pagemark.check.Shown;
import pagemark.check.TableQuestions;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.DynamodbOption;
import pagemark.init.Draft;
import pagemark.local.data.TableSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `pagemark init`: writes a listings.json from a table.
@Command(
    name = "init",
    header = "Writes a listings.json from a table.",
    description = {
      "Asks the table for its keys and indexes, reads some items, and writes a listing for each"
          + " index with a sort key, for each kind of item in a single table, and for the whole"
          + " table if its key is one attribute."
    })
final class InitCommand implements Callable<Integer> {
  private static final int ITEMS = 200;
  private static final int TABLES_MAX = 100;
  private static final String STANDARD_OUT = "-";

  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--table", paramLabel = "NAME", description = "The table.")
  private @Nullable String table;

  @Option(
      names = "--index",
      paramLabel = "NAME",
      description = "List this index only (default: the table, and each index with a sort key).")
  private @Nullable String index;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "listings.json",
      description = "The file to write; - for standard output (default: ${DEFAULT-VALUE}).")
  private String out = "listings.json";

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Override
  public Integer call() {
    if (!out.equals(STANDARD_OUT) && !force && Files.exists(Path.of(out))) {
      throw new CommandException(
          out + " exists already: name another file with --out, or replace it with --force");
    }
    Map<String, String> environment = System.getenv();
    try (TableSource source = dynamodb.tableEndpoint(environment).open()) {
      if (table == null) {
        throw new ParameterException(spec.commandLine(), tables(source));
      }
      ExistingTable existing = ExistingTable.describe(source, table);
      say(existing.notice(ITEMS));
      write(existing, Draft.of(existing, index, ITEMS));
    }
    return CommandLine.ExitCode.OK;
  }

  private static String tables(TableSource source) {
    List<String> names =
        new TableQuestions("any", source.where())
            .ask("ListTables", () -> source.dynamo().listTables(l -> l.limit(TABLES_MAX)))
            .tableNames();
    return names.isEmpty()
        ? "--table is missing, and there are no tables " + source.where()
        : "--table is missing. The tables %s: %s"
            .formatted(source.where(), String.join(", ", names));
  }

  private void write(ExistingTable existing, Draft draft) {
    if (out.equals(STANDARD_OUT)) {
      spec.commandLine().getOut().print(draft.json());
      spec.commandLine().getOut().flush();
    } else {
      write(draft.json());
    }
    say(
        "%s %s"
            .formatted(
                out.equals(STANDARD_OUT) ? "Made" : "Wrote " + out + ":",
                Shown.count(draft.names().size(), "listing")));
    draft.notes().forEach(note -> say("  " + note));
    existing.streamAdvice().ifPresent(advice -> say("To follow the table: " + advice));
    if (!out.equals(STANDARD_OUT)) {
      String rest = "--listings %s --dynamodb-endpoint %s".formatted(out, dynamodb.text());
      say("Next: pagemark check " + rest);
      say("      pagemark local " + rest);
    }
  }

  private void write(String json) {
    try {
      Files.writeString(Path.of(out), json);
    } catch (IOException e) {
      throw new CommandException("%s cannot be written: %s".formatted(out, e.getMessage()));
    }
  }

  /// Says something without mixing it with a definition on standard output.
  private void say(String line) {
    PrintWriter to =
        out.equals(STANDARD_OUT) ? spec.commandLine().getErr() : spec.commandLine().getOut();
    to.println(line);
    to.flush();
  }
}
