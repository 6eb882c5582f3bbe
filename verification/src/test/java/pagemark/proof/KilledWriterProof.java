package pagemark.proof;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.DynamoDbLocal;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Contradictions;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;

/// A process that writes into an index in DynamoDB is killed (kill -9) in the middle of its
/// batches, again and again; another one goes on after the last batch that was acknowledged. At the
/// end the index has each entry, and all counts are right.
///
/// An item is in up to three of some groups, and its records change them together: first in all
/// groups that have the item, then in those that it leaves, as the stream's function does it.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.KilledWriterProof`; it exits with 1 if anything
/// differs. `-Devents=20000` makes only so many records of 80,000, and a tenth as many kills as
/// batches.
public final class KilledWriterProof {
  private static final long SEED = 20_261_122;
  private static final int RECORDS_PER_BATCH = 200;
  private static final String EVENTS = System.getProperty("events", "");
  private static final int BATCHES =
      EVENTS.isEmpty() ? 400 : Math.ceilDiv(Integer.parseInt(EVENTS), RECORDS_PER_BATCH);
  private static final int KILLS = BATCHES / 10;
  private static final int ITEMS = 20_000;
  private static final int ALIVE_MILLIS_MAX = 1_500;
  private static final String READY = "ready";
  private static final int GROUPS_PER_ITEM_MAX = 3;
  private static final String GENERATION = "proof00000";
  private static final List<GroupRef> GROUPS =
      Stream.of("all", "red", "green", "blue", "white", "black")
          .map(name -> new GroupRef(GENERATION, "entries", new Group(name)))
          .toList();
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

  /// What an item has in the index: one entry in each of its groups.
  private record Item(Entry entry, Set<GroupRef> groups) {}

  /// The ops of a batch, by group.
  ///
  /// @param departures from groups that items leave for others
  private record Batch(Map<GroupRef, List<Op>> arrivals, Map<GroupRef, List<Op>> departures) {
    Batch() {
      this(new HashMap<>(), new HashMap<>());
    }

    void add(Bytes key, Sequence sequence, @Nullable Item old, @Nullable Item now) {
      for (GroupRef group : GROUPS) {
        Entry left = entry(old, group);
        Entry entry = entry(now, group);
        if (left != null || entry != null) {
          (entry != null || now == null ? arrivals : departures)
              .computeIfAbsent(group, _ -> new ArrayList<>())
              .add(new Op(key, sequence, entry, left == null ? Set.of() : Set.of(left)));
        }
      }
    }

    private static @Nullable Entry entry(@Nullable Item item, GroupRef group) {
      return item != null && item.groups().contains(group) ? item.entry() : null;
    }
  }

  /// Makes the records, each with what the item was before. A batch has an item only once.
  private static final class Records {
    private final Random random = new Random(SEED);
    private final Map<Integer, Item> items = new HashMap<>();
    private long sequence;

    Batch batch() {
      Set<Integer> some = new LinkedHashSet<>();
      while (some.size() < RECORDS_PER_BATCH) {
        some.add(random.nextInt(ITEMS));
      }
      Batch batch = new Batch();
      some.forEach(item -> record(item, batch));
      return batch;
    }

    private void record(int number, Batch batch) {
      Bytes key = Bytes.utf8("item-%06d".formatted(number));
      Item old = items.remove(number);
      Item now = old == null || random.nextInt(3) > 0 ? item(key) : null;
      if (now != null) {
        items.put(number, now);
      }
      sequence++;
      batch.add(key, new Sequence("1%020d".formatted(sequence)), old, now);
    }

    private Item item(Bytes key) {
      Position position = new Position(random.nextInt(100_000), key);
      Set<GroupRef> groups = new LinkedHashSet<>();
      for (int i = 0; i < GROUPS_PER_ITEM_MAX; i++) {
        groups.add(GROUPS.get(random.nextInt(GROUPS.size())));
      }
      return new Item(new Entry(CELLS.get(random.nextInt(CELLS.size())), position), groups);
    }
  }

  private static IndexStore open(String url) {
    IndexStore store = IndexStores.open(url, IndexSettings.DEFAULT);
    store.markers().building(GENERATION, "proof", Instant.EPOCH);
    store.markers().ready(GENERATION, "proof");
    return store;
  }

  private static void write(String url, int first) {
    Records records = new Records();
    try (IndexStore store = open(url)) {
      System.out.println(READY);
      for (int batch = 0; batch < BATCHES; batch++) {
        Batch ops = records.batch();
        if (batch >= first) {
          write(store, ops.arrivals());
          write(store, ops.departures());
          System.out.println(batch + 1);
        }
      }
    }
  }

  private static void write(IndexStore store, Map<GroupRef, List<Op>> ops) {
    List<GroupWrite> writes = new ArrayList<>();
    ops.forEach((group, some) -> writes.add(new GroupWrite(group, some)));
    for (WriteResult result : store.writer().write(writes)) {
      if (!(result instanceof WriteResult.Written(_, _, List<Op> refused)) || !refused.isEmpty()) {
        throw new IllegalStateException("not written: " + result);
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
            "-Devents=" + EVENTS,
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
    boolean isRight = true;
    try (IndexStore store = open(url)) {
      for (GroupRef group : GROUPS) {
        isRight &= isRight(store, group, records.items.values());
      }
    }
    return isRight;
  }

  private static boolean isRight(IndexStore store, GroupRef group, Collection<Item> items) {
    Map<Cell, List<Position>> expected = new HashMap<>();
    items.stream()
        .filter(item -> item.groups().contains(group))
        .map(Item::entry)
        .sorted(Comparator.comparing(Entry::position))
        .forEach(
            entry ->
                expected
                    .computeIfAbsent(entry.cell(), _ -> new ArrayList<>())
                    .add(entry.position()));
    GroupDump dump = GroupDump.of(store.inspector(), group, CELLS);
    long miscounts = store.inspector().keptCounts().orElseThrow().wrong(group);
    boolean isEqual = dump.cells().equals(expected);
    System.out.printf(
        "%s: %,d entries, %s; contradictions: %d, wrong counts: %d%n",
        group.group().text(),
        dump.all().size(),
        isEqual ? "as the records say" : "NOT as the records say",
        Contradictions.of(dump).size(),
        miscounts);
    return isEqual && Contradictions.of(dump).isEmpty() && miscounts == 0;
  }
}
