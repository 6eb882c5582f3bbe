package pagemark.state;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.embedded.DynamoDbLocal;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Suspects in the state table pass the contract on DynamoDB Local.
final class SuspectItemsIT extends SuspectsContract {
  private static DynamoDbLocal server;
  private static DynamoDbClient dynamo;
  private static Suspects suspects;

  @BeforeAll
  static void start() {
    server = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
    dynamo =
        DynamoDbClient.builder()
            .endpointOverride(server.endpoint())
            .httpClient(UrlConnectionHttpClient.create())
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build();
    dynamo.createTable(StateTable.creation("pagemark-state"));
    suspects = new SuspectItems(dynamo, "pagemark-state");
  }

  @AfterAll
  static void stop() {
    dynamo.close();
    server.close();
  }

  @Override
  protected Suspects suspects() {
    return suspects;
  }
}
