package pagemark.benchmark.stack;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.benchmark.measure.Turns;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStores;
import pagemark.listing.json.Listings;
import pagemark.load.BatchWriter;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.repair.Sleeper;
import pagemark.services.Services;
import pagemark.state.StateTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The whole stack with items that all came through the stream.
final class LoadedStack implements AutoCloseable {
  private static final Duration CATCH_UP_MAX = Duration.ofMinutes(30);

  /// Where an index is kept.
  enum Kind {
    REDIS("Redis"),
    DYNAMODB("DynamoDB"),
    SQLITE("SQLite");

    final String title;

    Kind(String title) {
      this.title = title;
    }

    private @Nullable String url(Path folder) {
      return switch (this) {
        case REDIS -> null;
        case DYNAMODB -> "dynamodb:";
        case SQLITE -> "jdbc:sqlite:" + folder.resolve("index.db");
      };
    }
  }

  private final LocalStack stack;
  private final Listings listings;
  private final Path folder;
  private final double loadSeconds;

  private LoadedStack(LocalStack stack, Listings listings, Path folder, double loadSeconds) {
    this.stack = stack;
    this.listings = listings;
    this.folder = folder;
    this.loadSeconds = loadSeconds;
  }

  /// @param items the table's, each with another key
  static LoadedStack start(Kind kind, Listings listings, Stream<Map<String, AttributeValue>> items)
      throws Exception {
    Path folder = Files.createTempDirectory("pagemark");
    LocalOptions options = new LocalOptions(0, 0, 0, kind.url(folder), listings, 0);
    LocalStack stack = LocalStack.start(options, _ -> {});
    double millis =
        Turns.millis(
            () -> {
              new BatchWriter(stack.client(), stack.table(), Sleeper.THREAD::sleep)
                  .writeAll(items, 4);
              if (!stack.await(CATCH_UP_MAX).isCaughtUp()) {
                throw new IllegalStateException("the index did not catch up");
              }
            });
    return new LoadedStack(stack, listings, folder, millis / 1e3);
  }

  /// Seconds from the first write to the last entry in the index.
  double loadSeconds() {
    return loadSeconds;
  }

  URI url() {
    return stack.url();
  }

  DynamoDbClient dynamo() {
    return stack.client();
  }

  /// What a function works with.
  Services services() {
    return new Services(
        listings,
        stack.client(),
        new StateTable(stack.client(), StateTable.DEFAULT_NAME),
        IndexStores.open(stack.index(), IndexSettings.DEFAULT),
        InstantSource.system());
  }

  @Override
  public void close() throws IOException {
    stack.close();
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : all) {
        Files.delete(file);
      }
    }
  }
}
