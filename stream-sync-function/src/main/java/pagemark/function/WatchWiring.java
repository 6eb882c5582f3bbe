package pagemark.function;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import pagemark.listing.json.Listings;
import pagemark.services.Services;
import pagemark.state.Generation;
import pagemark.state.StateTable;
import pagemark.state.writer.Writers;
import pagemark.sync.StreamedTable;
import pagemark.watch.EventSink;
import pagemark.watch.StreamWatch;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Makes the watch of a stream. It has no part in the index, so its function knows no index URL.
///
/// @param dynamo describes the table
/// @param table the name of the followed table
/// @param stream the ARN of its stream
public record WatchWiring(
    Listings listings,
    DynamoDbClient dynamo,
    StateTable state,
    String table,
    String stream,
    InstantSource clock) {
  /// The wiring of a deployed function.
  ///
  /// @param environment `STATE_TABLE_NAME`, `TABLE_NAME`, `STREAM_ARN`, and where the listings are,
  ///   as in [Services#of]
  /// @throws IllegalArgumentException if a variable is missing, or no listing names the table
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  static WatchWiring of(Map<String, String> environment) {
    DynamoDbClient dynamo = Wiring.dynamo();
    Listings listings = Services.listings(environment);
    String table = Services.required(environment, "TABLE_NAME");
    listings.requireOf(table);
    return new WatchWiring(
        listings,
        dynamo,
        new StateTable(dynamo, Services.required(environment, "STATE_TABLE_NAME")),
        table,
        Services.required(environment, "STREAM_ARN"),
        InstantSource.system());
  }

  /// The watch of the stream.
  ///
  /// @param sink takes records that are delivered again
  /// @param log takes a line for each mark
  public StreamWatch watch(WatchedStream records, EventSink sink, Consumer<String> log) {
    return new StreamWatch(
        new StreamWatch.Ports(
            this::live,
            () -> StreamedTable.describe(dynamo, table),
            state,
            Writers.of(state),
            records,
            sink,
            clock),
        stream,
        log);
  }

  private List<Generation> live() {
    return listings.of(table).stream()
        .flatMap(listing -> state.live(listing.name()).stream())
        .toList();
  }
}
