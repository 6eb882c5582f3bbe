package pagemark.benchmark.cost;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Finding;
import pagemark.benchmark.result.Table;

/// Calculates costs from the figures of other findings and a file of prices. Nothing is measured
/// here.
public final class Costs {
  private static final About ABOUT =
      new About(
          "costs",
          "What it costs in AWS",
          "Calculated from this run's read units and bytes, and from benchmarks/prices.json."
              + " Nothing was measured in AWS. A cache's units are how many GETs a page takes in"
              + " this run; whether AWS counts commands alone is not published. Lambda is taken at"
              + " 1 GB and 50 ms a page.",
          "DynamoDB alone, page 1",
          "DynamoDB alone at page 100; a search service at its list price, which no run measured");
  private static final double HOURS = 730;
  private static final int[] ENTRIES = {1_000_000, 50_000_000, 500_000_000};

  private final Map<String, Double> figures;
  private final JsonNode prices;

  private Costs(Map<String, Double> figures, JsonNode prices) {
    this.figures = figures;
    this.prices = prices;
  }

  /// @param findings those that were measured
  /// @return nothing if a figure is missing, because not all benchmarks were run
  public static List<Finding> of(List<Finding> findings, Path pricesFile, Consumer<String> log)
      throws IOException {
    Map<String, Double> figures =
        findings.stream()
            .flatMap(finding -> finding.figures().stream())
            .collect(Collectors.toMap(Figure::id, Figure::value));
    List<String> needed =
        List.of(
            "pages.redis.units",
            "pages.dynamodb.units",
            "pages.chain.100.units",
            "filters.plain-page.commands-to-get",
            "filters.plain-page.processor-to-get",
            "bytes.uuid-text.10000.entry",
            "stored-bytes.dynamodb.1",
            "stored-bytes.postgresql.1");
    if (!figures.keySet().containsAll(needed)) {
      return List.of();
    }
    JsonNode file = JsonMapper.builder().build().readTree(Files.readString(pricesFile));
    Recorder recorder = new Recorder(ABOUT, log);
    recorder.setting("prices as of", file.path("asOf").asText());
    recorder.setting("region", file.path("region").asText());
    recorder.setting("source", file.path("source").asText());
    Costs costs = new Costs(figures, file.path("prices"));
    costs.pages(recorder);
    costs.months(recorder);
    return List.of(recorder.finding(0));
  }

  private double figure(String id) {
    return figures.getOrDefault(id, Double.NaN);
  }

  /// @throws IllegalStateException if the file lacks it
  private double price(String name) {
    if (!prices.path(name).isNumber()) {
      throw new IllegalStateException("benchmarks/prices.json has no number " + name);
    }
    return prices.path(name).doubleValue();
  }

  private double units(double units) {
    return units * price("dynamodbReadUnitsMillion");
  }

  private void pages(Recorder recorder) {
    double around =
        price("httpApiMillion")
            + price("lambdaRequestsMillion")
            + 0.05 * 1e6 * price("lambdaGigabyteSecond");
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("Pagemark, index in Redis, by the time of commands", cache("commands"), around));
    rows.add(row("Pagemark, index in Redis, by processor time", cache("processor"), around));
    rows.add(row("Pagemark, index in DynamoDB", units(figure("pages.dynamodb.units")), around));
    rows.add(row("Pagemark, index in SQL", units(figure("pages.redis.units")), around));
    rows.add(row("DynamoDB alone, page 1", units(figure("pages.chain.1.units")), around));
    rows.add(row("DynamoDB alone, page 100", units(figure("pages.chain.100.units")), around));
    rows.add(
        row(
            "hosted search service (published price)",
            1_000 * price("hostedSearchRequestsThousand"),
            0));
    recorder.table(
        new Table(
            "costs.pages",
            "A million pages of 20, at any depth if no page is named",
            List.of("From", "index and items", "API Gateway and Lambda", "together"),
            rows));
  }

  /// @param time what a page and a GET are compared by
  private double cache(String time) {
    return units(figure("pages.redis.units"))
        + figure("filters.plain-page.%s-to-get".formatted(time)) * price("cacheEcpuMillion");
  }

  private static List<String> row(String name, double data, double around) {
    return List.of(
        name,
        Numbers.dollars(data),
        around == 0 ? "in it" : Numbers.dollars(around),
        Numbers.dollars(data + around));
  }

  private void months(Recorder recorder) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(month("index in Redis (serverless cache)", this::cacheMonth));
    rows.add(month("index in DynamoDB, with a repair read a day", this::dynamoMonth));
    rows.add(month("index in PostgreSQL (the smallest useful instance)", this::databaseMonth));
    rows.add(
        month(
            "OpenSearch Serverless (published price, without storage)",
            _ ->
                HOURS
                    * price("openSearchServerlessUnitHour")
                    * price("openSearchServerlessUnitsMin")));
    rows.add(
        month(
            "hosted search service (published price)",
            entries -> entries / 1e3 * price("hostedSearchRecordsThousand")));
    recorder.table(
        new Table(
            "costs.months",
            "A month of an index that nobody uses, by entries",
            List.of("Index", "1 M", "50 M", "500 M"),
            rows));
  }

  /// Dollars a month by entries.
  @FunctionalInterface
  private interface Month {
    double of(int entries);
  }

  private static List<String> month(String name, Month month) {
    List<String> row = new ArrayList<>(List.of(name));
    for (int entries : ENTRIES) {
      row.add(Numbers.dollars(month.of(entries)));
    }
    return row;
  }

  private double cacheMonth(int entries) {
    double gigabytes = entries * figure("bytes.uuid-text.10000.entry") / 1e9;
    return Math.max(gigabytes, price("cacheGigabytesMin")) * HOURS * price("cacheGigabyteHour");
  }

  private double dynamoMonth(int entries) {
    double bytes = entries * figure("stored-bytes.dynamodb.1");
    double unitsADay = bytes / 4_096 / 2;
    return bytes / 1e9 * price("dynamodbGigabyteMonth") + units(unitsADay * 30) / 1e6;
  }

  private double databaseMonth(int entries) {
    double gigabytes = entries * figure("stored-bytes.postgresql.1") / 1e9;
    return HOURS * price("databaseHour") + gigabytes * price("databaseGigabyteMonth");
  }
}
