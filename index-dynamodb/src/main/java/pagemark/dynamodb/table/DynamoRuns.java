package pagemark.dynamodb.table;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import pagemark.dynamodb.request.Calls;
import pagemark.dynamodb.request.ItemCodec;
import pagemark.dynamodb.request.TableNames;
import pagemark.index.IndexException;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowRuns;
import pagemark.tree.node.RowPacker;
import pagemark.tree.request.MissingGenerationException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/// Keeps the sorted runs of a generation in a table beside that of the index, which is created when
/// the first run is written. A chunk is one item of 16 KB: `p` is the run's name and the chunk's
/// number, 12 bytes, so that chunks are spread over the table's partitions; `s` is `R`; `e` has the
/// rows, `o` is true if there is another chunk. The outline of a run is written in the same way,
/// with `O` for `s`.
///
/// A row takes its share of the chunk's bytes: some 25, so 0.025 write units and 0.006 read units.
/// Deleting the table is free.
///
/// @param chunkBytes the rows of a chunk end with the one that reaches this size
public record DynamoRuns(
    Calls calls, TableNames names, GenerationTables tables, long batchBytes, int chunkBytes)
    implements RowRuns {
  /// The longest row has 5 KB, so a chunk stays far below the 400 KB of an item.
  private static final int CHUNK_BYTES = 16 << 10;

  /// Some 40,000 rows. Merges that begin in one small group are in each other's way until it has
  /// nodes for each, which costs some 250 write units a merge.
  private static final int CHUNKS_PER_MERGE = 64;

  /// Rows in order take a tenth of a unit each, others a whole one. A rebuild in one process reads
  /// several segments side by side, and a function must write what it has read before its time is
  /// over.
  private static final int MEMORY_SHARE = 48;

  private static final AttributeValue CHUNK = AttributeValue.fromS("R");
  private static final AttributeValue OUTLINE = AttributeValue.fromS("O");
  private static final String ROWS = "e";
  private static final String MORE = "o";

  public DynamoRuns(Calls calls, TableNames names, GenerationTables tables) {
    this(calls, names, tables, Runtime.getRuntime().maxMemory() / MEMORY_SHARE, CHUNK_BYTES);
  }

  @Override
  public void write(String generation, long run, Iterator<Row> rows, Tries tries) {
    Consumer<Map<String, AttributeValue>> put = item -> tries.make(() -> put(generation, item));
    List<Row> outline = new ArrayList<>();
    write(run, CHUNK, rows, outline, put);
    write(run, OUTLINE, outline.iterator(), new ArrayList<>(), put);
  }

  /// @param first gets the first row of each chunk
  private void write(
      long run,
      AttributeValue kind,
      Iterator<Row> rows,
      List<Row> first,
      Consumer<Map<String, AttributeValue>> put) {
    int number = 0;
    do {
      RowPacker packer = new RowPacker();
      while (rows.hasNext() && packer.length() < chunkBytes) {
        Row row = rows.next();
        if (packer.length() == 0) {
          first.add(row);
        }
        packer.add(row);
      }
      put.accept(item(key(run, number++, kind), packer.packed(), rows.hasNext()));
    } while (rows.hasNext());
  }

  static Map<String, AttributeValue> item(
      Map<String, AttributeValue> key, byte[] rows, boolean hasMore) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put(ROWS, AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(rows)));
    item.put(MORE, AttributeValue.fromBool(hasMore));
    return item;
  }

  private static Map<String, AttributeValue> key(long run, int number, AttributeValue kind) {
    return Map.of(ItemCodec.PARTITION, name(run, number), ItemCodec.SORT, kind);
  }

  private static AttributeValue name(long run, int number) {
    byte[] name =
        ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(run).putInt(number).array();
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(name));
  }

  private PutItemResponse put(String generation, Map<String, AttributeValue> item) {
    String table = names.runs(generation);
    try {
      return calls.make(table, dynamo -> dynamo.putItem(p -> p.tableName(table).item(item)));
    } catch (MissingGenerationException e) {
      tables.createRuns(generation);
      return calls.make(table, dynamo -> dynamo.putItem(p -> p.tableName(table).item(item)));
    }
  }

  @Override
  public Optional<Chunk> read(String generation, long run, int chunk) {
    return read(generation, key(run, chunk, CHUNK));
  }

  @Override
  public List<Row> outline(String generation, long run, Tries tries) {
    List<Row> rows = new ArrayList<>();
    boolean hasMore = true;
    for (int number = 0; hasMore; number++) {
      Map<String, AttributeValue> key = key(run, number, OUTLINE);
      Chunk chunk = tries.make(() -> read(generation, key)).orElse(null);
      if (chunk == null) {
        return List.of();
      }
      chunk.rows().forEachRemaining(rows::add);
      hasMore = !chunk.isLast();
    }
    return rows;
  }

  private Optional<Chunk> read(String generation, Map<String, AttributeValue> key) {
    String table = names.runs(generation);
    try {
      Map<String, AttributeValue> item =
          calls
              .make(
                  table,
                  dynamo -> dynamo.getItem(g -> g.tableName(table).key(key).consistentRead(true)))
              .item();
      return item.isEmpty() ? Optional.empty() : Optional.of(chunk(item));
    } catch (MissingGenerationException e) {
      return Optional.empty();
    }
  }

  private static Chunk chunk(Map<String, AttributeValue> item) {
    AttributeValue rows = item.get(ROWS);
    AttributeValue more = item.get(MORE);
    if (rows == null || more == null) {
      throw new IndexException.Unavailable("an item of the sorted rows is no chunk", null);
    }
    return new Chunk(RowPacker.unpack(rows.b().asByteArrayUnsafe()), !more.bool());
  }

  @Override
  public int chunksPerMerge() {
    return CHUNKS_PER_MERGE;
  }

  @Override
  public void drop(String generation) {
    tables.deleteRuns(generation);
  }
}
