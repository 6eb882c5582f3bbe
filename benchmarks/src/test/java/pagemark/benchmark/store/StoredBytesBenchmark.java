package pagemark.benchmark.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Table;
import pagemark.embedded.DynamoDbLocal;
import pagemark.entry.Cell;
import pagemark.index.IndexStore;

/// What an entry costs in SQL and in DynamoDB.
public final class StoredBytesBenchmark implements Benchmark {
  private static final long SEED = 20_261_121;
  private static final String DYNAMODB = "DynamoDB";

  private final List<List<String>> rows = new ArrayList<>();

  @Override
  public About about() {
    return new About(
        "stored-bytes",
        "Bytes of an entry in SQL and DynamoDB",
        "Entries of one group with UUIDs as keys, written in order of time as a rebuild does,"
            + " without fences. SQL: the sizes of the tables with their indexes. DynamoDB: its rule"
            + " for the size of items, applied to every item.",
        "37 bytes: the key and one byte",
        "bytes.redis has the same entries in Redis");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    int entries = effort.of(50_000, 200_000);
    recorder.setting("seed", SEED);
    recorder.setting("entries", "%,d".formatted(entries));
    Databases.each(
        effort,
        recorder,
        (database, url) -> {
          try (IndexStore store = GroupFill.open(url);
              PlainTable plain = PlainTable.connect(url)) {
            fill(store, entries);
            plain.vacuum();
            double anchors = plain.bytes("pm_anchor") / (double) entries;
            record(recorder, database, plain.bytes("pm_position") / (double) entries, anchors);
          }
        });
    try (DynamoDbLocal dynamo = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
        IndexStore store = GroupFill.open("dynamodb:bytes?endpoint=" + dynamo.endpoint())) {
      GroupFill group = fill(store, entries);
      List<Cell> all = List.of(Cell.WHOLE);
      long bytes = store.inspector().weight(group.group(), all).orElseThrow().bytes();
      record(recorder, DYNAMODB, bytes / (double) entries, 0);
    }
    recorder.table(
        new Table(
            "stored-bytes.entry",
            "Bytes an entry",
            List.of("Index", "entry", "tree of counts", "together"),
            rows));
  }

  private static GroupFill fill(IndexStore store, int entries) {
    GroupFill group = GroupFill.of(store, "all");
    group.fill(new PositionStream(new Random(SEED)), entries);
    return group;
  }

  private void record(Recorder recorder, String database, double entry, double anchors) {
    rows.add(
        List.of(
            database,
            Numbers.text(entry),
            database.equals(DYNAMODB) ? "in it" : Numbers.text(anchors),
            Numbers.text(entry + anchors)));
    recorder.figure(
        "stored-bytes.%s.1".formatted(database.toLowerCase(Locale.ROOT)),
        "bytes of an entry in %s, without filters".formatted(database),
        entry + anchors);
  }
}
