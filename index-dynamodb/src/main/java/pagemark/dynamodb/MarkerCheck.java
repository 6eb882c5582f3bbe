package pagemark.dynamodb;

import java.util.Set;
import java.util.function.Predicate;
import pagemark.dynamodb.table.MarkerItem;
import pagemark.index.Markers.State;

/// Whether the marker of a generation has one of some states, by a consistent read.
record MarkerCheck(MarkerItem marker, Set<State> states) implements Predicate<String> {
  @Override
  public boolean test(String generation) {
    return marker.state(generation).filter(states::contains).isPresent();
  }
}
