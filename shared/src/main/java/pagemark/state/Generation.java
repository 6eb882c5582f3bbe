package pagemark.state;

import java.time.Instant;
import java.util.Set;
import pagemark.listing.IndexDefinition;

/// One build of a listing's index, bound to its definition, the table and the stream.
///
/// @param id short, unique for all time, part of every key of the index; `[a-z0-9]{1,20}`
/// @param table the table's ARN
/// @param stream the stream's ARN
/// @param birth stream records older than this are no proof for it
/// @param inexact why it may differ from the table; at most one mark of each cause
/// @param suspended whether the table has another stream by now, which this generation does not
///   follow: it is as it was, and nobody may be shown it
public record Generation(
    String id,
    String listing,
    IndexDefinition definition,
    String table,
    String stream,
    Instant birth,
    State state,
    Set<Inexact> inexact,
    boolean suspended) {
  public Generation {
    inexact = Set.copyOf(inexact);
  }

  /// A generation without a mark.
  public Generation(
      String id,
      String listing,
      IndexDefinition definition,
      String table,
      String stream,
      Instant birth,
      State state) {
    this(id, listing, definition, table, stream, birth, state, Set.of(), false);
  }

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

  /// Whether its index is known to hold what the table holds.
  public boolean isExact() {
    return inexact.isEmpty();
  }

  /// Whether readers may be shown it: it serves, follows the table, and its bytes are known.
  public boolean isShown() {
    return isServing() && !suspended && definition.isOfThisFormat();
  }

  public boolean isLive() {
    return state != State.RETIRED;
  }
}
