package pagemark.pages;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.pages.cursor.CursorCipher;
import pagemark.pages.error.PagesException.InvalidCursor;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.request.FilterText;
import pagemark.pages.request.GroupText.ItemText;
import pagemark.pages.request.ShownText;
import pagemark.pages.result.Bars;
import pagemark.pages.result.Facets;
import pagemark.pages.result.Page;
import pagemark.pages.scope.BarBegin;
import pagemark.pages.scope.During;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortText;
import pagemark.pages.scope.SortWindow;
import pagemark.pages.scope.Start;

/// Asks for pages of one group. It never changes: each setting returns another query. A setting
/// throws [InvalidParameter] if its value is wrong. A read throws a
/// [pagemark.pages.error.PagesException] if there is no such page, or if it cannot be read now.
public final class GroupQuery {
  private final Pages pages;
  private final Scope scope;

  GroupQuery(Pages pages, Scope scope) {
    this.pages = pages;
    this.scope = scope;
  }

  /// The listing, group and settings of this query.
  public Scope scope() {
    return scope;
  }

  private GroupQuery in(Scope other) {
    return new GroupQuery(pages, other);
  }

  /// Keeps the items that have one of these values.
  ///
  /// @param name of a filter of the listing
  /// @param values as the listing has them, or `other`; texts or numbers. One value of an open
  ///   filter, and of one such filter only
  public GroupQuery filter(String name, Object... values) {
    return in(FilterText.filtered(scope, name, Stream.of(values).map(String::valueOf).toList()));
  }

  public GroupQuery order(Order order) {
    return in(scope.with(Objects.requireNonNull(order, "order")));
  }

  /// Shows only these attributes of each item. What is read, and so what a page costs, stays the
  /// same.
  ///
  /// @param names of attributes that the listing shows
  public GroupQuery fields(String... names) {
    return in(ShownText.fields(scope, List.of(names)));
  }

  /// Shows what the index holds of each item: its key, and its sort values if their types are held
  /// whole. The table is not read but for the item that a page starts at, so an item may be gone,
  /// and expired ones are shown until a sweep removes them. A page has up to 1,000.
  public GroupQuery onlyKeys() {
    return in(ShownText.keys(scope));
  }

  /// @param items how many a page has, 1 to the listing's maximum, or to 1,000 of keys
  public GroupQuery size(int items) {
    int max = scope.shown().sizeMax(scope.listing());
    if (items < 1 || items > max) {
      throw new InvalidParameter(
          "size", Integer.toString(items), "a whole number from 1 to " + max);
    }
    return in(scope.withSize(items));
  }

  /// Keeps the items between two sort values. Page numbers and totals count inside.
  ///
  /// @param from the smaller sort value, included; null to begin with the group's first item
  /// @param to the larger sort value, excluded; null to end with the group's last item
  public GroupQuery window(@Nullable String from, @Nullable String to) {
    return in(scope.with(SortWindow.of(scope.positions(), from, to)));
  }

  /// Keeps the items whose sort value begins with a text, instead of a window. Page numbers and
  /// totals count inside.
  ///
  /// @param text such as `ORDER#`; the listing's sort type is `string` or `text`
  public GroupQuery prefix(String text) {
    return in(scope.with(SortWindow.beginningWith(scope.positions(), text)));
  }

  /// Keeps the items whose sort value lies in a year, quarter, month, week, day or hour, instead of
  /// a window. Page numbers and totals count inside.
  ///
  /// @param time such as `2024`, `2024-Q2`, `2024-05`, `2024-W18`, `2024-05-01` or `2024-05-01T07`;
  ///   the listing's sort values are times
  /// @param zone whose calendar it is, such as `Europe/Berlin` or `+02:00`; null for UTC
  public GroupQuery during(String time, @Nullable String zone) {
    return in(scope.with(During.window(scope.positions(), time, zone)));
  }

