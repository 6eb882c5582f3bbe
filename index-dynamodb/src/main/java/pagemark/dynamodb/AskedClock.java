package pagemark.dynamodb;

import java.time.Instant;
import java.time.InstantSource;
import pagemark.dynamodb.request.ServerClock;
import pagemark.dynamodb.table.MarkerItem;

/// DynamoDB's clock, which is asked each time. That costs a read of a marker that is not there.
record AskedClock(MarkerItem marker, ServerClock clock) implements InstantSource {
  /// A generation that no rebuild makes, so its table is missing. The name is as long as others,
  /// because functions may only read tables whose names have that length.
  private static final String NO_GENERATION = "store-time";

  @Override
  public Instant instant() {
    marker.state(NO_GENERATION);
    return clock.instant();
  }
}
