package pagemark.pages.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import pagemark.entry.Order;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.error.PagesException.PastEnd;
import pagemark.pages.result.Page;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;

/// Compares pages of random groups, whose table and index disagree under random lag, with a model.
/// In the model a page shows each promised item that exists, and in place of each other one the
/// next spare one that does. What an index answers is the same in all stores.
@TakesLong(nightly = 30)
final class PagesModelIT {
  private static final long SEED = 20261121;
  private static final int GROUPS = Extent.of(6, 60);
  private static final int PAGES = 30;

  private final ListedTable listed = new ListedTable("pages-model", Definitions.COMMENTS).open();
  private final Random random = new Random(SEED);
  private final Map<String, Map<String, AttributeValue>> table = new HashMap<>();
  private final Map<String, String> index = new TreeMap<>();
  private final Set<String> brought = new HashSet<>();
  private String group = "";
  private int secondReads;
  private int spared;

  @Test
  void everyPageIsWhatTheModelSays() {
    System.out.println("PagesModelIT seed " + SEED);
    for (int g = 0; g < GROUPS; g++) {
      group = "group" + g;
      fill(random.nextInt(60));
      for (int p = 0; p < PAGES; p++) {
        checkPage();
      }
    }
    assertTrue(secondReads > 5 * GROUPS && spared > 2 * GROUPS, secondReads + " " + spared);
  }

  /// Makes a group. Most items are in table and index; some are ghosts, some have moved, some are
  /// not indexed yet.
  private void fill(int count) {
    table.clear();
    index.clear();
    List<Map<String, AttributeValue>> intoTable = new ArrayList<>();
    List<Map<String, AttributeValue>> intoIndex = new ArrayList<>();
    int minutes = 1 + random.nextInt(20);
    for (int i = 0; i < count; i++) {
      String key = "%s-%02d".formatted(group, i);
      Map<String, AttributeValue> item = ListedTable.comment(key, group, at(minutes));
      int fate = random.nextInt(10);
      if (fate != 0) {
        intoIndex.add(item);
        index.put(key, ListedTable.text(item, "SK"));
      }
      if (fate == 1) {
        item = ListedTable.comment(key, "elsewhere", at(minutes));
      } else if (fate == 2) {
        item = ListedTable.comment(key, group, at(minutes));
      }
      if (fate != 3) {
        intoTable.add(item);
        table.put(key, item);
      }
    }
    listed.intoTable(intoTable);
    listed.intoIndex(intoIndex);
  }

  private String at(int minutes) {
    return "2024-05-01 00:%02d".formatted(random.nextInt(minutes));
  }

  private void checkPage() {
    boolean ascending = random.nextBoolean();
    int size = 1 + random.nextInt(12);
    int skip = random.nextInt(index.size() + 1);
    int lag = random.nextInt(3);
    brought.clear();
    listed.wire().changeItems(items -> lag(items, lag));
    listed.wire().changeBatches(this::note);
    listed.wire().drain();
    GroupQuery asked =
        listed
            .asked()
            .group(group)
            .size(size)
            .order(ascending ? Order.ASCENDING : Order.DESCENDING);
    if (skip > 0 && skip >= index.size()) {
      assertThrows(PastEnd.class, () -> asked.skip(skip));
      return;
    }
    Page page = asked.skip(skip);
    List<SdkRequest> requests = listed.wire().drain();
    List<String> sequence = sequence(ascending);
    List<String> promised = sequence.subList(skip, Math.min(skip + size, sequence.size()));
    List<String> behind = sequence.subList(skip + promised.size(), sequence.size());
    List<String> spares = behind.subList(0, Math.min(Math.min(5, size), behind.size()));
    List<String> told = new ArrayList<>(promised);
    told.addAll(spares);
    boolean ends = skip + told.size() == sequence.size();
    List<String> expected =
        fitting(told, skip == 0, ends, ascending).stream().limit(promised.size()).toList();
    assertEquals(expected, keys(page), () -> "seed " + SEED + " " + page);
    spared += expected.stream().filter(spares::contains).toList().size();
    boolean second = !promised.stream().allMatch(key -> brought.contains(key) && !hasMoved(key));
    assertEquals(promised.isEmpty() ? 0 : second ? 2 : 1, requests.size(), page::toString);
    secondReads += second ? 1 : 0;
  }

  /// The items that the index returned and that exist. An item that moved must keep the order, and
  /// must stay within the positions that the index returned, unless the group ends there.
  private List<String> fitting(List<String> told, boolean begins, boolean ends, boolean ascending) {
    List<String> fitting = new ArrayList<>();
    String before = begins || told.isEmpty() ? "" : placeInIndex(told.getFirst());
    for (int i = 0; i < told.size(); i++) {
      String key = told.get(i);
      String behind =
          told.subList(i + 1, told.size()).stream()
              .filter(next -> isHere(next) && !hasMoved(next))
              .findFirst()
              .map(this::placeInIndex)
              .orElse(ends ? "" : placeInIndex(told.getLast()));
      if (isHere(key)
          && (!hasMoved(key)
              || (comesFirst(before, placeInTable(key), ascending)
                  && comesFirst(placeInTable(key), behind, ascending)))) {
        fitting.add(key);
        before = placeInTable(key);
      }
    }
    return fitting;
  }

  /// @param a, b sort values; empty for the far end
  private static boolean comesFirst(String a, String b, boolean ascending) {
    int order = a.compareTo(b);
    return a.isEmpty() || b.isEmpty() || (ascending ? order < 0 : order > 0);
  }

  private String placeInIndex(String key) {
    return index.get(key) + key;
  }

  private String placeInTable(String key) {
    return ListedTable.text(table.get(key), "SK") + key;
  }

  private boolean hasMoved(String key) {
    return !ListedTable.text(table.get(key), "SK").equals(index.get(key));
  }

  private boolean isHere(String key) {
    return table.containsKey(key) && ListedTable.text(table.get(key), "PK2").equals(group);
  }

  private List<String> sequence(boolean ascending) {
    List<String> keys = new ArrayList<>(index.keySet());
    keys.sort(Comparator.comparing((String key) -> index.get(key)).thenComparing(key -> key));
    return ascending ? keys : keys.reversed();
  }

  /// Hides some items, shows some in an older group, and shuffles them.
  private List<Map<String, AttributeValue>> lag(List<Map<String, AttributeValue>> shown, int lag) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (Map<String, AttributeValue> item : shown) {
      int fate = lag == 0 ? 9 : random.nextInt(10);
      Map<String, AttributeValue> image = new HashMap<>(item);
      if (fate == 0) {
        image.put("PK2", fromS("older"));
      }
      if (fate > 1) {
        items.add(image);
        brought.add(ListedTable.text(image, "PK"));
      } else if (fate == 0) {
        items.add(image);
      }
    }
    Collections.shuffle(items, random);
    return items;
  }

  /// Keeps the result of a first read by key.
  private BatchGetItemResponse note(BatchGetItemResponse response) {
    if (listed.wire().count() == 1) {
      response.responses().values().stream()
          .flatMap(List::stream)
          .filter(item -> ListedTable.text(item, "PK2").equals(group))
          .forEach(item -> brought.add(ListedTable.text(item, "PK")));
    }
    return response;
  }
}
