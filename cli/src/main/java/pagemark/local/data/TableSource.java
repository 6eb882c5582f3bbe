package pagemark.local.data;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// The clients that read the listed table and its stream.
///
/// @param where the place, for messages: `at` an endpoint, or `in` a region
public record TableSource(DynamoDbClient dynamo, DynamoDbStreamsClient streams, String where)
    implements AutoCloseable {
  /// The server of `database`, which closes the clients.
  static TableSource of(LocalDatabase database) {
    return new TableSource(
        database.dynamo(), database.streams(), "at " + database.server().endpoint());
  }

  @Override
  public void close() {
    streams.close();
    dynamo.close();
  }
}
