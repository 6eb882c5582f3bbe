package pagemark.pages.request;

import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.Filter.OpenFilter;
import pagemark.listing.Filter.OpenFilter.OpenValue;
import pagemark.listing.FilterValue;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.Scope;
import pagemark.words.DidYouMean;

/// Parses the values of filters, as the listing labels them.
public final class FilterText {
  private FilterText() {}

  /// A scope with a filter.
  ///
  /// @param name of a filter of the listing, with declared values or open
  /// @param values those to select; a single one of an open filter
  /// @throws InvalidParameter if the listing has no such filter, or the filter no such value, or if
  ///   two values of open filters are asked for
  public static Scope filtered(Scope scope, String name, List<String> values) {
    return scope.listing().definition().open().stream()
        .filter(open -> open.name().equals(name))
        .findFirst()
        .map(open -> scope.with(value(scope, open, values)))
        .orElseGet(() -> scope.with(scope.selection().with(choice(scope.listing(), name, values))));
  }

  private static OpenValue value(Scope scope, OpenFilter filter, List<String> values) {
    if (values.size() != 1 || !OpenFilter.isValue(values.getFirst())) {
      throw new InvalidParameter(
          filter.name(), String.join(", ", values), "one value of 1 to 2048 bytes of UTF-8");
    }
    OpenValue other = scope.value();
    if (other != null) {
      String first = other.filter().name();
      throw new InvalidParameter(
          filter.name(),
          values.getFirst(),
          "%s or %s, not both: the index keeps a list for each value of one of them. Declare the values of one in listings.json, or put both into one attribute"
              .formatted(first, filter.name()));
    }
    return new OpenValue(filter, values.getFirst());
  }

  /// @param name of a filter of the listing
  /// @param values such as `4` and `5`, each once
  /// @throws InvalidParameter if the listing has no such filter, or the filter no such value, or if
  ///   a value is repeated
  static Choice choice(Listing listing, String name, List<String> values) {
    List<Filter> filters = listing.definition().filters();
    Filter filter =
        filters.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(name, listing.definition().filterNames()));
    String text = String.join(",", values);
    NavigableSet<Integer> ordinals = new TreeSet<>();
    for (String value : values) {
      if (!ordinals.add(ordinal(filter, value, text))) {
        throw new InvalidParameter(name, text, "each value once");
      }
    }
    if (ordinals.isEmpty()) {
      throw new InvalidParameter(name, text, valid(filter));
    }
    return new Choice(filter, ordinals);
  }

  private static InvalidParameter unknown(String name, List<String> names) {
    String valid =
        names.isEmpty() ? "none, as this listing has no filters" : String.join(", ", names);
    return new InvalidParameter("filter", name, valid, DidYouMean.of(name, names));
  }

  private static int ordinal(Filter filter, String value, String text) {
    return filter.ordinals().stream()
        .filter(ordinal -> filter.label(ordinal).equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidParameter(
                    filter.name(), text, valid(filter), DidYouMean.of(value, labels(filter))));
  }

  private static String valid(Filter filter) {
    List<String> values = filter.values().stream().map(FilterValue::shown).toList();
    return "one or more of %s, %s, joined by commas"
        .formatted(String.join(", ", values), Filter.OTHER);
  }

  private static List<String> labels(Filter filter) {
    return filter.ordinals().stream().map(filter::label).toList();
  }
}
