package pagemark.benchmark.report;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import pagemark.benchmark.result.Result;

/// The documents say what the checked-in results say. `mvn -Pbenchmark -Dbenchmark=documents`
/// writes it there.
final class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  static final List<String> DOCUMENTS = Documents.QUOTING;
  static final List<String> RUNS = Documents.RUNS;

  @ParameterizedTest
  @FieldSource("DOCUMENTS")
  void documentQuotesTheCheckedInResults(String name) throws IOException {
    String document = Files.readString(ROOT.resolve(name));
    assertTrue(QuotedTables.quotes(document) > 0, "no quotes");
    assertEquals(QuotedTables.fill(document, Documents.checkedIn(ROOT)), document);
  }

  @ParameterizedTest
  @FieldSource("RUNS")
  void checkedInResultIsOfCommittedCode(String run) throws IOException {
    Result result = requireNonNull(Documents.checkedIn(ROOT).get(run));
    assertTrue(result.commit().matches("[0-9a-f]{12}"), result.commit());
  }
}
