package pagemark.docs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleSupplier;
import pagemark.docs.BreakEven.Kind;
import pagemark.index.Figures;

/// The calculated rows of docs/figures.tsv, each from other rows as they stand there.
final class Calculations {
  private static final double MILLION = 1e6;
  private static final double HALF_BILLION = 500e6;
  private static final double PAGES_PER_SECOND = 20;

  /// Of 30 days.
  private static final double PAGES = PAGES_PER_SECOND * Costs.SECONDS;

  private static final double EVERY_MINUTE = 30 * 24 * 60;
  private static final double EVERY_FIVE_MINUTES = EVERY_MINUTE / 5;
  private static final double PAGE_SECONDS = 0.05;

  /// A line of 640 bytes, and the 26 that CloudWatch counts besides (docs/signals.md).
  private static final double LINE_GIGABYTES = 666e-9;

  private static final double ANSWER_GIGABYTES = 20e-6;

  private static final double TABLE_BYTES = HALF_BILLION * 400;

  /// A rebuild reads so many items a second for each GB of Lambda.
  private static final double ITEMS_PER_SECOND = 1_000;

  private final Set<String> used = new TreeSet<>();
  private final Costs costs = new Costs(this::row);
  private final BreakEven evens = new BreakEven(this::row);
  private final Map<String, DoubleSupplier> rows = new LinkedHashMap<>();

  Calculations() {
    rows.put("batch-reads", () -> row("marker-reads") + row("append-1-reads"));
    rows.put("page-ecpu", () -> row("page-micros") / row("ecpu-micros"));
    rows.put("record-ecpu", () -> row("record-micros") / row("ecpu-micros"));
    kept();
    rows.put("fences-10", () -> costs.cache(evens.fences(10), Costs.HOURS));
    rows.put("fences-100", () -> costs.cache(evens.fences(100), Costs.HOURS));
    rows.put("fences-2000", () -> costs.cache(evens.fences(2_000), Costs.HOURS));
    millions();
    load();
    rebuild();
    idle();
    rows.put("even-append-1m", () -> evens.writes(MILLION, "append-10-uuid"));
    rows.put("even-append-10m", () -> evens.writes(10 * MILLION, "append-10-uuid"));
    rows.put("even-move-1m", () -> evens.writes(MILLION, "move-1-uuid"));
    rows.put("even-move-10m", () -> evens.writes(10 * MILLION, "move-1-uuid"));
    rows.put("even-nodes", evens::entriesOfNodes);
  }

  /// How each row is calculated, in the order of the document.
  Map<String, DoubleSupplier> rows() {
    return rows;
  }

  /// The rows that others are calculated from.
  Set<String> inputs() {
    double sum = rows.values().stream().mapToDouble(DoubleSupplier::getAsDouble).sum();
    if (Double.isNaN(sum)) {
      throw new IllegalStateException("a row is no number");
    }
    return used;
  }

  private double row(String id) {
    used.add(id);
    return Figures.value(id);
  }

