package pagemark.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import pagemark.benchmark.result.Result;

/// The documents that quote the results that are checked in.
public final class Documents {
  static final List<String> QUOTING = List.of("PERFORMANCE.md", "README.md");

  /// The checked-in runs: the main one, which has no name, and the others, each in its folder.
  static final List<String> RUNS =
      List.of("", "half-billion", "large-pages", "large-table", "public", "ten-million");

  private Documents() {}

  /// The checked-in results, by the name of the run.
  ///
  /// @param root the folder of the checkout
  static Map<String, Result> checkedIn(Path root) throws IOException {
    Map<String, Result> results = new TreeMap<>();
    for (String run : RUNS) {
      results.put(
          run,
          ResultFile.read(root.resolve("benchmarks/results").resolve(run).resolve("result.json")));
    }
    return results;
  }

  /// Writes the quotes of the checked-in results into the documents.
  public static void write(Path root) throws IOException {
    Map<String, Result> results = checkedIn(root);
    for (String name : QUOTING) {
      Path file = root.resolve(name);
      Files.writeString(file, QuotedTables.fill(Files.readString(file), results));
    }
  }
}
