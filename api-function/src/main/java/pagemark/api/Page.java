package pagemark.api;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.api.Start.Counted;
import pagemark.index.IndexException;
import pagemark.state.Suspect;

/// A page as it is answered.
///
/// @param total items of the whole group or window, of the same moment as the page; null where it
///   was read without the index
/// @param exact whether the index that it was read from is known to hold what the table holds; true
///   if it was read without the index
/// @param place where the page was found to start, by count; null at a cursor
/// @param ends where cursors go on from
/// @param suspects entries that the items read speak against
/// @param unindexed why it was read without the index; null where it was not
record Page(
    PageRequest request,
    @Nullable Long total,
    boolean exact,
    @Nullable Counted place,
    Ends ends,
    Checked checked,
    Spent spent,
    List<Suspect> suspects,
    @Nullable IndexException unindexed) {
  Page {
    suspects = List.copyOf(suspects);
  }

  /// Where the items before and after a page end and begin; null where there are none.
  record Ends(@Nullable CursorPoint before, @Nullable CursorPoint after) {}

  /// What the page took.
  ///
  /// @param indexCalls calls of the index
  /// @param indexTime what they took, with the generation's look-up
  /// @param tableTime what reading the items took
  record Spent(int indexCalls, Duration indexTime, Duration tableTime) {}
}
