package pagemark.pages.page;

import java.util.Optional;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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
