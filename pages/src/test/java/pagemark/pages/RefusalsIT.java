package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import pagemark.entry.Order;
import pagemark.pages.error.PagesException.Interrupted;
import pagemark.pages.error.PagesException.InvalidCursor;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.error.PagesException.NotReady;
import pagemark.pages.page.Circuit.TimedIndex;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Start;

/// What the library throws: for values that are not valid, for pages that do not exist, and if it
/// is closed or interrupted.
final class RefusalsIT extends NinetyComments {
  /// With the timeouts of an opened index.
  private final GroupQuery timed =
      pages(
              new TimedIndex(
                  TABLE.index().reader(),
                  Duration.ofSeconds(9),
                  Duration.ofSeconds(9),
                  InstantSource.system()))
          .listing("comments")
          .group("x");

  private static void assertInvalid(String name, String value, String valid, Executable ask) {
    InvalidParameter wrong = assertThrows(InvalidParameter.class, ask);
    assertEquals(List.of(name, value), List.of(wrong.name(), wrong.value()));
    assertTrue(wrong.valid().contains(valid), wrong.valid());
  }

  @Test
  void aStartOfAnotherQueryIsCheckedAgain() {
    Page page = query.size(5).page(2);
    Start cursor = page.ends().after().orElseThrow();
    assertThrows(InvalidCursor.class, () -> query.size(6).read(cursor));
    Start at = query.starts().at(at(8));
    assertEquals(
        comments(8, 9, 10, 11),
        keys(query.order(Order.ASCENDING).size(4).read(at)),
        "in its order");
    assertInvalid("page", "0", "from 1", () -> new Start.Numbered(0));
    assertInvalid("skip", "-1", "from 0", () -> new Start.Skipped(-1));
    assertInvalid("skip", "5", "page, at", () -> query.stable().read(new Start.Skipped(5)));
    assertInvalid(
        "numbering", "from the first item", "stable", () -> query.read(new Start.Newest()));
    assertEquals(comments(89, 88), keys(query.size(4).newest()));
  }

  /// The listing lets a page merge four of its six combinations.
  @Test
  void filtersThatSelectTooManyCombinationsAreRefused() {
    String few = Definitions.COMMENTS.replace("\"max\": 100", "\"max\": 100, \"cells\": 4");
    assertFalse(few.equals(Definitions.COMMENTS));
    GroupQuery asked =
        Definitions.pages(Definitions.listings(few, "store")).listing("comments").group("x");
    assertInvalid(
        "rating",
        "5 combinations of values",
        "filters that select at most 4 combinations of values",
        () -> asked.filter("rating", 1, 2, 3, 4, 5).page(1));
    assertThrows(NotReady.class, () -> asked.filter("rating", 1, 2, 3, 4).page(2));
    assertThrows(NotReady.class, () -> asked.page(2));
  }

  @Test
  void closedPagesSaySo() {
    Pages closed = pages(TABLE.index().reader());
    closed.close();
    closed.close();
    GroupQuery asked = closed.listing("comments").group("x");
    assertThrows(IllegalStateException.class, () -> asked.page(1));
    assertEquals(Optional.empty(), closed.warmUp());
  }

  @Test
  void anInterruptedCallerIsNoFailureOfTheIndex() {
    timed.page(1);
    for (int i = 0; i < 5; i++) {
      Thread.currentThread().interrupt();
      assertThrows(Interrupted.class, () -> timed.page(2));
      assertTrue(Thread.interrupted());
    }
    assertEquals(20, timed.page(2).items().size());
  }
}
