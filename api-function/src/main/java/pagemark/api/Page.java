package pagemark.api;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.api.Start.Counted;
import pagemark.index.IndexException;
import pagemark.state.Suspect;

/// A page, as [Answer] writes it.
///
/// @param total how many items match in the group or window, at the moment of the page; null if the
///   page was read without the index
/// @param exact false if the index may differ from the table; true if the page was read without it
/// @param place where the page starts, by count; null at a cursor
/// @param ends the points that the cursors continue from
/// @param suspects the index entries that the items read contradict
/// @param unindexed why the page was read without the index; null if it was read with it
record Page(
    PageRequest request,
    @Nullable Long total,
    boolean exact,
    @Nullable Counted place,
    Ends ends,
    FetchedItems checked,
    Spent spent,
    List<Suspect> suspects,
    @Nullable IndexException unindexed) {
  Page {
    suspects = List.copyOf(suspects);
  }

  /// The points that the cursors continue from; null if there are no items on that side.
  record Ends(@Nullable CursorPoint before, @Nullable CursorPoint after) {}

  /// The calls and the time that a page took.
  ///
  /// @param indexCalls how many calls of the index
  /// @param indexTime the time of these calls and of the generation's look-up
  /// @param tableTime the time of reading the items
  record Spent(int indexCalls, Duration indexTime, Duration tableTime) {}
}
