package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Order;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Start;

/// Walks through pages for an answer that holds few items: each is shown once, from any start,
/// forward and backward, with and without the index. The comment c90 takes 90 of the room.
@TakesLong(nightly = 20)
final class RoomIT extends NinetyComments {
  private static final long SEED = 20_261_125;
  private static final Pages UNINDEXED = pages(Broken.down());

  private final Random random = new Random(SEED);

  private static Room room(long max) {
    return new Room(max, item -> Long.parseLong(ListedTable.text(item, "PK").substring(1)));
  }

  @Test
  void linksLeadToEachItemOnce() {
    System.out.println("seed " + SEED);
    for (int i = 0; i < Extent.of(15, 60); i++) {
      boolean isForward = random.nextBoolean();
      Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
      GroupQuery asked = query.order(order).size(1 + random.nextInt(40));
      asked = random.nextBoolean() ? asked.stable() : asked;
      Start first = isForward ? Start.first(asked.scope()) : asked.page(1).last().orElseThrow();
      List<String> expected = comments(IntStream.range(0, COMMENTS).toArray());
      boolean ascends = isForward == (order == Order.ASCENDING);
      assertEquals(
          ascends ? expected : expected.reversed(),
          walked(asked, first, room(89 + random.nextInt(1_000)), isForward),
          asked.scope() + " from " + first);
    }
  }

  /// The comments in the order of the walk.
  private static List<String> walked(GroupQuery asked, Start first, Room room, boolean isForward) {
    List<String> walked = new ArrayList<>();
    Optional<? extends Start> next = Optional.of(first);
    while (next.isPresent()) {
      Page page = asked.read(next.get(), room);
      walked.addAll(isForward ? keys(page) : keys(page).reversed());
      assertTrue(walked.size() <= COMMENTS, "a comment twice");
      assertTrue(taken(page) <= room.max());
      next = next(page, isForward);
    }
    return walked;
  }

  private static long taken(Page page) {
    return page.items().stream().mapToLong(room(0).measure()).sum();
  }

  private static Optional<? extends Start> next(Page page, boolean isForward) {
    if (page.fit() instanceof Page.Fit.Apart apart) {
      assertEquals(List.of(), page.items());
      return isForward ? apart.begin() : apart.end();
    }
    assertTrue(page.fit() instanceof Page.Fit.Whole || page.start() instanceof Start.Cursor);
    return isForward ? page.next() : page.prev();
  }

  @Test
  void aPageThatIsNotAtACursorIsNeverCut() {
    GroupQuery asked = query.order(Order.ASCENDING).size(20);
    for (Page page :
        List.of(
            asked.read(new Start.Numbered(3), room(100)),
            asked.read(new Start.Skipped(40), room(100)),
            asked.read(asked.starts().at(at(40)), room(100)),
            asked.read(asked.starts().item(List.of("c45")), room(100)))) {
      Page.Fit.Apart apart = (Page.Fit.Apart) page.fit();
      assertEquals(2, apart.fitting());
      assertEquals(comments(40, 41), keys(asked.read(apart.begin().orElseThrow(), room(100))));
      assertEquals(comments(59), keys(asked.read(apart.end().orElseThrow(), room(100))));
    }
  }

  @Test
  void pagesWithoutTheIndexAreCutToo() {
    GroupQuery asked = UNINDEXED.listing("comments").group("x").size(20);
    List<String> expected = comments(IntStream.range(0, COMMENTS).toArray()).reversed();
    assertEquals(expected, walked(asked, new Start.Numbered(1), room(200), true));
  }

  /// DynamoDB's largest item fits into an answer of the API, but for lists of numbers with many
  /// zeros.
  @Test
  void cursorsLeadAroundAnItemThatIsLargerThanTheRoom() {
    GroupQuery asked = query.order(Order.ASCENDING).size(20);
    for (boolean isForward : new boolean[] {true, false}) {
      Start first = isForward ? new Start.Numbered(1) : new Start.Numbered(5);
      List<String> shown = new ArrayList<>(comments(IntStream.rangeClosed(0, 60).toArray()));
      assertEquals(isForward ? shown : shown.reversed(), walked(asked, first, room(60), isForward));
    }
  }
}
