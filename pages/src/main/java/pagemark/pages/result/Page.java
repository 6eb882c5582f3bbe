package pagemark.pages.result;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A page of items.
///
/// @param scope what is paged through
/// @param start where the page starts, as it was asked for
/// @param items in the scope's order, at most [Scope#size], with the attributes that [Scope#shown]
///   says, in its order or the listing's; by name if the listing shows all. Of keys, nobody has
///   looked whether the table has the items
/// @param total how many items match in the group or window, at the moment of the page; empty if
///   the page was read without the index
/// @param exact false if the index may differ from the table
/// @param omitted how many items the page lacks, because more of them were deleted or have moved
///   since the index learned of them than it had spare ones; nearly always 0
/// @param before how many items the index counts before the page: with `numbering=stable` from the
///   smallest sort value, at a cursor always in the page's order; empty if it was not asked
/// @param place the place of the sort value or item that the page was asked for; empty at other
///   starts, without the index, and if the index does not have the item
/// @param untilExpiry how long it takes until the first of the page's items expires; empty if none
///   ever does
/// @param fit whether the items fit into the room of the question
/// @param diagnosis what was wrong while the page was read
public record Page(
    Scope scope,
    Start start,
    List<Map<String, AttributeValue>> items,
    OptionalLong total,
    boolean exact,
    int omitted,
    OptionalLong before,
    Optional<Place> place,
    Ends ends,
    Optional<Duration> untilExpiry,
    Fit fit,
    Cost cost,
    Diagnosis diagnosis) {
  public Page {
    items = List.copyOf(items);
  }

  /// A place among all items that match in the group or window, in the order in which they are
  /// shown.
  public sealed interface Place {
    /// @param rank the place of the first item with the sort value, counted from 1; if there is
    ///   none, the place that it would take
    /// @param ties how many items have the sort value; of a sort with several parts, as their first
    record OfValue(long rank, long ties) implements Place {}

    /// @param rank the item's place, counted from 1
    /// @param rankOfValue the place of the first item with its sort value; empty if it has none
    record OfItem(long rank, OptionalLong rankOfValue) implements Place {}
  }

  /// Where the neighbouring pages continue, by what they show rather than by a number. A cursor
  /// lasts 7 days, for the same scope. There are none without [pagemark.pages.cursor.CursorKeys].
  ///
  /// @param isFirst whether there are no items before the page
  /// @param isLast whether there are no items after the page
  /// @param before where the page before this one ends
  /// @param after where the page after this one begins
  public record Ends(
      boolean isFirst,
      boolean isLast,
      Optional<Start.Cursor> before,
      Optional<Start.Cursor> after) {}

  /// Whether the page's items fit into the [pagemark.pages.scope.Room] of the question.
  public sealed interface Fit {
    Fit WHOLE = new Whole();

    /// All are shown.
    record Whole() implements Fit {}

    /// Only some are shown; the page is at a cursor. Its ends continue where the shown ones end.
    record Cut() implements Fit {}

    /// None is shown. A counted page cannot be cut: the page after it would begin too late, or the
    /// one before it would end too early.
    ///
    /// @param fitting how many fit together, from the first one on; 0 if one alone is too large
    /// @param begin a page that begins where this one does, or behind the item that is too large;
    ///   empty without [pagemark.pages.cursor.CursorKeys]
    /// @param end a page that ends where this one does, or before that item
    record Apart(int fitting, Optional<Start.Cursor> begin, Optional<Start.Cursor> end)
        implements Fit {}
  }

  /// What was wrong while the page was read, for logs. The page is right nevertheless.
  ///
  /// @param indexFailure why the page was read without the index; empty if it was read with it
  /// @param suspects how many entries of the index the items contradict
  /// @param filed how many of them were filed for repair
  /// @param filingFailure why no more were filed; empty if filing did not fail
  public record Diagnosis(
      Optional<RuntimeException> indexFailure,
      int suspects,
      int filed,
      Optional<RuntimeException> filingFailure) {
    public static final Diagnosis NONE = new Diagnosis(Optional.empty(), 0, 0, Optional.empty());
  }

  /// How many pages there are; empty if the total is unknown.
  public OptionalLong totalPages() {
    return total.isEmpty() ? total : OptionalLong.of(Start.pages(scope.size(), total.getAsLong()));
  }

  /// Where the page starts, by count; empty at a cursor, whose neighbours are at cursors too.
  public Optional<Start.Counted> counted() {
    return switch (start) {
      case Start.Counted asked -> Optional.of(asked);
      case Start.Cursor _ -> Optional.empty();
      case Start.Newest _, Start.At _, Start.Item _ ->
          before.stream().<Start.Counted>mapToObj(this::holding).findFirst();
    };
  }

  private Start.Numbered holding(long from) {
    return new Start.Numbered(from / scope.size() + 1);
  }

  /// The number of the page; empty if it has none, as at a cursor.
  public OptionalLong number() {
    return counted().map(known -> known.numbered(scope.size())).orElse(null)
            instanceof Start.Numbered(var number)
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  /// The page with the first items in the scope's order. With `numbering=stable` and descending
  /// order that is the newest page; `next` then leads to the page with the next smaller number.
  public Start first() {
    return scope.isCountedDown() ? new Start.Newest() : begin();
  }

  /// The page with the last items; empty if the total is unknown.
  public Optional<Start> last() {
    if (total.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        scope.isCountedDown()
            ? begin()
            : counted().orElseGet(this::begin).last(scope.size(), total.getAsLong()));
  }

  /// The page before this one: a counted one, or one at a cursor if this page or the total is not
  /// counted. Empty for the first page, and if a cursor is needed and there is none; [Ends] tells
  /// the two apart.
  public Optional<Start> prev() {
    return isCounted()
        ? (scope.isCountedDown() ? upward() : downward()).map(start -> start)
        : ends.before().map(start -> start);
  }

  /// The page after this one, in the same way.
  public Optional<Start> next() {
    return isCounted()
        ? (scope.isCountedDown() ? downward() : upward()).map(start -> start)
        : ends.after().map(start -> start);
  }

  private boolean isCounted() {
    return total.isPresent() && counted().isPresent();
  }

  private Start.Counted begin() {
    return counted().map(Start.Counted::first).orElseGet(() -> new Start.Numbered(1));
  }

  private Optional<Start.Counted> upward() {
    int size = scope.size();
    return counted()
        .filter(known -> known.from(size) + size < total.orElseThrow())
        .map(known -> known.next(size));
  }

  private Optional<Start.Counted> downward() {
    return counted().flatMap(known -> known.prev(scope.size()));
  }

  /// The window of the same length that ends where this page's begins; empty if there is none.
  public Optional<SortWindow> earlier() {
    return Optional.ofNullable(scope.window())
        .flatMap(window -> window.beside(scope.positions(), -1));
  }

  /// The window of the same length that begins where this page's ends; empty if there is none.
  public Optional<SortWindow> later() {
    return Optional.ofNullable(scope.window())
        .flatMap(window -> window.beside(scope.positions(), 1));
  }
}
