package pagemark.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import pagemark.benchmark.result.Result;

/// The documents say what the checked-in result says. `mvn -Pbenchmark -Dbenchmark=documents`
/// writes it there.
final class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  static final List<String> DOCUMENTS = Documents.QUOTING;

  @ParameterizedTest
  @FieldSource("DOCUMENTS")
  void documentQuotesTheCheckedInResult(String name) throws IOException {
    String document = Files.readString(ROOT.resolve(name));
    assertTrue(QuotedTables.quotes(document) > 0, "no quotes");
    assertEquals(QuotedTables.fill(document, Documents.checkedIn(ROOT)), document);
  }

  @Test
  void checkedInReportIsThatOfTheResult() throws IOException {
    assertEquals(
        HtmlReport.page(Documents.checkedIn(ROOT)),
        Files.readString(ROOT.resolve("benchmarks/results/report.html")));
  }

  @Test
  void checkedInResultIsOfCommittedCode() throws IOException {
    Result result = Documents.checkedIn(ROOT);
    assertTrue(result.commit().matches("[0-9a-f]{12}"), result.commit());
  }
}
