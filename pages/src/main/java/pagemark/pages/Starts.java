package pagemark.pages;

import java.util.List;
import pagemark.pages.cursor.CursorCipher;
import pagemark.pages.error.PagesException.InvalidCursor;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.request.ItemText;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortText;
import pagemark.pages.scope.Start;

/// Makes the starts of pages in one scope. All throw [InvalidParameter] if a value is wrong.
public final class Starts {
  private static final String WHOLE_NUMBER = "a whole number from %d to " + Integer.MAX_VALUE;

  private final Scope scope;
  private final CursorCipher cursors;

  Starts(Scope scope, CursorCipher cursors) {
    this.scope = scope;
    this.cursors = cursors;
  }

  /// Where reading begins if nothing says where: at the first page, or at the newest one if pages
  /// are counted from the smallest sort value.
  public Start byDefault() {
    return scope.numbering() == Numbering.STABLE ? new Start.Newest() : new Start.Numbered(1);
  }

  /// The same start in this scope.
  Start checked(Start start) {
    return switch (start) {
      case Start.Numbered(var number) -> page(number);
      case Start.Skipped(var items) -> skip(items);
      case Start.Newest newest -> newest(newest);
      case Start.At(_, var text) -> at(text);
      case Start.Item(_, var texts) -> item(texts);
      case Start.Cursor(_, var text) -> cursor(text);
    };
  }

  private Start newest(Start.Newest newest) {
    if (scope.numbering() != Numbering.STABLE) {
      throw new InvalidParameter("numbering", "from the first item", "stable, for the newest page");
    }
    return newest;
  }

  /// @param number from 1
  public Start page(long number) {
    return new Start.Numbered(checked("page", number, 1));
  }

  /// @param items how many stand before the page
  public Start skip(long items) {
    if (scope.numbering() == Numbering.STABLE) {
      throw new InvalidParameter(
          "skip", Long.toString(items), "page, at, item or cursor with numbering=stable");
    }
    return new Start.Skipped(checked("skip", items, 0));
  }

  private static long checked(String name, long number, int min) {
    if (number < min || number > Integer.MAX_VALUE) {
      throw new InvalidParameter(name, Long.toString(number), WHOLE_NUMBER.formatted(min));
    }
    return number;
  }

  /// @see GroupQuery#at
  public Start at(String sortValue) {
    return SortText.at(scope.positions(), scope.order(), sortValue);
  }

  /// @see GroupQuery#item
  public Start item(List<String> key) {
    return ItemText.item(scope.positions().key(), "item", key);
  }

  /// @throws InvalidCursor if it cannot be opened in this scope, whatever is wrong with it
  public Start cursor(String cursor) {
    return cursors
        .open(scope, cursor)
        .map(point -> new Start.Cursor(point, cursor))
        .orElseThrow(InvalidCursor::new);
  }
}
