package pagemark.dynamodb;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import pagemark.dynamodb.request.Calls;
import pagemark.dynamodb.request.Calls.ServerClock;
import pagemark.dynamodb.request.DynamoNodes;
import pagemark.dynamodb.request.DynamoScan;
import pagemark.dynamodb.request.ItemCodec;
import pagemark.dynamodb.request.SideBySide;
import pagemark.dynamodb.request.TableNames;
import pagemark.dynamodb.table.DynamoRuns;
import pagemark.dynamodb.table.GenerationTables;
import pagemark.dynamodb.table.MarkerItem;
import pagemark.dynamodb.table.TableSettings;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Inspector;
import pagemark.index.Markers;
import pagemark.index.Markers.State;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import pagemark.tree.TreeIndexWriter;
import pagemark.tree.TreeInspector;
import pagemark.tree.read.KeptReadiness;
import pagemark.tree.read.TreeReader;
import pagemark.tree.request.MissingGenerationException;
import pagemark.tree.request.Pause;
import pagemark.tree.write.NodeLimits;
import pagemark.tree.write.TreeWriter;
import software.amazon.awssdk.core.exception.SdkException;

/// The index of one prefix: the wiring of its ports. The package's text draws what it stores.
///
/// - A page: [TreeReader] reads nodes and, every 10 seconds, the marker. One round trip if it knows
///   the group, and about 1.9 read units.
/// - A batch: [TreeIndexWriter] checks the marker, and writes its groups side by side with one
///   [TreeWriter]. In time order, 100 records cost about 16 write units.
/// - A rebuild: [DynamoMarkers] makes a table, the writer fills it, and the marker becomes READY.
///
/// All ports share the client. `docs/internals/index-dynamodb-costs.md` lists the costs.
record DynamoIndex(
    TableSettings settings,
    LazyClient client,
    PageIndexReader reader,
    PageIndexWriter writer,
    Markers markers,
    Inspector inspector)
    implements IndexStore {
  /// The groups that are written side by side.
  static final int GROUPS_AT_ONCE = 16;

  /// The limits of nodes. A leaf of up to 1,024 bytes costs one unit to write, which is why larger
  /// ones only pay for groups with thousands of writes a second.
  static final NodeLimits LIMITS = new NodeLimits(1_024, 100, 2_048, 16_384, ItemCodec::bytes);

  /// DynamoDB bills each item as if it had so many bytes more.
  private static final int ITEM_BYTES = 100;

  /// With more combinations of filter values, nodes have so few children that the tree gets deep,
  /// and a record is counted at each level (`docs/decisions/0028-cells-in-dynamodb.md`).
  private static final int CELLS_MAX = 128;

  /// About the memory for inner nodes that the reader keeps.
  private static final int KEPT_BYTES = 32 << 20;

  /// @param tableSettings what the table of a generation is created with
  static DynamoIndex of(
      TableNames names,
      TableSettings tableSettings,
      LazyClient client,
      IndexSettings settings,
      NodeLimits limits) {
    ServerClock clock = new ServerClock();
    Calls calls = new Calls(client, clock);
    DynamoNodes nodes = new DynamoNodes(calls, names);
    MarkerItem marker = new MarkerItem(calls, names);
    GenerationTables tables = new GenerationTables(calls, names, tableSettings);
    DynamoScan scan = new DynamoScan(calls, names);
    Pause pause = DynamoIndex::sleep;
    TreeWriter trees = new TreeWriter(nodes, limits, new SecureRandom(), pause);
    return new DynamoIndex(
        tableSettings,
        client,
        new TreeReader(
            nodes,
            new KeptReadiness(
                generation -> marker.state(generation).filter(State.READY::equals).isPresent(),
                InstantSource.system()),
            pause,
            KEPT_BYTES),
        new TreeIndexWriter(
            trees,
            generation -> marker.state(generation).isPresent(),
            clock,
            settings.fencePeriod(),
            new SideBySide(GROUPS_AT_ONCE)::all,
            scan,
            new DynamoRuns(calls, names, tables),
            DynamoIndex::refusal),
        new DynamoMarkers(tables, marker),
        new TreeInspector(
            nodes, scan, scan, trees, pause, item -> ITEM_BYTES + ItemCodec.bytes(item)));
  }

  private static Optional<String> refusal(int cells) {
    return cells <= CELLS_MAX
        ? Optional.empty()
        : Optional.of(
            ("its filters have %d combinations of values (with other), and an index in DynamoDB"
                    + " takes at most %d: an item that moves in a group of 50,000 takes 19 write"
                    + " units with 128 combinations, 31 with 256 and 47 with 512. Declare fewer"
                    + " values, or keep the index in Redis or SQL")
                .formatted(cells, CELLS_MAX));
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException.Unavailable("a write of the index was interrupted", e);
    }
  }

  /// Units of moves, the dearest of all changes, and of a rebuild, as the tests count them
  /// (`docs/internals/index-dynamodb-costs.md`).
  @Override
  public Limits limits(int cells) {
    double unitsPerRecord = cells <= 1 ? 7 : 10 + cells / 12.0;
    Long max = settings.writeUnits();
    return new Limits(
        "write units",
        0.12,
        unitsPerRecord,
        48,
        max == null ? Long.MAX_VALUE : max,
        Long.MAX_VALUE);
  }

  /// Makes the client. That loads most of the classes of a call.
  @Override
  public void connect() {
    try {
      client.get();
    } catch (SdkException e) {
      throw new IndexException.Unavailable("the index in DynamoDB has no client", e);
    }
  }

  @Override
  public void disconnect() {
    client.disconnect();
  }

  @Override
  public void close() {
    client.disconnect();
  }

  /// Keeps the marker of each generation in its table, which is one slot. Only this class creates
  /// and deletes such tables.
  record DynamoMarkers(GenerationTables tables, MarkerItem marker) implements Markers {
    @Override
    public int building(String generation, String nonce, Instant birth) {
      tables.create(generation);
      return marker.building(generation, nonce, birth) ? 1 : 0;
    }

    @Override
    public int ready(String generation, String nonce) {
      try {
        return marker.ready(generation, nonce) ? 0 : 1;
      } catch (MissingGenerationException e) {
        return 1;
      }
    }

    @Override
    public Map<State, Integer> count(String generation) {
      return marker.state(generation).map(state -> Map.of(state, 1)).orElse(Map.of());
    }

    /// Removes the marker first, because DynamoDB may serve a table for a while after it was told
    /// to delete it.
    @Override
    public void drop(String generation) {
      marker.remove(generation);
      tables.delete(generation);
      tables.deleteRuns(generation);
    }

    @Override
    public Optional<StoredData> storedData() {
      return Optional.of(tables);
    }

    @Override
    public int slots() {
      return 1;
    }
  }
}
