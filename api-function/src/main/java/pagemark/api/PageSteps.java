package pagemark.api;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Order;

/// The steps from a page to other pages, in the order of its request. With `numbering=stable` and
/// descending order, `next` leads to the page with the next smaller number.
///
/// @param place null if it is unknown, as at a cursor
record PageSteps(PageRequest request, Start.@Nullable Counted place) {
  private boolean isDownward() {
    return request.numbering() == Numbering.STABLE && request.order() == Order.DESCENDING;
  }

  private Start.Counted begin() {
    return place == null ? new Start.Numbered(1) : place.first();
  }

  Start first() {
    return isDownward() ? new Start.Newest() : begin();
  }

  Start last(long total) {
    Start.Counted any = place == null ? begin() : place;
    return isDownward() ? begin() : any.last(request.size(), total);
  }

  Optional<Start.Counted> prev(long total) {
    return isDownward() ? upward(total) : downward();
  }

  Optional<Start.Counted> next(long total) {
    return isDownward() ? downward() : upward(total);
  }

  private Optional<Start.Counted> upward(long total) {
    int size = request.size();
    return Optional.ofNullable(place)
        .filter(known -> known.from(size) + size < total)
        .map(known -> known.next(size));
  }

  private Optional<Start.Counted> downward() {
    return Optional.ofNullable(place).flatMap(known -> known.prev(request.size()));
  }
}
