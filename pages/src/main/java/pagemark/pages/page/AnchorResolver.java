package pagemark.pages.page;

import java.util.List;
import java.util.Optional;
import pagemark.entry.Entry;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.error.PagesException.UnknownItem;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.KeyReads;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.TableRead;
import pagemark.pages.table.TableReader;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/// Turns the start of a page into an anchor, which the index understands. For `item` it reads the
/// item from the table, consistently, to learn its position; that costs one round trip, and more if
/// the key is throttled. All other starts cost nothing.
record AnchorResolver(TableReader table, Pauses pauses) {
  private static final String SORT_KEY_FORM =
      "1 to 2048 bytes in the table's partition key, at most 1024 bytes in the table's sort key";

  /// @param reads the reads of the table that it took, one for each round trip
  record Resolved(Anchor anchor, List<TableRead> reads) {}

  /// @throws UnknownItem if the item is not in the group, selection or window, or has expired
  Resolved of(PageRequest request) {
    return switch (request.start()) {
      case Start.Counted counted ->
          new Resolved(new Anchor.Rank(counted.from(request.scope().size())), List.of());
      case Start.Cursor(var point, _) when point.forward() ->
          new Resolved(new Anchor.Following(point.boundary()), List.of());
      case Start.Cursor(var point, _) ->
          new Resolved(new Anchor.Preceding(point.boundary()), List.of());
      case Start.Newest() -> new Resolved(new Anchor.Last(), List.of());
      case Start.At(var boundary, _) -> new Resolved(around(request, boundary), List.of());
      case Start.Item item -> of(request, item);
    };
  }

  private Resolved of(PageRequest request, Start.Item item) {
    Scope scope = request.scope();
    List<TableRead> reads = read(scope.listing(), item);
    Position position =
        reads.getLast().items().stream()
            .filter(found -> !scope.isExpired(found, pauses.now()))
            .flatMap(found -> scope.entry(found).stream())
            .map(Entry::position)
            .filter(scope::isWithin)
            .findFirst()
            .orElseThrow(UnknownItem::new);
    boolean ascending = scope.order() == Order.ASCENDING;
    return new Resolved(around(request, ascending ? position : position.next()), reads);
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
          .<RuntimeException>map(text -> new InvalidParameter("item", text, SORT_KEY_FORM))
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
    return new Anchor.Around(boundary, !request.isTurned());
  }
}
