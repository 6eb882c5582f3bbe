package pagemark.listing;

import java.util.List;
import pagemark.entry.Cell;

/// The part of a group that a request selects: the cells that match its filters.
///
/// @param choices one for each filter of the definition, in order; empty if the listing has no
///   filters
public record Selection(List<Choice> choices) {
  public Selection {
    choices = List.copyOf(choices);
  }

  /// The whole group.
  public static Selection whole(IndexDefinition definition) {
    return new Selection(definition.filters().stream().map(Choice::all).toList());
  }

  public boolean isWhole() {
    return choices.stream().allMatch(Choice::isAll);
  }

  /// @param cell of the same definition
  public boolean holds(Cell cell) {
    List<Integer> ordinals = cell.ordinals();
    for (int i = 0; i < choices.size(); i++) {
      if (!choices.get(i).ordinals().contains(ordinals.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// A copy with another choice for one filter.
  public Selection with(Choice other) {
    return new Selection(
        choices.stream()
            .map(choice -> choice.filter().equals(other.filter()) ? other : choice)
            .toList());
  }

  /// How many [#sets] there are.
  public int size() {
    return isWhole()
        ? 1
        : choices.stream().mapToInt(choice -> choice.ordinals().size()).reduce(1, (a, b) -> a * b);
  }

  /// The sorted sets to read, at most 512. Only [Cell#WHOLE] if this is the whole group.
  public List<Cell> sets() {
    return isWhole() ? List.of(Cell.WHOLE) : cells();
  }

  /// Every combination of the selected values. Only [Cell#WHOLE] if the listing has no filters.
  public List<Cell> cells() {
    List<List<String>> ordinals =
        choices.stream()
            .map(choice -> choice.ordinals().stream().map(String::valueOf).toList())
            .toList();
    return IndexDefinition.combinations(ordinals).stream()
        .map(each -> new Cell(String.join(".", each)))
        .toList();
  }
}
