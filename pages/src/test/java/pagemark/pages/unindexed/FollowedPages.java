package pagemark.pages.unindexed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Position;
import pagemark.pages.items.FetchedItems;
import pagemark.pages.items.PageEnds;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Follows pages that are read without an index, and compares them with a sorted list.
///
/// @param notes the items of the table that pages can show
record FollowedPages(UnindexedPages pages, List<Map<String, AttributeValue>> notes) {

  /// Follows the pages from the first one to the end, and back from each of them.
  void check(PageRequest first) {
    List<Position> sequence = Partitioned.sequence(first, notes);
    PageRequest request = first;
    int from = 0;
    while (true) {
      int to = Math.min(from + first.scope().size(), sequence.size());
      PageEnds ends = page(request, sequence.subList(from, to));
      assertEquals(from == 0, ends.before() == null, request::toString);
      assertEquals(to == sequence.size(), ends.after() == null, request::toString);
      checkBackward(first, ends.before(), sequence, from);
      if (ends.after() == null) {
        return;
      }
      request = Partitioned.at(first, ends.after());
      from = to;
    }
  }

  private void checkBackward(
      PageRequest first, @Nullable CursorPoint before, List<Position> sequence, int from) {
    if (before != null) {
      List<Position> expected = sequence.subList(Math.max(0, from - first.scope().size()), from);
      PageEnds ends = page(Partitioned.at(first, before), expected);
      assertEquals(from <= first.scope().size(), ends.before() == null, first::toString);
    }
  }

  private PageEnds page(PageRequest request, List<Position> expected) {
    Optional<FetchedItems> found = pages.read(request);
    assertTrue(found.isPresent(), request::toString);
    assertEquals(expected, found.orElseThrow().positions(), request::toString);
    return found.orElseThrow().ends();
  }
}
