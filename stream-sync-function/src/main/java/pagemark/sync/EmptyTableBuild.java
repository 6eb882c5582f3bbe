package pagemark.sync;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.GenerationId;
import pagemark.state.Generations;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The quick rebuild of an empty table: its index is complete as soon as all slots are marked
/// READY. It runs before the stream is consumed, at the start of a local stack.
///
/// A generation that is registered but not complete receives the stream, but no reader sees it. A
/// rebuild replaces it.
///
/// @param index a writer of the store that holds `markers`; its clock gives a generation's birth
public record EmptyTableBuild(
    DynamoDbClient dynamo, Generations generations, Markers markers, PageIndexWriter index) {
  /// Gives a listing of an empty table a complete generation.
  ///
  /// @return why it needs a rebuild that reads the table instead; empty if it does not
  /// @throws pagemark.index.IndexException.Unavailable if the index cannot be read or marked
  /// @throws software.amazon.awssdk.core.exception.SdkException if DynamoDB cannot be reached
  public Optional<String> ensure(Listing listing, StreamedTable table) {
    return table
        .whyNot(listing.name())
        .or(() -> whyNotEmpty(listing, table))
        .or(() -> build(listing, table));
  }

  /// Reads on after an empty page, because it need not be the last one.
  private Optional<String> whyNotEmpty(Listing listing, StreamedTable table) {
    return dynamo
        .scanPaginator(scan -> scan.tableName(table.name()).consistentRead(true).limit(1))
        .items()
        .stream()
        .findFirst()
        .map(
            _ ->
                "the table %s is not empty, and the listing %s has no complete index of it"
                    .formatted(table.name(), listing.name()));
  }

  /// Looks at the table again after the slots are marked: from then on every write comes as a
  /// record.
  private Optional<String> build(Listing listing, StreamedTable table) {
    Generation generation = generation(listing, table);
    generations.register(generation);
    String nonce = UUID.randomUUID().toString();
    markers.building(generation.id(), nonce, generation.birth());
    Optional<String> written = whyNotEmpty(listing, table);
    if (written.isPresent()) {
      return written;
    }
    int lost = markers.ready(generation.id(), nonce);
    if (lost > 0) {
      return Optional.of(
          "%d slots of the index were lost, or taken by another rebuild".formatted(lost));
    }
    generations.serve(listing.name(), generation.id());
    return Optional.empty();
  }

  /// If nobody has consumed the stream into an index of the listing yet, no record is too old.
  private Generation generation(Listing listing, StreamedTable table) {
    boolean isFirst = generations.live(listing.name()).isEmpty();
    return new Generation(
        GenerationId.next(index.time()),
        listing.name(),
        listing.definition(),
        table.arn(),
        table.stream(),
        isFirst ? Instant.EPOCH : index.time(),
        Generation.State.BUILDING);
  }
}
