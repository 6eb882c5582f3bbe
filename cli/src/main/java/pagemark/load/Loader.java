package pagemark.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import pagemark.load.ItemReader.LineException;
import pagemark.repair.Sleeper;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Loads a file of JSON lines, one item a line, or a stream of items into the table of a listing.
/// The file is decompressed if its name ends in `.gz`.
///
/// 1. [ItemReader] checks each item before it is written. A wrong line is reported and left out,
///    and the load goes on.
/// 2. Up to 1,000 items of distinct keys are collected, or 16 MB of them. If two lines have one
///    key, the later one wins.
/// 3. [BatchWriter] writes them, 4 batches of 25 at a time.
///
/// An empty line only counts as a line. Memory is bounded by the items that are collected, whatever
/// the size of the file.
public final class Loader {
  /// Enough for an item of 400 KB if JSON writes each byte as an escape of six characters.
  static final int LINE_BYTES_MAX = 4 * 1024 * 1024;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int BATCHES_AT_A_TIME = 4;
  private static final int COLLECTED_MAX = 10 * BATCHES_AT_A_TIME * BatchWriter.BATCH_MAX;
  private static final long COLLECTED_BYTES_MAX = 16L << 20;
  private static final String REFUSED =
      "is refused by DynamoDB: a key of the table or of an index of it has a wrong type or size";

  /// The progress of a load.
  ///
  /// @param loaded the lines whose items are in the table
  /// @param failed the lines that failed
  /// @param bytesRead the bytes of the file that were read, before decompression; without a file,
  ///   the items that were taken
  /// @param bytes the file's size; without a file, the number of items
  public record Count(long loaded, long failed, long bytesRead, long bytes) {}

  /// Receives the progress of a load, from one thread.
  public interface Listener {
    /// Called for each line that was not loaded.
    ///
    /// @param line its number, from 1
    /// @param reason what is wrong with it, as in [LineException]
    void failed(long line, String reason);

    /// Called after each batch.
    void moved(Count count);
  }

  /// An item and the number of its line.
  private record Numbered(long line, Map<String, AttributeValue> item) {}

  /// An item that was not read or checked yet.
  private interface Unread {
    ItemReader.Read read() throws LineException;
  }

  private final DynamoDbClient dynamo;
  private final Listing listing;
  private final Listener listener;
  private final BatchWriter writer;
  private final Map<Map<String, AttributeValue>, Numbered> collected = new LinkedHashMap<>();
  private long collectedBytes;
  private long loaded;
  private long failed;
  private long taken;
  private long whole;

  public Loader(DynamoDbClient dynamo, Listing listing, Listener listener) {
    this.dynamo = dynamo;
    this.listing = listing;
    this.listener = listener;
    this.writer = new BatchWriter(dynamo, listing.definition().table(), Sleeper.THREAD::sleep);
  }

