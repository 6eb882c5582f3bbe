package pagemark.dynamodb;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import pagemark.dynamodb.table.MarkerItem;
import pagemark.dynamodb.table.MarkerItem.Mark;

/// Reads the marker of a generation, consistently: whether it is READY, and its key format.
record MarkerLook(MarkerItem marker)
    implements Predicate<String>, Function<String, Optional<Integer>> {
  @Override
  public boolean test(String generation) {
    return marker.mark(generation).filter(Mark::isReady).isPresent();
  }

  /// @return empty if the generation has no marker
  @Override
  public Optional<Integer> apply(String generation) {
    return marker.mark(generation).map(Mark::format);
  }
}
