package pagemark.listing;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The values of one filter that a request asks for.
///
/// @param ordinals at least one: 0 is `other`, 1 the filter's first declared value
public record Choice(Filter filter, SortedSet<Integer> ordinals) {
  public Choice {
    ordinals = Collections.unmodifiableSortedSet(new TreeSet<>(ordinals));
    if (ordinals.isEmpty() || ordinals.first() < 0 || ordinals.last() > filter.values().size()) {
      throw new IllegalArgumentException("%s of filter %s".formatted(ordinals, filter.name()));
    }
  }

  /// Every value, and `other`.
  public static Choice all(Filter filter) {
    return new Choice(
        filter,
        IntStream.rangeClosed(0, filter.values().size())
            .boxed()
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  public boolean isAll() {
    return ordinals.size() == filter.values().size() + 1;
  }

  /// As a request writes it, in the definition's order, `other` last: `4,5,other`.
  public String text() {
    String declared =
        ordinals.stream().filter(i -> i > 0).map(filter::label).collect(Collectors.joining(","));
    if (!ordinals.contains(0)) {
      return declared;
    }
    return declared.isEmpty() ? filter.label(0) : declared + "," + filter.label(0);
  }
}
