package pagemark.api;

import java.util.List;
import java.util.SequencedMap;
import pagemark.api.RequestPath.UrlText;
import pagemark.entry.Order;
import pagemark.listing.Listing;
import pagemark.pages.GroupQuery;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.BarBegin;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Shown;
import pagemark.pages.scope.Start;
import pagemark.words.DidYouMean;

/// Parses where a page starts, `size`, `bars`, `order`, `numbering`, `only` and `fields`. Whole
/// numbers are ASCII digits; zeros before them change nothing. All throw [InvalidParameter] if a
/// text is wrong.
final class PagingText {
  private static final List<String> STARTS = List.of("page", "skip", "at", "item", "cursor");
  private static final String ONLY = "only";
  private static final String FIELDS = "fields";

  /// So that no link is longer than a query string may be.
  private static final int FIELDS_CHARS_MAX = 2_500;

  private static final String WHOLE_NUMBER = "a whole number from %d to %d";

  private PagingText() {}

  /// @return any number that an answer could have
  static int bars(String text) {
    if (!text.matches("0{0,9}[0-9]{1,9}")) {
      throw new InvalidParameter("bars", text, WHOLE_NUMBER.formatted(1, BarBegin.MAX));
    }
    return Integer.parseInt(text);
  }

  /// The number of `page` or `skip`, to be checked where the page starts.
  ///
  /// @param min the least that is valid
  static long whole(String name, String text, int min) {
    if (!text.matches("0{0,9}[0-9]{1,10}")) {
      throw new InvalidParameter(name, text, WHOLE_NUMBER.formatted(min, Integer.MAX_VALUE));
    }
    return Long.parseLong(text);
  }

  /// Lowers any number over `max` to `max`: such a request means "as many as you give".
  static int size(String text, int max) {
    if (!text.matches("0*[1-9][0-9]*")) {
      throw new InvalidParameter(
          "size", text, WHOLE_NUMBER.formatted(1, max) + " (more is lowered to " + max + ")");
    }
    String number = text.replaceFirst("^0+", "");
    return number.length() > 9 ? max : Math.min(Integer.parseInt(number), max);
  }

  /// Refuses every other value of a parameter that has one.
  static void check(String name, String text, String only) {
    if (!text.equals(only)) {
      throw new InvalidParameter(name, text, only, DidYouMean.of(text, List.of(only)));
    }
  }

  static Order order(String text) {
    return switch (text) {
      case "ascending", "asc" -> Order.ASCENDING;
      case "descending", "desc" -> Order.DESCENDING;
      default ->
          throw new InvalidParameter(
              "order",
              text,
              "ascending or descending, or asc or desc for short",
              DidYouMean.of(text, List.of("ascending", "descending", "asc", "desc")));
    };
  }

  /// Parses the start of the page, which is one of the parameters `page`, `skip`, `at`, `item` and
  /// `cursor`. The default is the first item, or the newest with `numbering=stable`.
  static Start start(GroupQuery query, Parameters parameters) {
    List<String> given = STARTS.stream().filter(parameters.byName()::containsKey).toList();
    if (given.isEmpty()) {
      return query.starts().byDefault();
    }
    String name = given.getFirst();
    if (given.size() > 1) {
      String other = given.getLast();
      throw new InvalidParameter(
          other, only(parameters, other), "%s or %s, not both".formatted(name, other));
    }
    String text = only(parameters, name);
    return switch (name) {
      case "page" -> text.equals("last") ? last(query) : query.starts().page(whole(name, text, 1));
      case "skip" -> query.starts().skip(whole(name, text, 0));
      case "at" -> query.starts().at(text);
      case "item" -> query.starts().item(parameters.all(name));
      default -> query.starts().cursor(text);
    };
  }

  /// If pages are counted from the smallest sort value, the last one that a reader comes to is page
  /// 1.
  private static Start last(GroupQuery query) {
    return query.scope().numbering() == Numbering.STABLE
        ? query.starts().page(1)
        : ApiRequest.LAST_PAGE;
  }

  private static String only(Parameters parameters, String name) {
    return parameters.all(name).getFirst();
  }

  /// Adds `only=keys`, or `fields=total,note`, whose names are joined by commas or given by
  /// themselves.
  static GroupQuery shown(GroupQuery group, Parameters parameters) {
    Listing listing = group.scope().listing();
    String only = parameters.added(listing, ONLY);
    GroupQuery query = group;
    if (only != null) {
      check(ONLY, only, "keys");
      query = query.onlyKeys();
    }
    boolean hasFields = parameters.added(listing, FIELDS) != null;
    return hasFields ? fields(query, String.join(",", parameters.all(FIELDS))) : query;
  }

  private static GroupQuery fields(GroupQuery group, String names) {
    if (UrlText.encoded(names).length() > FIELDS_CHARS_MAX) {
      String most = "at most %d characters, percent-encoded".formatted(FIELDS_CHARS_MAX);
      throw new InvalidParameter(FIELDS, names, most);
    }
    return group.fields(names.split(",", -1));
  }

  /// Adds what links repeat.
  static void put(Shown shown, SequencedMap<String, String> given) {
    switch (shown) {
      case Shown.Listed() -> {}
      case Shown.Fields(var names) -> given.put(FIELDS, String.join(",", names));
      case Shown.Keys() -> given.put(ONLY, "keys");
    }
  }
}
