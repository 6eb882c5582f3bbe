package pagemark.state;

import java.time.Instant;
import pagemark.listing.IndexDefinition;

/// One build of a listing's index, bound to its definition, the table and the stream.
///
/// @param id short, unique for all time, part of every key of the index; `[a-z0-9]{1,20}`
/// @param table the table's ARN
/// @param stream the stream's ARN
/// @param birth stream records older than this are no proof for it
public record Generation(
    String id,
    String listing,
    IndexDefinition definition,
    String table,
    String stream,
    Instant birth,
    State state) {

  public enum State {
    /// Followed by the sync side, not read yet.
    BUILDING,
    /// The one that readers use.
    SERVING,
    /// Replaced by a newer one; its index may be unlinked.
    RETIRED
  }

  public boolean isServing() {
    return state == State.SERVING;
  }

  public boolean isLive() {
    return state != State.RETIRED;
  }
}
