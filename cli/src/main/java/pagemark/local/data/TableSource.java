package pagemark.local.data;

import java.net.URI;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedStream;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/// The clients for the listed table and for its stream.
///
/// @param streams the endpoint of DynamoDB Streams
/// @param where the place, for messages: `at` an endpoint, or `in` a region
public record TableSource(DynamoDbClient dynamo, URI streams, String where)
    implements AutoCloseable {
  /// The server of `database`, which closes the client.
  static TableSource of(LocalDatabase database) {
    URI endpoint = database.server().endpoint();
    return new TableSource(database.dynamo(), endpoint, "at " + endpoint);
  }

  /// A stream of the table, read with the client's credentials.
  public SignedStream stream(String arn) {
    DynamoDbServiceClientConfiguration client = dynamo.serviceClientConfiguration();
    return new SignedStream(
        new SignedCalls(
            UrlConnectionHttpClient.create(), client.credentialsProvider(), client.region().id()),
        streams,
        arn);
  }

  @Override
  public void close() {
    dynamo.close();
  }
}
