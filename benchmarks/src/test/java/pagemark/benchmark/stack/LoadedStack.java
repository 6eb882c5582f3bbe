package pagemark.benchmark.stack;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Stream;
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
    DYNAMODB("DynamoDB");

    final String title;

    Kind(String title) {
      this.title = title;
    }
  }

  private final LocalStack stack;
  private final Listings listings;

  private LoadedStack(LocalStack stack, Listings listings) {
    this.stack = stack;
    this.listings = listings;
  }

  /// @param items the table's, each with another key
  static LoadedStack start(Kind kind, Listings listings, Stream<Map<String, AttributeValue>> items)
      throws Exception {
    String index = kind == Kind.DYNAMODB ? "dynamodb:" : null;
    LocalOptions options = new LocalOptions(0, 0, 0, index, listings, 0);
    LocalStack stack = LocalStack.start(options, _ -> {});
    new BatchWriter(stack.client(), stack.table(), Sleeper.THREAD::sleep).writeAll(items, 4);
    if (!stack.await(CATCH_UP_MAX).isCaughtUp()) {
      throw new IllegalStateException("the index did not catch up");
    }
    return new LoadedStack(stack, listings);
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
  public void close() {
    stack.close();
  }
}