  /// Loads the file. Only one load may be called, once.
  ///
  /// @throws LoadException if the file cannot be read, or the table cannot be written
  public Count load(Path file) {
    try (FileChannel channel = FileChannel.open(file);
        InputStream lines = lines(file, channel)) {
      ItemReader reader = new ItemReader(listing, table());
      whole = channel.size();
      long number = 1;
      for (byte[] line = next(lines, 1); line != null; line = next(lines, ++number)) {
        taken = channel.position();
        if (!isBlank(line)) {
          byte[] json = line;
          add(number, () -> read(reader, json));
        }
      }
      taken = whole;
      write();
      return count();
    } catch (NoSuchFileException e) {
      throw new LoadException("the file %s does not exist".formatted(file), e);
    } catch (IOException e) {
      throw new LoadException("the file %s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  /// Loads `count` items. A wrong one is reported and left out, by its number from 1.
  ///
  /// @throws LoadException if the table cannot be written
  public Count load(Stream<Map<String, AttributeValue>> items, long count) {
    ItemReader reader = new ItemReader(listing, table());
    whole = count;
    Iterator<Map<String, AttributeValue>> each = items.iterator();
    while (each.hasNext()) {
      Map<String, AttributeValue> item = each.next();
      add(++taken, () -> reader.checked(item));
    }
    write();
    return count();
  }

  private static InputStream lines(Path file, FileChannel channel) throws IOException {
    InputStream bytes = Channels.newInputStream(channel);
    boolean packed = file.toString().endsWith(".gz");
    return new BufferedInputStream(
        packed ? new GZIPInputStream(bytes, BUFFER_BYTES) : bytes, BUFFER_BYTES);
  }

  /// The next line without its end, or null at the end of the file. Lines are bytes, so that one
  /// that is not text does not spoil the others. A long one is cut off behind the first byte that
  /// is too much. If the file cannot be read on, what is collected is written first.
  private byte @Nullable [] next(InputStream lines, long number) {
    try {
      int next = lines.read();
      if (next < 0) {
        return null;
      }
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (; next >= 0 && next != '\n'; next = lines.read()) {
        if (line.size() <= LINE_BYTES_MAX) {
          line.write(next);
        }
      }
      return line.toByteArray();
    } catch (IOException e) {
      write();
      throw new LoadException(
          "the file cannot be read at line %d: %s".formatted(number, e.getMessage()), e);
    }
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  private static ItemReader.Read read(ItemReader reader, byte[] line) throws LineException {
    if (line.length > LINE_BYTES_MAX) {
      throw new LineException("is longer than 4 MB");
    }
    return reader.item(line);
  }

  private void add(long line, Unread item) {
    try {
      ItemReader.Read read = item.read();
      if (collected.put(read.key(), new Numbered(line, read.item())) != null) {
        loaded++;
      }
      collectedBytes += ItemReader.ItemSize.bytes(read.item());
    } catch (LineException e) {
      fail(line, e.reason());
    }
    if (collected.size() >= COLLECTED_MAX || collectedBytes >= COLLECTED_BYTES_MAX) {
      write();
    }
  }

  /// Writes what is collected, and waits until it is written.
  private void write() {
    try {
      List.copyOf(collected.values()).stream()
          .gather(Gatherers.windowFixed(BatchWriter.BATCH_MAX))
          .gather(
              Gatherers.mapConcurrent(
                  BATCHES_AT_A_TIME, batch -> Map.entry(batch.size(), refused(batch))))
          .forEach(
              done -> {
                loaded += done.getKey() - done.getValue().size();
                done.getValue().forEach(line -> fail(line, REFUSED));
                listener.moved(count());
              });
      collected.clear();
      collectedBytes = 0;
    } catch (SdkException e) {
      throw new LoadException(unreachable(e), e);
    } catch (IllegalStateException e) {
      throw new LoadException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Writes a batch. If DynamoDB refuses all of it because of one item, its items are written one
  /// by one.
  ///
  /// @return the lines that it refuses
  private List<Long> refused(List<Numbered> batch) {
    List<Long> refused = new ArrayList<>();
    if (!isTaken(batch)) {
      for (Numbered each : batch) {
        if (!isTaken(List.of(each))) {
          refused.add(each.line());
        }
      }
    }
    return refused;
  }

  private boolean isTaken(List<Numbered> items) {
    try {
      writer.write(items.stream().map(Numbered::item).toList());
      return true;
    } catch (DynamoDbException e) {
      if (e.awsErrorDetails() != null
          && "ValidationException".equals(e.awsErrorDetails().errorCode())) {
        return false;
      }
      throw e;
    }
  }

  private Count count() {
    return new Count(loaded, failed, taken, whole);
  }

  /// Describes the table.
  ///
  /// @throws LoadException if there is none, or DynamoDB does not answer
  public TableDescription table() {
    String table = listing.definition().table();
    try {
      return dynamo.describeTable(d -> d.tableName(table)).table();
    } catch (ResourceNotFoundException e) {
      throw new LoadException(
          "the table %s of the listing %s does not exist".formatted(table, listing.name()), e);
    } catch (SdkException e) {
      throw new LoadException(unreachable(e), e);
    }
  }

  /// The failure in one line.
  private static String unreachable(SdkException e) {
    return "DynamoDB cannot be used: "
        + String.valueOf(e.getMessage()).lines().findFirst().orElse(e.getClass().getSimpleName());
  }

  private void fail(long line, String reason) {
    failed++;
    listener.failed(line, reason);
  }

  /// A load cannot continue. The message tells the user what is wrong and what to do.
  public static final class LoadException extends RuntimeException {
    LoadException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