  /// An index that nobody writes or reads.
  private void kept() {
    Map.of("1m", 1.0, "10m", 10.0, "100m", 100.0, "500m", 500.0)
        .forEach(
            (name, millions) -> {
              double entries = millions * MILLION;
              rows.put("keep-redis-" + name, () -> kept(Kind.SERVERLESS, entries));
              rows.put(
                  "keep-redis-filter-" + name,
                  () -> costs.cache(entries * row("bytes-redis-filter"), Costs.HOURS));
              rows.put("keep-nodes-" + name, () -> kept(Kind.NODES, entries));
              rows.put("keep-dynamodb-" + name, () -> kept(Kind.DYNAMODB, entries));
              rows.put("keep-postgresql-" + name, () -> evens.database(entries));
            });
    rows.put(
        "keep-redis-packed-500m",
        () -> costs.cache(HALF_BILLION * row("bytes-redis-packed"), Costs.HOURS));
    rows.put(
        "keep-dynamodb-packed-500m",
        () -> {
          double bytes = HALF_BILLION * row("bytes-dynamodb-packed");
          return costs.stored(bytes) + costs.swept(bytes);
        });
    rows.put("stored-dynamodb-500m", () -> costs.stored(HALF_BILLION * row("bytes-dynamodb-uuid")));
    rows.put("swept-dynamodb-500m", () -> costs.swept(HALF_BILLION * row("bytes-dynamodb-uuid")));
    rows.put("swept-dynamodb-1m", () -> costs.swept(MILLION * row("bytes-dynamodb-uuid")));
    rows.put("gigabytes-redis-500m", () -> HALF_BILLION * row("bytes-redis-uuid") / 1e9);
    rows.put("gigabytes-postgresql-500m", () -> HALF_BILLION * row("bytes-postgresql") / 1e9);
    rows.put("entries-of-a-gigabyte", () -> 1e9 / row("bytes-redis-uuid"));
    rows.put(
        "keep-opensearch",
        () -> Costs.HOURS * (2 * row("price-opensearch") + row("price-pipeline")));
    rows.put("keep-search-1m", () -> MILLION / 1_000 * row("price-search-records"));
    rows.put("keep-search-500m", () -> HALF_BILLION / 1_000 * row("price-search-records"));
  }

  private double kept(Kind kind, double entries) {
    return evens.month(kind, entries, 0, "append-10-uuid");
  }

  /// A million records, or pages.
  private void millions() {
    for (String units :
        List.of("append-100", "append-10", "append-1", "anywhere-100", "anywhere-10", "move-1")) {
      rows.put("million-" + units, () -> costs.writes(MILLION * row(units + "-uuid")));
    }
    rows.put("million-redis", () -> costs.ecpu(MILLION * row("record-ecpu")));
    rows.put(
        "pages-redis",
        () -> costs.reads(MILLION * row("page-items")) + costs.ecpu(MILLION * row("page-ecpu")));
    rows.put("pages-dynamodb", () -> costs.reads(MILLION * row("page-dynamodb")));
    rows.put("pages-sql", () -> costs.reads(MILLION * row("page-items")));
    rows.put("pages-chain-1", () -> costs.reads(MILLION * row("chain-1")));
    rows.put("pages-chain-100", () -> costs.reads(MILLION * row("chain-100")));
    rows.put("pages-around", () -> costs.requests(MILLION) + costs.lambda(MILLION, PAGE_SECONDS));
    rows.put("pages-search", () -> MILLION / 1_000 * row("price-search-requests"));
    rows.put("pages-logged", () -> MILLION * LINE_GIGABYTES * row("price-log"));
  }

  /// A month of it.
  private void load() {
    rows.put("limit-ecpu", () -> costs.ecpu(25_000 * Costs.SECONDS));
    rows.put("limit-http", () -> costs.requests(PAGES));
    rows.put("limit-lambda", () -> costs.lambda(PAGES, PAGE_SECONDS));
    rows.put("limit-logs", () -> PAGES * LINE_GIGABYTES * row("price-log"));
    rows.put("limit-pages", () -> costs.reads(PAGES * 20 * 1_024 / Costs.READ_BYTES / 2));
    rows.put("limit-large-pages", () -> costs.reads(PAGES * 5e6 / Costs.READ_BYTES / 2));
    rows.put("egress-gigabytes", () -> PAGES * ANSWER_GIGABYTES);
    rows.put("egress", () -> PAGES * ANSWER_GIGABYTES * row("price-egress"));
    rows.put("limit-reads", () -> costs.reads(2_000 * Costs.SECONDS));
    rows.put("limit-reads-hour", () -> costs.reads(2_000 * 3_600));
    rows.put("limit-writes-hour", () -> costs.writes(2_000 * 3_600));
    rows.put("notes-month-2", () -> writes(1, "notes-of-shards-2"));
    rows.put("notes-month-4", () -> writes(1, "notes-of-shards-4"));
    rows.put("window-0", () -> writes(100, "append-1-uuid"));
    rows.put("window-1", () -> writes(100, "append-100-uuid"));
    rows.put("window-5", () -> writes(100, "append-500-uuid"));
    rows.put("hot-month-1", () -> writes(1_000, "hot-shards-50"));
    rows.put("hot-month-5", () -> writes(1_000, "hot-window-5"));
    rows.put("hot-month-20", () -> writes(1_000, "hot-window-20"));
  }

