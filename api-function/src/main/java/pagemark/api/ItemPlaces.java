package pagemark.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.api.FetchPlan.BatchGet;
import pagemark.index.Anchor;
import pagemark.key.Position;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Says where a page starts in the words of the index. Where an item stands is read from the table.
record ItemPlaces(TableReader table) {
  /// @param reads that it took
  record Place(Anchor anchor, List<TableRead> reads) {}

  /// @throws ProblemException where the item that is asked for is not in the group, selection or
  ///   window
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
      case Start.Item(var key, _) -> of(request, key);
    };
  }

  private Place of(PageRequest request, Map<String, AttributeValue> key) {
    Listing listing = request.listing();
    Pauses pauses = Pauses.system();
    List<TableRead> reads =
        new KeyReads(table, pauses)
            .read(listing, new BatchGet(List.of(key), 1, true), pauses.now(), _ -> false);
    Position position =
        reads.getLast().items().stream()
            .map(listing.definition()::indexable)
            .filter(place -> place instanceof Indexed in && isAskedFor(request, in))
            .map(place -> ((Indexed) place).entry().position())
            .filter(found -> isWithin(request.window(), found))
            .findFirst()
            .orElseThrow(ItemPlaces::noSuchItem);
    boolean ascending = request.order() == Order.ASCENDING;
    return new Place(around(request, ascending ? position : position.next()), reads);
  }

  /// @param boundary before the item that is wanted, in the order of the request
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
