package pagemark.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// Where the listed table and its stream are read.
///
/// @param where for people: `at` an endpoint, or `in` a region
record TableSource(DynamoDbClient dynamo, DynamoDbStreamsClient streams, String where)
    implements AutoCloseable {
  /// The same server as the rest of `database`, which closes it.
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
