package pagemark.benchmark.stack;

import static java.util.Comparator.comparingInt;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import pagemark.benchmark.stack.Dataset.Entry;

/// The requests that are measured, with what they must answer.
///
/// @param data what they page through
record Scenarios(Dataset data) {
  private static final Comparator<Entry> BY_AT = comparingInt(Entry::at);

  List<Scenario> all() {
    return List.of(plain(), threeValues(), rareValue());
  }

  /// Page numbers without a filter.
  Scenario plain() {
    return new Scenario("page number", "entries", "", data.order(BY_AT, _ -> true));
  }

  /// Three of five ratings, each in any language or none: 15 cells.
  Scenario threeValues() {
    return new Scenario(
        "3 merged values, 15 cells",
        "entries",
        "&rating=1,4,5",
        data.order(BY_AT, e -> Set.of(1, 4, 5).contains(e.rating())));
  }

  /// A value that one of a hundred items has.
  Scenario rareValue() {
    return new Scenario(
        "a value of 1 in 100", "rare", "&status=RARE", data.order(BY_AT, Entry::rare));
  }
}
