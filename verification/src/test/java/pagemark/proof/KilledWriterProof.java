package pagemark.proof;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.DynamoDbLocal;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Contradictions;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Inspector.GroupDump;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;

/// A process that writes into an index in DynamoDB is killed (kill -9) in the middle of its
/// batches, again and again; another one goes on after the last batch that was acknowledged. At the
/// end the index has each entry, and all counts are right.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.KilledWriterProof`; it exits with 1 if anything
/// differs.
public final class KilledWriterProof {
  private static final long SEED = 20_261_122;
  private static final int KILLS = 40;
  private static final int BATCHES = 400;
  private static final int RECORDS_PER_BATCH = 200;
  private static final int ITEMS = 20_000;
  private static final int ALIVE_MILLIS_MAX = 1_500;
  private static final String READY = "ready";
  private static final GroupRef GROUP = new GroupRef("proof00000", "entries", new Group("all"));
  private static final List<Cell> CELLS = List.of(new Cell("0"), new Cell("1"), new Cell("2"));

  private final String url;
  private final Random random = new Random(SEED);
  private int acknowledged;

  private KilledWriterProof(String url) {
    this.url = url;
  }

  /// @param args none; for a process to kill, the index and the number of its first batch
  public static void main(String[] args) throws Exception {
    if (args.length == 2) {
      write(args[0], Integer.parseInt(args[1]));
      return;
    }
    boolean isRight;
    try (DynamoDbLocal dynamo = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory())) {
      isRight = new KilledWriterProof("dynamodb:killed?endpoint=" + dynamo.endpoint()).prove();
    }
    System.exit(isRight ? 0 : 1);
  }

  /// Makes the records, each with what the item was before. A batch has an item only once.
  private static final class Records {
    private final Random random = new Random(SEED);
    private final Map<Integer, Entry> entries = new HashMap<>();
    private long sequence;

    List<Op> batch() {
      Set<Integer> items = new LinkedHashSet<>();
      while (items.size() < RECORDS_PER_BATCH) {
        items.add(random.nextInt(ITEMS));
      }
      return items.stream().map(this::record).toList();
    }

    private Op record(int item) {
      Bytes key = Bytes.utf8("item-%06d".formatted(item));
      Entry old = entries.get(item);
      @Nullable Entry entry = null;
      if (old == null || random.nextInt(3) > 0) {
        Position position = new Position(random.nextInt(100_000), key);
        entry = new Entry(CELLS.get(random.nextInt(CELLS.size())), position);
        entries.put(item, entry);
      } else {
        entries.remove(item);
      }
      sequence++;
      return new Op(
          key,
          new Sequence("1%020d".formatted(sequence)),
          entry,
          old == null ? Set.of() : Set.of(old));
    }
  }

  private static IndexStore open(String url) {
    IndexStore store = IndexStores.open(url, IndexSettings.DEFAULT);
    store.markers().building(GROUP.generation(), "proof", Instant.EPOCH);
    store.markers().ready(GROUP.generation(), "proof");
    return store;
  }

  private static void write(String url, int first) {
    Records records = new Records();
    try (IndexStore store = open(url)) {
      System.out.println(READY);
      for (int batch = 0; batch < BATCHES; batch++) {
        List<Op> ops = records.batch();
        if (batch >= first) {
          for (WriteResult result : store.writer().write(List.of(new GroupWrite(GROUP, ops)))) {
            if (!(result instanceof WriteResult.Written(_, _, List<Op> refused))
                || !refused.isEmpty()) {
              throw new IllegalStateException("not written: " + result);
            }
          }
          System.out.println(batch + 1);
        }
      }
    }
  }

  private boolean prove() throws IOException, InterruptedException {
    int killed = 0;
    while (acknowledged < BATCHES) {
      Process writer = start();
      if (killed < KILLS) {
        kill(writer);
        killed++;
      }
      try (BufferedReader lines = writer.inputReader()) {
        lines.lines().filter(line -> !line.equals(READY)).forEach(this::acknowledge);
      }
      writer.waitFor();
    }
    System.out.printf(
        "seed %d: %d processes killed, %d batches of %d records%n",
        SEED, killed, BATCHES, RECORDS_PER_BATCH);
    return isRight();
  }

  private void acknowledge(String line) {
    acknowledged = Integer.parseInt(line);
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-classpath",
            System.getProperty("java.class.path"),
            KilledWriterProof.class.getName(),
            url,
            Integer.toString(acknowledged))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /// Waits until the process writes, and some time more.
  private void kill(Process writer) throws IOException, InterruptedException {
    while (writer.isAlive() && writer.getInputStream().available() == 0) {
      Thread.sleep(5);
    }
    Thread.sleep(random.nextInt(ALIVE_MILLIS_MAX));
    writer.toHandle().destroyForcibly(); // Process.destroyForcibly would close the output, too
    writer.waitFor();
  }

  private boolean isRight() {
    Records records = new Records();
    for (int batch = 0; batch < BATCHES; batch++) {
      records.batch();
    }
    Map<Cell, List<Position>> expected = new HashMap<>();
    records.entries.values().stream()
        .sorted((a, b) -> a.position().compareTo(b.position()))
        .forEach(
            entry ->
                expected
                    .computeIfAbsent(entry.cell(), _ -> new ArrayList<>())
                    .add(entry.position()));
    try (IndexStore store = open(url)) {
      GroupDump dump = store.inspector().dump(GROUP, CELLS);
      long miscounts = store.inspector().keptCounts().orElseThrow().wrong(GROUP);
      System.out.printf(
          "%,d entries, %s; contradictions: %d, wrong counts: %d%n",
          dump.all().size(),
          dump.cells().equals(expected) ? "as the records say" : "NOT as the records say",
          Contradictions.of(dump).size(),
          miscounts);
      return dump.cells().equals(expected) && Contradictions.of(dump).isEmpty() && miscounts == 0;
    }
  }
}
