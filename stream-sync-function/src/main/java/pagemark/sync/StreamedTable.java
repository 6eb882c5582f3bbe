package pagemark.sync;

import java.util.Objects;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// A listed table and its stream.
///
/// @param name the table's name in the listings
/// @param arn the table's ARN
/// @param stream the ARN of its stream, which is new each time the stream is switched on
/// @param items about how many items it has; DynamoDB counts them every six hours
/// @param bytes about how long they are together
public record StreamedTable(String name, String arn, String stream, long items, long bytes) {
  /// The `eventSource` of a record that the watch delivers again. Such a record is no proof; a
  /// repair reads its item from the table.
  public static final String REPLAY = "pagemark:replay";

  /// A table of which nobody needs to know the size.
  public StreamedTable(String name, String arn, String stream) {
    this(name, arn, stream, 0, 0);
  }

  /// Whether the generation was built from this table and follows its present stream. A table that
  /// was deleted and created again has a new ARN, and so has a stream that was switched off and on.
  public boolean isFollowedBy(Generation generation) {
    return generation.table().equals(arn) && generation.stream().equals(stream);
  }

  /// Describes the table with one call to DynamoDB.
  ///
  /// @throws IllegalStateException if it has no stream
  /// @throws software.amazon.awssdk.core.exception.SdkException if it cannot be described
  public static StreamedTable describe(DynamoDbClient dynamo, String name) {
    TableDescription table = dynamo.describeTable(request -> request.tableName(name)).table();
    if (table.latestStreamArn() == null) {
      throw new IllegalStateException("the table " + name + " has no stream");
    }
    return new StreamedTable(
        name,
        table.tableArn(),
        table.latestStreamArn(),
        Objects.requireNonNullElse(table.itemCount(), 0L),
        Objects.requireNonNullElse(table.tableSizeBytes(), 0L));
  }
}
