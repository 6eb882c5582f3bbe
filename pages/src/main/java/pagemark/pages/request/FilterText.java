package pagemark.pages.request;

import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.words.DidYouMean;

/// Parses the values of filters, as the listing labels them.
public final class FilterText {
  private FilterText() {}

  /// @param name of a filter of the listing
  /// @param values such as `4` and `5`, each once
  /// @throws InvalidParameter if the listing has no such filter, or the filter no such value, or if
  ///   a value is repeated
  public static Choice choice(Listing listing, String name, List<String> values) {
    List<Filter> filters = listing.definition().filters();
    Filter filter =
        filters.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(name, filters));
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

  private static InvalidParameter unknown(String name, List<Filter> filters) {
    List<String> names = filters.stream().map(Filter::name).toList();
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
    return "one or more of %s, joined by commas".formatted(String.join(", ", labels(filter)));
  }

  private static List<String> labels(Filter filter) {
    return filter.ordinals().stream().map(filter::label).toList();
  }
}
