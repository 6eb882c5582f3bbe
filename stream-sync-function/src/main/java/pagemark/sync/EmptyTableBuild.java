package pagemark.sync;

import java.time.Instant;
import java.util.UUID;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.Generations;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Gives a listing of an empty table a complete index: all of its slots are READY. It runs before
/// the stream is consumed, at the start of a local stack, so that no record is too old for the new
/// generation. After a [pagemark.rebuild.Rebuild], each record of the first minutes would cost a
/// read of the table.
///
/// @param index a writer of the store that holds `markers`; its clock gives a generation's birth
public record EmptyTableBuild(
    DynamoDbClient dynamo, Generations generations, Markers markers, PageIndexWriter index) {
  /// If nobody has consumed the stream into an index of the listing yet, no record is too old.
  ///
  /// Looks at the table again after the slots are marked: from then on every write comes as a
  /// record.
  ///
  /// @return whether the index is complete; if not, it needs a rebuild
  public boolean ensure(Listing listing, StreamedTable table) {
    if (table.whyNot(listing.name()).isPresent() || !isEmpty(table)) {
      return false;
    }
    boolean isFirst = generations.live(listing.name()).isEmpty();
    Instant now = index.time();
    Generation generation = table.begun(listing, now, isFirst ? Instant.EPOCH : now);
    generations.register(generation);
    String nonce = UUID.randomUUID().toString();
    markers.building(generation.id(), nonce, generation.birth());
    if (!isEmpty(table) || markers.ready(generation.id(), nonce) > 0) {
      return false;
    }
    generations.serve(listing.name(), generation.id());
    return true;
  }

  /// Reads on after an empty page, because it need not be the last one.
  private boolean isEmpty(StreamedTable table) {
    return dynamo
        .scanPaginator(scan -> scan.tableName(table.name()).consistentRead(true).limit(1))
        .items()
        .stream()
        .findFirst()
        .isEmpty();
  }
}
