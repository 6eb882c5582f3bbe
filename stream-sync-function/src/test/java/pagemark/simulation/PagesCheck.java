package pagemark.simulation;

import static java.util.Comparator.comparing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.sync.RandomTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Checks after the last write that every page agrees with the table: pages by number, by cursors
/// forward, and by cursors backward.
///
/// @param instance an instance of the reading function
/// @param items all items of the table
record PagesCheck(
    SimulatedReaders.Instance instance,
    Collection<Map<String, AttributeValue>> items,
    String message) {
  private static final int SIZE = 2;

  void run() {
    for (RandomTable.Asked group : RandomTable.ASKED) {
      List<String> keys =
          keys(RandomTable.LISTINGS.find(group.listing()).orElseThrow(), group.name());
      String url = group.url() + "size=" + SIZE + "&order=";
      checkNumbers(url + "ascending", keys);
      checkNumbers(url + "descending", keys.reversed());
      checkCursors(url + "descending", keys.reversed());
    }
  }

  private List<String> keys(Listing listing, String group) {
    record Found(Entry entry, String key) {}
    List<Found> found = new ArrayList<>();
    for (Map<String, AttributeValue> item : items) {
      if (listing.definition().indexable(item) instanceof Indexed(var groups, var entry)
          && groups.contains(new Group(group))) {
        found.add(new Found(entry, ItemHistory.key(item)));
      }
    }
    return found.stream()
        .sorted(comparing(each -> each.entry().position()))
        .map(Found::key)
        .toList();
  }

  private PageAnswer page(String url) {
    PageAnswer answer = SimulatedReaders.answer(instance, url);
    assertTrue(answer.isIndexed(), () -> message + ": " + url + " is " + answer);
    return answer;
  }

  private void checkNumbers(String url, List<String> keys) {
    int pages = Math.max(1, Math.ceilDiv(keys.size(), SIZE));
    for (int number = 1; number <= pages; number++) {
      PageAnswer answer = page(url + "&page=" + number);
      int from = (number - 1) * SIZE;
      assertEquals(keys.size(), answer.total(), message + ": " + url);
      assertEquals(
          keys.subList(from, Math.min(from + SIZE, keys.size())),
          answer.keys(),
          message + ": " + url);
    }
  }

  private void checkCursors(String url, List<String> keys) {
    List<String> forward = new ArrayList<>();
    List<String> backward = new ArrayList<>();
    PageAnswer answer = page(url);
    forward.addAll(answer.keys());
    while (!answer.cursor("after").isEmpty()) {
      answer = page(url + "&cursor=" + answer.cursor("after"));
      forward.addAll(answer.keys());
    }
    backward.addAll(answer.keys());
    while (!answer.cursor("before").isEmpty()) {
      answer = page(url + "&cursor=" + answer.cursor("before"));
      backward.addAll(0, answer.keys());
    }
    assertEquals(keys, forward, message + ": " + url);
    assertEquals(keys, backward, message + ": " + url);
  }
}
