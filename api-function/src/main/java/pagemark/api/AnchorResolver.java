package pagemark.api;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.api.FetchPlan.BatchGet;
import pagemark.index.Anchor;
import pagemark.key.Position;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/// Turns the start of a page into an anchor, which the index understands. For `item` it reads the
/// item from the table, consistently, to learn its position; that costs one round trip, and more if
/// the key is throttled. All other starts cost nothing.
record AnchorResolver(TableReader table, Pauses pauses) {
  private static final String SORT_KEY_FORM =
      "1 to 2048 bytes in the table's partition key, at most 1024 bytes in the table's sort key";

  /// @param reads the reads of the table that it took, one for each round trip
  record Place(Anchor anchor, List<TableRead> reads) {}

  /// @throws ProblemException if the item is not in the group, selection or window
  Place of(PageRequest request) {
    return switch (request.start()) {
      case Start.Counted counted ->
          new Place(new Anchor.Rank(counted.from(request.size())), List.of());
      case Start.Cursor(var point, _) when point.forward() ->
          new Place(new Anchor.Following(point.boundary()), List.of());
      case Start.Cursor(var point, _) ->
          new Place(new Anchor.Preceding(point.boundary()), List.of());
      case Start.Newest() -> new Place(new Anchor.Last(), List.of());
      case Start.At(var boundary, _) -> new Place(around(request, boundary), List.of());
      case Start.Item item -> of(request, item);
    };
  }

  private Place of(PageRequest request, Start.Item item) {
    Listing listing = request.listing();
    List<TableRead> reads = read(listing, item);
    Position position =
        reads.getLast().items().stream()
            .map(listing.definition()::indexable)
            .filter(place -> place instanceof Indexed in && isAskedFor(request, in))
            .map(place -> ((Indexed) place).entry().position())
            .filter(found -> isWithin(request.window(), found))
            .findFirst()
            .orElseThrow(AnchorResolver::noSuchItem);
    boolean ascending = request.order() == Order.ASCENDING;
    return new Place(around(request, ascending ? position : position.next()), reads);
  }

  /// Reads the item. DynamoDB refuses a sort key of more than 1,024 bytes, and the caller is then
  /// told so. This cannot be checked earlier: a listing does not say which attribute of the key is
  /// the table's sort key, and a partition key may be longer.
  private List<TableRead> read(Listing listing, Start.Item item) {
    BatchGet get = new BatchGet(List.of(item.key()), 1, true);
    try {
      return new KeyReads(table, pauses).read(listing, get, pauses.now(), _ -> false);
    } catch (DynamoDbException e) {
      throw Optional.of(item)
          .filter(_ -> isRefusedKey(e))
          .flatMap(Start.Item::longText)
          .<RuntimeException>map(text -> Parameters.refusal("item", text, SORT_KEY_FORM))
          .orElse(e);
    }
  }

  private static boolean isRefusedKey(DynamoDbException e) {
    return e.awsErrorDetails() != null
        && "ValidationException".equals(e.awsErrorDetails().errorCode());
  }

  /// The anchor of the page that holds an item.
  ///
  /// @param boundary the boundary before the wanted item, in the order of the request
  private static Anchor around(PageRequest request, Position boundary) {
    return new Anchor.Around(
        boundary, !request.isCountedUp() || request.order() == Order.ASCENDING);
  }

  private static boolean isAskedFor(PageRequest request, Indexed place) {
    return place.group().equals(request.group()) && request.selection().holds(place.entry().cell());
  }

  private static boolean isWithin(@Nullable SortWindow window, Position position) {
    return window == null || window.holds(position);
  }

  private static ProblemException noSuchItem() {
    return new ProblemException(
        Problem.notFound(
            "there is no such item in this group, or not in this window and under these filters"));
  }
}
