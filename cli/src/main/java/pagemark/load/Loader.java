package pagemark.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Loads a file of JSON lines, one item a line, or a stream of items into the table of a listing.
///
/// 1. [LineSource] reads the lines, [ItemReader] checks each one before it is written. A wrong line
///    is reported and left out, and the load goes on.
/// 2. [Batch] collects 25 items of distinct keys. If two lines have one key, the later one wins.
/// 3. [InFlight] writes 4 batches at a time by [BatchWriter].
///
/// An empty line only counts as a line. Memory is bounded by the batches in flight, whatever the
/// size of the file.
public final class Loader {
  private final DynamoDbClient dynamo;
  private final Listing listing;
  private final LoadListener listener;
  private long loaded;
  private long failed;

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
      long bytes = Files.size(file);
      return load(new Source(lines, bytes), ItemReader.of(listing, table()));
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
    Progress progress = () -> new LoadCount(loaded, failed, loaded + failed, count);
    try (Batches batches = new Batches(progress)) {
      Iterator<Map<String, AttributeValue>> each = items.iterator();
      for (long number = 1; each.hasNext(); number++) {
        add(batches, new Batch.Numbered(number, each.next()), target);
      }
      batches.end();
    }
    return progress.count();
  }

  private void add(Batches batches, Batch.Numbered numbered, LoadTarget target) {
    try {
      batches.add(target.check(numbered.item()), numbered);
    } catch (LineException e) {
      fail(numbered.line(), e.reason());
    }
  }

  private record Source(LineSource lines, long bytes) {}

  /// How far the load is.
  private interface Progress {
    LoadCount count();
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

  private LoadCount load(Source source, ItemReader reader) throws IOException {
    Progress progress = () -> count(source);
    try (Batches batches = new Batches(progress)) {
      long number = 1;
      for (LineSource.@Nullable Line line = next(source, number);
          line != null;
          line = next(source, ++number)) {
        add(batches, new NumberedLine(number, line), reader);
      }
      batches.end();
    }
    return progress.count();
  }

  /// Fills batches and has them written.
  private final class Batches implements AutoCloseable {
    private final BatchWriter writer =
        new BatchWriter(dynamo, listing.definition().table(), Loader::pause);
    private final InFlight inFlight;
    private Batch batch = new Batch();

    Batches(Progress progress) {
      inFlight = new InFlight(done -> settle(done, progress));
    }

    void add(Map<String, AttributeValue> key, Batch.Numbered item) {
      batch.add(key, item);
      if (batch.isFull()) {
        inFlight.add(new BatchTask(writer, batch));
        batch = new Batch();
      }
    }

    void end() {
      if (batch.lines() > 0) {
        inFlight.add(new BatchTask(writer, batch));
      }
      inFlight.settleAll();
    }

    @Override
    public void close() {
      inFlight.close();
    }
  }

  private LineSource.@Nullable Line next(Source source, long number) {
    try {
      return source.lines().next();
    } catch (IOException e) {
      throw new LoadException(
          "the file cannot be read at line %d: %s".formatted(number, e.getMessage()), e);
    }
  }

  private record NumberedLine(long number, LineSource.Line line) {}

  private void add(Batches batches, NumberedLine numbered, ItemReader reader) {
    LineSource.Line line = numbered.line();
    try {
      if (line.tooLong()) {
        throw new LineException("is longer than 4 MB");
      }
      byte[] bytes = line.bytes().toArray();
      if (isBlank(bytes)) {
        return;
      }
      ItemReader.Read read = reader.item(bytes);
      batches.add(read.key(), new Batch.Numbered(numbered.number(), read.item()));
    } catch (LineException e) {
      fail(numbered.number(), e.reason());
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

  private void settle(BatchTask.Done done, Progress progress) {
    loaded += done.loaded();
    done.refused().forEach(refused -> fail(refused.line(), refused.reason()));
    listener.moved(progress.count());
  }

  private void fail(long line, String reason) {
    failed++;
    listener.failed(line, reason);
  }

  private LoadCount count(Source source) {
    return new LoadCount(loaded, failed, source.lines().bytesRead(), source.bytes());
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while loading", e);
    }
  }
}
