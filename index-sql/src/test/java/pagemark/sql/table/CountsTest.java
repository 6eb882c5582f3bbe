package pagemark.sql.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.entry.Cell;

final class CountsTest {
  private static final Cell FOUR = new Cell("4.2");
  private static final Cell FIVE = new Cell("5.2");

  @Test
  void addUpByCell() {
    Counts three = Counts.sum(List.of(Counts.one(FIVE), Counts.one(FOUR), Counts.one(FIVE)));
    assertEquals(new Counts(3, "4.2:1 5.2:2"), three);
    assertEquals(new Counts(6, "4.2:2 5.2:4"), three.plus(three));
    assertEquals(
        new Counts(2, "5.2:2"), three.minus(Counts.one(FOUR)), "none of a cell is not told");
    assertEquals(Counts.NONE, three.minus(three));
  }

  @Test
  void countTheEntriesOfASelection() {
    Counts counts = new Counts(123, "4.2:100 5.2:22 6.0:1");
    assertEquals(100, counts.of(List.of(FOUR)));
    assertEquals(122, counts.of(List.of(FIVE, FOUR)));
    assertEquals(0, counts.of(List.of(new Cell("4.20"))));
    assertEquals(123, counts.of(List.of(Cell.WHOLE)));
  }

  @Test
  void haveNoCellsInAListingWithoutFilters() {
    assertEquals(new Counts(2, ""), Counts.one(Cell.WHOLE).plus(Counts.one(Cell.WHOLE)));
  }
}
