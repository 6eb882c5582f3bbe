package pagemark.local.data;

import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// The listed table, opened.
///
/// @param isFollowed false if the table has no stream to follow, so that pages show a snapshot
/// @param isReadOnly whether it is an existing table that the stack must not write to
public record ListedTable(
    TableSource source, StreamedTable identity, boolean isFollowed, boolean isReadOnly) {
  /// The table that the stack owns; it is created if it is missing.
  public static ListedTable created(LocalDatabase database, CreateTableRequest design) {
    TableDescription table = database.createStreamed(design);
    return new ListedTable(
        TableSource.of(database), StreamedTable.of(table.tableName(), table), true, false);
  }
}
