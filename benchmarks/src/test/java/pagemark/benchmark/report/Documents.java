package pagemark.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import pagemark.benchmark.result.Result;

/// The documents that quote the result that is checked in.
public final class Documents {
  static final List<String> QUOTING = List.of("PERFORMANCE.md", "README.md");

  private Documents() {}

  /// @param root the folder of the checkout
  static Result checkedIn(Path root) throws IOException {
    return ResultFile.read(root.resolve("benchmarks/results/result.json"));
  }

  /// Writes the quotes of the checked-in result into the documents.
  public static void write(Path root) throws IOException {
    Result result = checkedIn(root);
    for (String name : QUOTING) {
      Path file = root.resolve(name);
      Files.writeString(file, QuotedTables.fill(Files.readString(file), result));
    }
  }
}
