package pagemark.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import pagemark.entry.Cell;

final class SelectionTest {
  private static final IndexDefinition COMMENTS = Definitions.comments().definition();
  private static final Filter RATING = COMMENTS.filters().get(0);
  private static final Filter LANGUAGE = COMMENTS.filters().get(1);

  private static Choice choice(Filter filter, Integer... ordinals) {
    return new Choice(filter, new TreeSet<>(Set.of(ordinals)));
  }

  private static List<String> names(List<Cell> cells) {
    return cells.stream().map(Cell::name).toList();
  }

  @Test
  void aSelectionIsEveryCombinationOfItsChoices() {
    Selection selection = new Selection(List.of(choice(RATING, 5, 4), choice(LANGUAGE, 0, 2)));
    assertEquals(List.of("4.0", "4.2", "5.0", "5.2"), names(selection.cells()));
    assertEquals(selection.cells(), selection.sets());
    assertTrue(selection.holds(new Cell("5.0")));
    assertFalse(selection.holds(new Cell("5.1")));
    assertEquals(
        List.of("4.0", "4.1", "4.2", "4.3", "5.0", "5.1", "5.2", "5.3"),
        names(selection.with(Choice.all(LANGUAGE)).cells()));
  }

  @Test
  void everyValueOfEveryFilterIsTheWholeGroup() {
    Selection whole = Selection.whole(COMMENTS);
    assertTrue(whole.isWhole());
    assertEquals(List.of(Cell.WHOLE), whole.sets());
    assertEquals(24, whole.cells().size());
    assertTrue(whole.holds(new Cell("0.3")));
    assertEquals(
        whole,
        new Selection(List.of(choice(RATING, 0, 1, 2, 3, 4, 5), choice(LANGUAGE, 0, 1, 2, 3))));
  }

  @Test
  void aListingWithoutFiltersHasOnlyWholeGroups() {
    Selection whole = new Selection(List.of());
    assertTrue(whole.isWhole());
    assertEquals(List.of(Cell.WHOLE), whole.sets());
    assertTrue(whole.holds(Cell.WHOLE));
  }

  @Test
  void aChoiceIsWrittenInTheDefinitionsOrder() {
    assertEquals("4,5", choice(RATING, 5, 4).text());
    assertEquals("de,fr,other", choice(LANGUAGE, 0, 3, 1).text());
    assertEquals("other", choice(LANGUAGE, 0).text());
  }

  @Test
  void aChoiceHoldsAtLeastOneValueOfItsFilter() {
    assertThrows(IllegalArgumentException.class, () -> new Choice(RATING, new TreeSet<>()));
    assertThrows(IllegalArgumentException.class, () -> choice(RATING, 6));
    assertThrows(IllegalArgumentException.class, () -> choice(RATING, -1));
  }
}
