package pagemark.list;

import java.time.Instant;

/// One build of a list's index. The source keeps which one serves, where it keeps its own settings:
/// an index that may be lost cannot say so itself.
///
/// @param id 1 to 40 letters, digits, `_` and `-`, never used before
/// @param birth when it began. Changes from before do not count for it: its rows have them.
///   [Instant#EPOCH] if no change from before can come, as from a log that begins at a snapshot;
///   then none is doubtful because of it
public record ListGeneration(String id, Instant birth) {
  public ListGeneration {
    ListDefinition.checkName("generation", id);
  }
}
