package pagemark.dynamodb.table;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import pagemark.dynamodb.node.ItemCodec;
import pagemark.dynamodb.node.RowPacker;
import pagemark.dynamodb.request.Calls;
import pagemark.dynamodb.request.MissingTableException;
import pagemark.dynamodb.request.TableNames;
import pagemark.index.IndexException;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowRuns;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Keeps the sorted runs of a generation in a table beside that of the index, which is created when
/// the first run is written. A chunk is one item of 64 KB: `p` is the run's name and the chunk's
/// number, 12 bytes, so that chunks are spread over the table's partitions; `s` is `R`; `e` has the
/// rows, `o` is true if there is another chunk.
///
/// A row takes its share of the chunk's bytes: some 25, so 0.025 write units and 0.006 read units.
/// Deleting the table is free.
///
/// @param chunkBytes the rows of a chunk end with the one that reaches this size
public record DynamoRuns(
    Calls calls, TableNames names, GenerationTables tables, long batchBytes, int chunkBytes)
    implements RowRuns {
  /// The longest row has 5 KB, so a chunk stays far below the 400 KB of an item.
  private static final int CHUNK_BYTES = 64 << 10;

  /// Rows in order take a tenth of a unit each, others a whole one. A rebuild in one process reads
  /// several segments side by side, and a function must write what it has read before its time is
  /// over.
  private static final int MEMORY_SHARE = 48;

  private static final AttributeValue CHUNK = AttributeValue.fromS("R");
  private static final String ROWS = "e";
  private static final String MORE = "o";

  public DynamoRuns(Calls calls, TableNames names, GenerationTables tables) {
    this(calls, names, tables, Runtime.getRuntime().maxMemory() / MEMORY_SHARE, CHUNK_BYTES);
  }

  @Override
  public void write(String generation, long run, Iterator<Row> rows) {
    int number = 0;
    do {
      RowPacker packer = new RowPacker();
      while (rows.hasNext() && packer.length() < chunkBytes) {
        packer.add(rows.next());
      }
      put(generation, item(run, number++, packer.packed(), rows.hasNext()));
    } while (rows.hasNext());
  }

  static Map<String, AttributeValue> item(long run, int number, byte[] rows, boolean hasMore) {
    return Map.of(
        ItemCodec.PARTITION,
        name(run, number),
        ItemCodec.SORT,
        CHUNK,
        ROWS,
        AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(rows)),
        MORE,
        AttributeValue.fromBool(hasMore));
  }

  private static AttributeValue name(long run, int number) {
    byte[] name =
        ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(run).putInt(number).array();
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(name));
  }

  private void put(String generation, Map<String, AttributeValue> item) {
    String table = names.runs(generation);
    try {
      calls.make(table, dynamo -> dynamo.putItem(p -> p.tableName(table).item(item)));
    } catch (MissingTableException e) {
      tables.createRuns(generation);
      calls.make(table, dynamo -> dynamo.putItem(p -> p.tableName(table).item(item)));
    }
  }

  @Override
  public Optional<Chunk> read(String generation, long run, int chunk) {
    String table = names.runs(generation);
    Map<String, AttributeValue> key =
        Map.of(ItemCodec.PARTITION, name(run, chunk), ItemCodec.SORT, CHUNK);
    try {
      Map<String, AttributeValue> item =
          calls
              .make(
                  table,
                  dynamo -> dynamo.getItem(g -> g.tableName(table).key(key).consistentRead(true)))
              .item();
      return item.isEmpty() ? Optional.empty() : Optional.of(chunk(item));
    } catch (MissingTableException e) {
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
  public void drop(String generation) {
    tables.deleteRuns(generation);
  }
}
