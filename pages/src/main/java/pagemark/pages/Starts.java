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

  /// The page that a caller sees first: the first one, or the newest if pages are counted from the
  /// smallest sort value.
  public Start first() {
    return scope.numbering() == Numbering.STABLE ? new Start.Newest() : new Start.Numbered(1);
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
    return new Start.At(SortText.at(scope.positions(), scope.order(), sortValue), sortValue);
  }

  /// @see GroupQuery#item
  public Start item(List<String> key) {
    return ItemText.item(scope, key);
  }

  /// @throws InvalidCursor if it cannot be opened in this scope, whatever is wrong with it
  public Start cursor(String cursor) {
    return cursors
        .open(scope, cursor)
        .map(point -> new Start.Cursor(point, cursor))
        .orElseThrow(InvalidCursor::new);
  }
}
