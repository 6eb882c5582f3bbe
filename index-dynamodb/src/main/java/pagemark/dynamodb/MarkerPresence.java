package pagemark.dynamodb;

import java.util.function.Predicate;
import pagemark.dynamodb.table.MarkerItem;

/// Whether a generation has a marker, by a consistent read.
record MarkerPresence(MarkerItem marker) implements Predicate<String> {
  @Override
  public boolean test(String generation) {
    return marker.state(generation).isPresent();
  }
}
