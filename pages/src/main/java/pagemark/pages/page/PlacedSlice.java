package pagemark.pages.page;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.pages.request.PageRequest;
import pagemark.pages.result.Page.Place;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A page of the index, with the place of what it was asked for. The page itself nearly always
/// tells that; if many items share a sort value, one more call counts those before its begin or
/// end. That call is some milliseconds later, so while items move the number of ties may be too
/// high or low by those that move just then.
///
/// @param asked as the index was asked for it
/// @param shown the same in the order of the request
/// @param moreCalls of the index, 0 or 1
record PlacedSlice(PageSlice asked, PageSlice shown, Optional<Place> place, int moreCalls) {
  /// @param query asks for the page
  /// @param sought empty if no place is asked for
  static PlacedSlice read(
      PageIndexReader reader, PageQuery query, PageRequest request, Optional<Sought> sought) {
    PageSlice asked = reader.page(query);
    PageSlice shown = request.isTurned() ? asked.reversed() : asked;
    Ranks ranks = new Ranks(reader, query, request.scope().order(), shown);
    Optional<Place> place = sought.flatMap(ranks::place);
    return new PlacedSlice(asked, shown, place, ranks.calls);
  }

  /// What a page was asked for with `at` or `item`, as boundaries in the order of the request.
  sealed interface Sought {
    /// A sort value, whether an item has it or not.
    record Value(Start.At at) implements Sought {}

    /// @param begin the boundary before the item
    /// @param begunBy the boundary before the items with its sort value; empty if it has none
    record Item(Position position, Position begin, Optional<Position> begunBy) implements Sought {
      static Item of(Scope scope, Position position) {
        boolean ascending = scope.order() == Order.ASCENDING;
        return new Item(
            position,
            ascending ? position : position.next(),
            begunBy(scope.positions(), position, ascending));
      }

      private static Optional<Position> begunBy(
          PositionCodec codec, Position position, boolean ascending) {
        if (codec.sortBytes(position).getFirst().isEmpty()) {
          return Optional.empty();
        }
        AttributeValue value = codec.sortValue(position);
        try {
          return Optional.of(ascending ? codec.before(value) : codec.behind(value));
        } catch (UnfitException e) {
          throw new IllegalArgumentException("a sort value of another type", e);
        }
      }
    }
  }

  private static final class Ranks {
    private final PageIndexReader reader;
    private final PageQuery query;
    private final Order order;
    private final PageSlice shown;
    private final List<Position> known;
    private int calls;

    Ranks(PageIndexReader reader, PageQuery query, Order order, PageSlice shown) {
      this.reader = reader;
      this.query = query;
      this.order = order;
      this.shown = shown;
      this.known = Stream.concat(shown.positions().stream(), shown.spares().stream()).toList();
    }

    Optional<Place> place(Sought sought) {
      return switch (sought) {
        case Sought.Value(var at) -> {
          long before = onPage(at.boundary());
          long end = onPage(at.end());
          boolean endsHere = end < shown.from() + known.size() || reachesEnd();
          long behind = endsHere ? end : counted(at.end());
          long most = Math.max(0, shown.total() - before);
          yield Optional.of(new Place.OfValue(before + 1, Math.clamp(behind - before, 0, most)));
        }
        case Sought.Item item when shown.positions().contains(item.position()) -> {
          long before = onPage(item.begin());
          OptionalLong ofValue =
              item.begunBy().stream().mapToLong(begin -> begin(begin, before) + 1).findFirst();
          yield Optional.of(new Place.OfItem(before + 1, ofValue));
        }
        case Sought.Item _ -> Optional.empty();
      };
    }

    private boolean reachesEnd() {
      return shown.from() + known.size() >= shown.total();
    }

    /// @param most how many items stand before the item
    private long begin(Position boundary, long most) {
      long before = onPage(boundary);
      boolean beginsHere = before > shown.from() || shown.from() == 0;
      return Math.min(most, beginsHere ? before : counted(boundary));
    }

    /// How many items stand before a boundary, if it lies on the page.
    private long onPage(Position boundary) {
      return shown.from() + known.stream().filter(each -> isBefore(each, boundary)).count();
    }

    private boolean isBefore(Position position, Position boundary) {
      int compared = position.compareTo(boundary);
      return order == Order.ASCENDING ? compared < 0 : compared >= 0;
    }

    /// How many items stand before a boundary, wherever it lies.
    private long counted(Position boundary) {
      calls++;
      return reader
          .page(
              new PageQuery(
                  query.group(),
                  query.cells(),
                  query.cells(),
                  query.layout(),
                  order,
                  query.window(),
                  new Anchor.Following(boundary),
                  1,
                  0))
          .from();
    }
  }
}