  private double writes(double perSecond, String units) {
    return costs.writes(perSecond * Costs.SECONDS * row(units));
  }

  /// A rebuild of half a billion items.
  private void rebuild() {
    rows.put("rebuild-scan", () -> costs.reads(TABLE_BYTES / Costs.READ_BYTES));
    rows.put("rebuild-lambda", () -> costs.lambda(1, HALF_BILLION / ITEMS_PER_SECOND));
    rows.put("rebuild-cache", () -> costs.cache(HALF_BILLION * row("bytes-redis-uuid"), 24));
    rows.put("rebuild-of-one-group", () -> merged(HALF_BILLION, "turns-of-one-group"));
    rows.put("rebuild-of-500", () -> merged(HALF_BILLION, "turns-of-groups-of-500"));
    rows.put("rebuild-of-10", () -> merged(HALF_BILLION, "turns-of-groups-of-10"));
    rows.put("rebuild-of-1", () -> merged(HALF_BILLION, "turns-of-groups-of-1"));
    rows.put("rebuild-least", () -> rebuilt("rebuild-of-one-group"));
    rows.put("rebuild-most", () -> rebuilt("rebuild-of-1"));
    rows.put("rebuild-hours-4", () -> HALF_BILLION / ITEMS_PER_SECOND / 4 / 3_600);
    rows.put("rebuild-hours-40", () -> HALF_BILLION / ITEMS_PER_SECOND / 40 / 3_600);
    rows.put("rebuild-million", () -> merged(MILLION, "sorted-by-8"));
  }

  private double merged(double items, String units) {
    return costs.writes(items * row(units)) + costs.reads(items * row(units + "-reads"));
  }

  private double rebuilt(String index) {
    return row("rebuild-scan") + row("rebuild-lambda") + row(index);
  }

  private void idle() {
    rows.put("idle-cache", () -> costs.cache(0, Costs.HOURS));
    rows.put(
        "idle-repair",
        () -> costs.lambda(EVERY_FIVE_MINUTES, 1) + costs.reads(EVERY_FIVE_MINUTES / 2));
    rows.put(
        "idle-watch",
        () ->
            costs.lambda(EVERY_FIVE_MINUTES, 1)
                + costs.reads(3 * EVERY_FIVE_MINUTES)
                + costs.writes(EVERY_FIVE_MINUTES));
    rows.put("idle-sweep", () -> costs.lambda(EVERY_MINUTE, 0.005));
    rows.put(
        "idle-expires", () -> costs.lambda(EVERY_MINUTE, 0.5) + costs.writes(3 * EVERY_MINUTE));
    rows.put("idle-expires-dynamodb", () -> costs.reads(64 * EVERY_MINUTE / 2));
    rows.put("idle-audit", () -> costs.reads(30 * 20_000 * 12));
    rows.put("audit-all", () -> costs.reads(10e9 / Costs.READ_BYTES));
    rows.put(
        "idle",
        () ->
            row("price-key")
                + row("price-secret")
                + row("idle-repair")
                + row("idle-watch")
                + row("idle-sweep"));
    rows.put("idle-further", () -> row("idle") - row("price-key"));
    rows.put("idle-with-cache", () -> row("idle") + row("idle-cache"));
    rows.put("alarms", () -> 16 * row("price-alarm") + 5 * row("price-metric"));
    rows.put("canary", () -> costs.requests(EVERY_MINUTE) + costs.lambda(EVERY_MINUTE, 0.07));
  }
}
