package pagemark.cli;

import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import pagemark.function.FunctionParts;
import pagemark.index.IndexStore;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.state.writer.WriterItems;
import pagemark.state.writer.Writers;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// A listing, with the clients and the store that a command needs to work on its index.
record IndexedListing(
    Listing listing,
    StreamedTable table,
    DynamoDbClient dynamo,
    String stateTable,
    IndexStore index)
    implements AutoCloseable {
  /// The services as the functions take them.
  FunctionParts parts() {
    Listings one = new Listings(new TreeMap<>(Map.of(listing.name(), listing)));
    return new FunctionParts(table.name(), one, dynamo, stateTable, index, InstantSource.system());
  }

  Writers writers() {
    return new WriterItems(dynamo, stateTable);
  }

  @Override
  public void close() {
    index.close();
    dynamo.close();
  }
}
