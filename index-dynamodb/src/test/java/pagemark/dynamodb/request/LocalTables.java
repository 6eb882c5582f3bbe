package pagemark.dynamodb.request;

import pagemark.dynamodb.request.Calls.ServerClock;
import pagemark.dynamodb.table.GenerationTables;
import pagemark.dynamodb.table.TableSettings;
import pagemark.state.LocalDynamo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Tables with a prefix of their own on the DynamoDB Local of this run.
public record LocalTables(DynamoDbClient client, TableNames names, ServerClock clock) {
  public static LocalTables create() {
    LocalDynamo dynamo = LocalDynamo.create();
    return new LocalTables(
        dynamo.client(), new TableNames(dynamo.table() + ".index"), new ServerClock());
  }

  public Calls calls() {
    return new Calls(() -> client, clock);
  }

  /// Nodes with a new table for a generation.
  public DynamoNodes nodes(String generation) {
    new GenerationTables(calls(), names, TableSettings.DEFAULT).create(generation);
    return new DynamoNodes(calls(), names);
  }
}
