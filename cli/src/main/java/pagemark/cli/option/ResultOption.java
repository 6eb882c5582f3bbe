package pagemark.cli.option;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The option `--json`: how a command prints its result.
public final class ResultOption {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  public boolean isJson() {
    return json;
  }

  /// @param lines prints the result for people
  public void print(JsonNode result, Consumer<PrintWriter> lines) {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(result);
    } else {
      lines.accept(out);
    }
    out.flush();
  }

  /// A result of a function, as the function answers it.
  public static JsonNode tree(Object result) {
    return JSON.valueToTree(result);
  }
}