  /// Counts pages from the smallest sort value. A full page then keeps its number and its items
  /// while items arrive at the newest end. The first page to show is [#newest].
  public GroupQuery stable() {
    return in(scope.with(Numbering.STABLE));
  }

  /// The starts of pages, to be read later.
  public Starts starts() {
    return new Starts(scope, pages.cursors());
  }

  /// @param number from 1
  public Page page(long number) {
    return read(starts().page(number));
  }

  /// @param items how many stand before the page
  public Page skip(long items) {
    return read(starts().skip(items));
  }

  /// Reads the page with the largest sort values, counted from the smallest one as by [#stable].
  public Page newest() {
    return stable().read(new Start.Newest());
  }

  /// Reads the page that holds the first item at or past a sort value, in the page's order; the
  /// last page if there is none.
  ///
  /// @param sortValue as the table has it; numbers as decimals, binary as base64url, Unix time in
  ///   ISO 8601 or as a number
  public Page at(String sortValue) {
    return read(starts().at(sortValue));
  }

  /// Reads the page that holds an item.
  ///
  /// @param key the values of the item's key attributes, in the listing's order
  public Page item(String... key) {
    return read(starts().item(List.of(key)));
  }

  /// Reads the page that begins or ends at a cursor of an earlier one.
  public Page cursor(String cursor) {
    return read(starts().cursor(cursor));
  }

  /// Reads a page that another one leads to, such as [Page#next]. The start is checked like a new
  /// one, as it may come from another query: a cursor of that one is refused, and a sort value is
  /// looked for in this query's order.
  public Page read(Start start) {
    return read(start, Room.ENDLESS);
  }

  /// Reads a page for an answer that holds no more than `room`. [Page#fit] says whether its items
  /// fit: a page at a cursor is cut, any other one shows no item and says which two pages do.
  public Page read(Start start, Room room) {
    requireCells();
    return pages.read(scope, starts().checked(start), room);
  }

  /// Refuses filters that select more combinations of values than the listing lets a page merge.
  private void requireCells() {
    int most = scope.listing().pageSize().cells();
    int selected = scope.selection().size();
    if (selected > most) {
      String names =
          scope.selection().choices().stream()
              .filter(choice -> !choice.isAll())
              .map(choice -> choice.filter().name())
              .collect(Collectors.joining(","));
      throw new InvalidParameter(
          names,
          selected + " combinations of values",
          "filters that select at most %d combinations of values".formatted(most));
    }
  }

  /// Asks for items of this group by their keys, as [ListingQuery#keys] does. Filters and windows
  /// do not matter.
  public KeyQuery keys(List<List<String>> keys) {
    return new KeyQuery(
        pages, scope.listing(), scope.listing().definition().group(scope.groupParts(), null), keys);
  }

  /// Counts the items by the values of each filter. Each filter is counted under the other filters
  /// of this query.
  public Facets facets() {
    return pages.facets(scope);
  }

  /// Counts the items by their sort values, which are times or numbers.
  ///
  /// @param most how many bars at most, 1 to 50
  public Bars bars(int most) {
    return bars(most, null);
  }

  /// The same by the days and months of a time zone.
  ///
  /// @param zone such as `Europe/Berlin` or `+02:00`, if the sort values are times that tell the
  ///   hour; null for UTC
  public Bars bars(int most, @Nullable String zone) {
    BarBegin.check(scope.positions(), most, zone);
    return pages.bars(scope, most, zone);
  }

  /// Makes the starts of pages in one scope. All throw [InvalidParameter] if a value is wrong.
  public static final class Starts {
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
        case Start.At(_, _, var text) -> at(text);
        case Start.Item(_, var texts) -> item(texts);
        case Start.Cursor(_, var text) -> cursor(text);
      };
    }

    private Start newest(Start.Newest newest) {
      if (scope.numbering() != Numbering.STABLE) {
        throw new InvalidParameter(
            "numbering", "from the first item", "stable, for the newest page");
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
}
