package pagemark.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Finding;
import pagemark.benchmark.result.Result;
import pagemark.benchmark.result.Series;
import pagemark.benchmark.result.Table;

final class ReportTest {
  private static final Result RESULT =
      new Result(
          "0123456789ab",
          Instant.parse("2026-11-23T06:00:00Z"),
          "short",
          Map.of("processors", "2"),
          Map.of("Redis", "7"),
          12.5,
          List.of(
              new Finding(
                  new About("depth", "Depth", "what <it> means", "floor", "peer"),
                  Map.of("seed", "1"),
                  3.25,
                  List.of(
                      new Figure("depth.ratio", "last to first", 1.02, Figure.atMost(1)),
                      new Figure("depth.free", "no aim", 12345, null)),
                  List.of(
                      new Table(
                          "depth.pages",
                          "Pages",
                          List.of("Index", "ms"),
                          List.of(List.of("Redis", "0.10"), List.of("SQLite", "0.20")))),
                  List.of(new Series("ms of <all>", "ms", List.of(0.1, 0.2))))));

  private static final Map<String, Result> RESULTS = Map.of("", RESULT, "other", RESULT);

  @Test
  void jsonKeepsEverything(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("result.json");
    ResultFile.write(RESULT, file);
    assertEquals(RESULT, ResultFile.read(file));
  }

  @Test
  void documentQuotesTablesFiguresAndTheRun() {
    String document =
        """
        A ratio of <!-- figure depth.ratio -->old<!-- end -->, <!-- run --><!-- end -->.
        Elsewhere <!-- figure depth.free of other --><!-- end -->, <!-- run of other --><!-- end -->.

        <!-- table depth.pages -->
        old
        <!-- end -->
        """;
    String filled =
        """
        A ratio of <!-- figure depth.ratio -->1.02<!-- end -->, \
        <!-- run -->0123456789ab, 2026-11-23<!-- end -->.
        Elsewhere <!-- figure depth.free of other -->12,345<!-- end -->, \
        <!-- run of other -->0123456789ab, 2026-11-23<!-- end -->.

        <!-- table depth.pages -->
        | Index | ms |
        | --- | --- |
        | Redis | 0.10 |
        | SQLite | 0.20 |
        <!-- end -->
        """;
    assertEquals(filled, QuotedTables.fill(document, RESULTS));
    assertEquals(filled, QuotedTables.fill(filled, RESULTS));
    assertEquals(5, QuotedTables.quotes(document));
  }

  @Test
  void documentThatQuotesWhatIsNotThereIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> QuotedTables.fill("<!-- table depth.other --><!-- end -->", RESULTS));
    assertThrows(
        IllegalArgumentException.class,
        () -> QuotedTables.fill("<!-- figure depth.other --><!-- end -->", RESULTS));
    assertThrows(
        IllegalArgumentException.class,
        () -> QuotedTables.fill("<!-- run of none --><!-- end -->", RESULTS));
  }
}
