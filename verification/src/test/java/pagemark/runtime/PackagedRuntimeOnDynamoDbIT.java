package pagemark.runtime;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// The functions that are packaged for DynamoDB, with their index in the DynamoDB Local that has
/// their table, each restored from a snapshot.
@Nightly
@TakesLong(nightly = 30)
final class PackagedRuntimeOnDynamoDbIT extends PackagedRuntimeContract {
  private static final String PREFIX = "pagemark-index-";
  private static final String LEFT = PREFIX + "tk3x9f0abc";
  private static final String OTHERS = PREFIX + "tk3x9f0abc-tk3x9f0abc";

  private Set<String> tables = Set.of();

  @Override
  AwsSide aws() {
    return AwsSide.local();
  }

  @Override
  IndexSide index() {
    return IndexSide.dynamoDb();
  }

  @Override
  FunctionProcess start(FunctionProcess.Start start) throws Exception {
    return restored(start);
  }

  /// A table of the index that no generation names, and one of a stack with a longer name.
  @Override
  void leaveData(DynamoDbClient dynamo) {
    List<String> before = dynamo.listTables().tableNames();
    String index = before.stream().filter(table -> table.startsWith(PREFIX)).findFirst().get();
    TableDescription serving = dynamo.describeTable(d -> d.tableName(index)).table();
    for (String table : List.of(LEFT, OTHERS)) {
      dynamo.createTable(
          c ->
              c.tableName(table)
                  .keySchema(serving.keySchema())
                  .attributeDefinitions(serving.attributeDefinitions())
                  .billingMode(BillingMode.PAY_PER_REQUEST));
    }
    tables = Stream.concat(before.stream(), Stream.of(OTHERS)).collect(toSet());
  }

  @Override
  void assertDataRemoved(DynamoDbClient dynamo) {
    assertEquals(tables, Set.copyOf(dynamo.listTables().tableNames()));
  }
}
