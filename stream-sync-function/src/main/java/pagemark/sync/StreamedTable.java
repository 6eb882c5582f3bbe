package pagemark.sync;

import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// A table that is listed, and the stream that an index follows it by.
///
/// @param name as listings write it
/// @param arn tells tables of one name apart
/// @param stream the ARN of its stream, a new one each time the stream is switched on
public record StreamedTable(String name, String arn, String stream) {
  /// The `eventSource` of a record that is handed to the function once more. Such a record proves
  /// nothing: its item is read from the table.
  public static final String REPLAY = "pagemark:replay";

  /// Whether the generation was built from this very table and follows its present stream. A table
  /// that was deleted and created again, and a stream that was switched off and on, have new ARNs.
  public boolean isFollowedBy(Generation generation) {
    return generation.table().equals(arn) && generation.stream().equals(stream);
  }

  /// The table as DynamoDB describes it.
  ///
  /// @throws IllegalStateException where it has no stream
  /// @throws software.amazon.awssdk.core.exception.SdkException where it cannot be described
  public static StreamedTable describe(DynamoDbClient dynamo, String name) {
    TableDescription table = dynamo.describeTable(request -> request.tableName(name)).table();
    if (table.latestStreamArn() == null) {
      throw new IllegalStateException("the table " + name + " has no stream");
    }
    return new StreamedTable(name, table.tableArn(), table.latestStreamArn());
  }
}
