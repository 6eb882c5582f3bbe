package pagemark.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Loads a file of JSON lines, one item a line, into the table of a listing.
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

  /// Loads the file. It may be called once.
  ///
  /// @throws LoadException if the file cannot be read, or the table cannot be written
  public LoadCount load(Path file) {
    try (LineSource lines = LineSource.open(file)) {
      long bytes = Files.size(file);
      return load(new Source(lines, bytes), ItemReader.of(listing, describe()));
    } catch (NoSuchFileException e) {
      throw new LoadException("the file %s does not exist".formatted(file), e);
    } catch (IOException e) {
      throw new LoadException("the file %s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private record Source(LineSource lines, long bytes) {}

  private TableDescription describe() {
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
    BatchWriter writer = new BatchWriter(dynamo, listing.definition().table(), Loader::pause);
    try (InFlight inFlight = new InFlight(done -> settle(done, source))) {
      Batch batch = new Batch();
      long number = 1;
      for (LineSource.@Nullable Line line = next(source, number);
          line != null;
          line = next(source, ++number)) {
        add(batch, new NumberedLine(number, line), reader);
        if (batch.isFull()) {
          inFlight.add(new BatchTask(writer, batch));
          batch = new Batch();
        }
      }
      if (batch.lines() > 0) {
        inFlight.add(new BatchTask(writer, batch));
      }
      inFlight.settleAll();
    }
    return count(source);
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

  private void add(Batch batch, NumberedLine numbered, ItemReader reader) {
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
      batch.add(read.key(), new Batch.Numbered(numbered.number(), read.item()));
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

  private void settle(BatchTask.Done done, Source source) {
    loaded += done.loaded();
    done.refused().forEach(refused -> fail(refused.line(), refused.reason()));
    listener.moved(count(source));
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
