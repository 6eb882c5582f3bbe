package pagemark.api;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.listing.Selection;

/// Parses filters, such as `rating=4,5&language=en`: each has one or more values, joined by commas.
final class FilterReader {
  private FilterReader() {}

  static List<String> names(Listing listing) {
    return listing.definition().filters().stream().map(Filter::name).toList();
  }

  /// @throws ProblemException if a filter names an unknown value, or repeats one
  static Selection read(Listing listing, Parameters parameters) {
    List<Choice> choices = new ArrayList<>();
    for (Filter filter : listing.definition().filters()) {
      choices.add(choice(filter, parameters.get(filter.name())));
    }
    return new Selection(choices);
  }

  private static Choice choice(Filter filter, @Nullable String text) {
    if (text == null) {
      return Choice.all(filter);
    }
    NavigableSet<Integer> ordinals = new TreeSet<>();
    for (String value : text.split(",", -1)) {
      if (!ordinals.add(ordinal(filter, value, text))) {
        throw Parameters.refusal(filter.name(), text, "each value once");
      }
    }
    return new Choice(filter, ordinals);
  }

  private static int ordinal(Filter filter, String value, String text) {
    return filter.ordinals().stream()
        .filter(ordinal -> filter.label(ordinal).equals(value))
        .findFirst()
        .orElseThrow(() -> Parameters.refusal(filter.name(), text, allowed(filter)));
  }

  private static String allowed(Filter filter) {
    return "one or more of %s, joined by commas"
        .formatted(filter.ordinals().stream().map(filter::label).collect(Collectors.joining(", ")));
  }
}
