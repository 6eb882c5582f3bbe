package pagemark.local;

import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// The listed table, opened.
///
/// @param isFollowed false where it has no stream to follow, so that pages show a snapshot of it
/// @param isReadOnly whether it is somebody's existing table, which nothing is written to
record ListedTable(
    TableSource source, StreamedTable identity, boolean isFollowed, boolean isReadOnly) {
  /// The stack's own, created where it is missing.
  static ListedTable created(LocalDatabase database, CreateTableRequest design) {
    TableDescription table = database.createStreamed(design);
    return new ListedTable(
        TableSource.of(database),
        new StreamedTable(table.tableName(), table.tableArn(), table.latestStreamArn()),
        true,
        false);
  }
}
