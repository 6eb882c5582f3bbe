package pagemark.load;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;
import pagemark.listing.Listing;
import pagemark.repair.Sleeper;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Loads a file of JSON lines, one item a line, or a stream of items into the table of a listing.
///
/// 1. [LineSource] reads the lines, [ItemReader] checks each one before it is written. A wrong line
///    is reported and left out, and the load goes on.
/// 2. [BatchedWrites] collects 25 items of distinct keys, and writes 4 batches at a time by
///    [BatchWriter]. If two lines have one key, the later one wins.
///
/// An empty line only counts as a line. Memory is bounded by the batches in flight, whatever the
/// size of the file.
public final class Loader {
  private final DynamoDbClient dynamo;
  private final Listing listing;
  private final LoadListener listener;
  private long loaded;
  private long failed;
  private long taken;

  public Loader(DynamoDbClient dynamo, Listing listing, LoadListener listener) {
    this.dynamo = dynamo;
    this.listing = listing;
    this.listener = listener;
  }

  /// Loads the file. Only one load may be called, once.
  ///
  /// @throws LoadException if the file cannot be read, or the table cannot be written
  public LoadCount load(Path file) {
    try (LineSource lines = LineSource.open(file)) {
      ItemReader reader = ItemReader.of(listing, table());
      long bytes = lines.file().size();
      try (BatchedWrites writes = writes(bytes)) {
        long number = 1;
        for (byte[] line = lines.next(number); line != null; line = lines.next(++number)) {
          taken = lines.file().position();
          if (!isBlank(line)) {
            byte[] json = line;
            add(writes, number, () -> reader.line(json));
          }
        }
        taken = bytes;
        writes.end();
      }
      return count(bytes);
    } catch (NoSuchFileException e) {
      throw new LoadException("the file %s does not exist".formatted(file), e);
    } catch (IOException e) {
      throw new LoadException("the file %s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  /// Loads `count` items. A wrong one is reported and left out, by its number from 1.
  ///
  /// @throws LoadException if the table cannot be written
  public LoadCount load(Stream<Map<String, AttributeValue>> items, long count) {
    LoadTarget target = LoadTarget.of(listing, table());
    try (BatchedWrites writes = writes(count)) {
      Iterator<Map<String, AttributeValue>> each = items.iterator();
      for (long number = 1; each.hasNext(); number++) {
        Map<String, AttributeValue> item = each.next();
        taken = number;
        add(writes, number, () -> new ItemReader.Read(item, target.check(item)));
      }
      writes.end();
    }
    return count(count);
  }

  private LoadCount count(long whole) {
    return new LoadCount(loaded, failed, taken, whole);
  }

  /// @param whole the bytes of the file, or the number of items
  private BatchedWrites writes(long whole) {
    BatchWriter writer =
        new BatchWriter(dynamo, listing.definition().table(), Sleeper.THREAD::sleep);
    return new BatchedWrites(
        writer,
        done -> {
          loaded += done.loaded();
          done.refused().forEach(this::fail);
          listener.moved(count(whole));
        });
  }

  /// An item that was not read or checked yet.
  private interface Unread {
    ItemReader.Read read() throws LineException;
  }

  private void add(BatchedWrites writes, long number, Unread item) {
    try {
      writes.add(number, item.read());
    } catch (LineException e) {
      fail(number, e.reason());
    }
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
  static String unreachable(SdkException e) {
    return "DynamoDB cannot be used: "
        + String.valueOf(e.getMessage()).lines().findFirst().orElse(e.getClass().getSimpleName());
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  private void fail(long line, String reason) {
    failed++;
    listener.failed(line, reason);
  }
}
