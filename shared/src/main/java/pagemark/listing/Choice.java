package pagemark.listing;

import java.util.Collections;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The values of one filter that a request selects.
///
/// @param ordinals at least one; 0 is `other`, 1 is the filter's first declared value
public record Choice(Filter filter, NavigableSet<Integer> ordinals) {
  public Choice {
    ordinals = Collections.unmodifiableNavigableSet(new TreeSet<>(ordinals));
    if (ordinals.isEmpty() || ordinals.first() < 0 || ordinals.last() > filter.values().size()) {
      throw new IllegalArgumentException("%s of filter %s".formatted(ordinals, filter.name()));
    }
  }

  /// Selects one value.
  public Choice(Filter filter, int ordinal) {
    this(filter, new TreeSet<>(Set.of(ordinal)));
  }

  /// Selects every value, and `other`.
  public static Choice all(Filter filter) {
    return new Choice(filter, new TreeSet<>(filter.ordinals()));
  }

  public boolean isAll() {
    return ordinals.size() == filter.values().size() + 1;
  }

  /// The choice as a request writes it: in the definition's order, with `other` last, such as
  /// `4,5,other`.
  public String text() {
    return filter.ordinals().stream()
        .filter(ordinals::contains)
        .map(filter::label)
        .collect(Collectors.joining(","));
  }
}
