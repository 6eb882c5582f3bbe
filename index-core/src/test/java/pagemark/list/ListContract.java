package pagemark.list;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import pagemark.index.Extent;
import pagemark.index.IndexException;

/// What a list is on every store: pages, totals, ranks and facets of a sorted model, whatever comes
/// twice, late or in another order.
public abstract class ListContract extends ListRuleContract {
  private static final long SEED = 20_261_127;
  private static final int WINDOW = 50;
  private static final List<String> GROUPS = List.of("red", "blue", "ä/b c");
  private static final List<String> STATUS = List.of("open", "paid", "lost");

  private final Random random = new Random(SEED);
  private final Map<String, ListItem> now = new HashMap<>();
  private final Map<String, Long> versions = new HashMap<>();

  /// How many changes a test makes.
  protected int changes() {
    return Extent.of(400, 3_000);
  }

  private ListItem item(String key, SortKey.Kind kind) {
    int at = random.nextInt(200);
    SortKey sort =
        kind == SortKey.Kind.NUMBER
            ? SortKey.number(at - 100)
            : SortKey.text("t" + at % 7 + (at % 5 == 0 ? "\0" : "") + at % 3);
    Map<String, String> filters = new HashMap<>();
    filters.put("status", STATUS.get(random.nextInt(3)));
    if (random.nextBoolean()) {
      filters.put("size", "S");
    }
    return new ListItem(GROUPS.get(random.nextInt(GROUPS.size())), key, sort, filters);
  }

  private Change change(SortKey.Kind kind) {
    return change(kind, Instant.now());
  }

  /// The next change of a random item, which the model has then.
  private Change change(SortKey.Kind kind, Instant time) {
    String key = "k" + random.nextInt(400);
    ListItem before = now.get(key);
    ListItem after = before != null && random.nextInt(4) == 0 ? null : item(key, kind);
    long version = versions.merge(key, 1L, Long::sum);
    if (after == null) {
      now.remove(key);
    } else {
      now.put(key, after);
    }
    return new Change(before, after, version, time);
  }

  /// Writes a change, and settles a doubt by the model.
  private Outcome write(ListIndex list, Change change) {
    Outcome outcome = list.write(change);
    if (outcome == Outcome.DOUBTFUL) {
      ListItem any = change.after() != null ? change.after() : change.before();
      String key = Objects.requireNonNull(any).key();
      list.settle(change, now.get(key), versions.getOrDefault(key, 0L));
    }
    return outcome;
  }

  /// Shuffles changes in windows, and gives a third of them twice.
  private List<Change> delivered(List<Change> changes) {
    List<Change> all = new ArrayList<>();
    for (int from = 0; from < changes.size(); from += WINDOW) {
      List<Change> window =
          new ArrayList<>(changes.subList(from, Math.min(from + WINDOW, changes.size())));
      for (Change change : List.copyOf(window)) {
        if (random.nextInt(3) == 0) {
          window.add(change);
        }
      }
      Collections.shuffle(window, random);
      all.addAll(window);
    }
    return all;
  }

  private List<ListItem> sorted(String group, Predicate<ListItem> matches, boolean ascends) {
    Comparator<ListItem> order = Comparator.comparing(item -> item.sort().position(item.key()));
    return now.values().stream()
        .filter(item -> item.group().equals(group) && matches.test(item))
        .sorted(ascends ? order : order.reversed())
        .toList();
  }

  /// Compares each page, rank and facet with the model.
  private void check(ListIndex list) {
    for (String group : GROUPS) {
      for (boolean ascends : new boolean[] {true, false}) {
        ListQuery query = ListQuery.of(group).size(1 + random.nextInt(20));
        ListQuery turned = ascends ? query.ascending() : query;
        check(list, turned, sorted(group, _ -> true, ascends));
        check(
            list,
            turned.where("status", "open", ListDefinition.OTHER),
            sorted(group, item -> !"paid".equals(item.filters().get("status")), ascends));
      }
      Map<String, Long> facet = new LinkedHashMap<>(Map.of("other", 0L, "open", 0L, "paid", 0L));
      sorted(group, item -> item.filters().containsKey("size"), true)
          .forEach(
              item -> {
                String status = item.filters().get("status");
                facet.merge(String.valueOf(status).replace("lost", "other"), 1L, Long::sum);
              });
      assertEquals(facet, list.facet(ListQuery.of(group).where("size", "S"), "status"));
    }
  }

  private static void check(ListIndex list, ListQuery query, List<ListItem> model) {
    assertEquals(model.size(), list.total(query));
    List<String> keys = new ArrayList<>();
    for (long number = 1; number == 1 || keys.size() < model.size(); number++) {
      ListPage page = list.page(query, number);
      assertEquals(model.size(), page.total());
      assertTrue(page.keys().size() > 0 || model.isEmpty(), "no end");
      keys.addAll(page.keys());
    }
    assertEquals(model.stream().map(ListItem::key).toList(), keys);
    for (int i = 0; i < model.size(); i += 7) {
      assertEquals(OptionalLong.of(i), list.rank(query, model.get(i)));
      ListPage at = list.at(query, model.get(i).sort());
      int first = i;
      while (first > 0 && model.get(first - 1).sort().equals(model.get(i).sort())) {
        first--;
      }
      assertEquals(first / query.size() + 1, at.number());
    }
  }

  @Test
  final void changesInAnyOrderAndTwiceEndAsTheSourceIs() {
    System.out.println("ListContract seed " + SEED);
    for (SortKey.Kind kind : SortKey.Kind.values()) {
      now.clear();
      versions.clear();
      try (ListStore store = ListStore.open(url())) {
        ListGeneration only = generation();
        store.begin(orders(kind), only).finish();
        ListIndex list = store.list(orders(kind), only);
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < changes(); i++) {
          changes.add(change(kind));
        }
        delivered(changes).forEach(list::write);
        check(list);
        store.drop(orders(kind), only);
      }
    }
  }

  /// Rows are read while changes go on; some of these are late, and from before the begin. Of both
  /// kinds some are dated so near to the birth that their times do not tell which they are.
  @Test
  final void aGenerationIsBuiltBesideChanges() {
    SortKey.Kind kind = SortKey.Kind.NUMBER;
    Instant birth = began.minus(Duration.ofMinutes(6));
    try (ListStore store = ListStore.open(url())) {
      ListGeneration old = generation();
      store.begin(orders(kind), old).finish();
      ListIndex before = store.list(orders(kind), old);
      for (int i = 0; i < changes() * 2 / 15; i++) {
        before.write(change(kind));
      }
      List<Change> late = new ArrayList<>();
      for (int i = 0; i < changes() / 30; i++) {
        late.add(change(kind, i % 2 == 0 ? birth : birth.minus(Duration.ofMinutes(6))));
      }

      ListGeneration next = new ListGeneration(generation().id(), birth);
      ListRebuild rebuild = store.begin(orders(kind), next);
      ListIndex both = store.list(orders(kind), old, next);
      Collections.shuffle(late, random);
      List<String> keys = new ArrayList<>(now.keySet());
      Collections.shuffle(keys, random);
      for (String key : keys) {
        ListItem row = now.get(key);
        if (row != null) {
          rebuild.row(row, versions.getOrDefault(key, 0L));
        }
        boolean isNear = random.nextInt(4) == 0;
        Change change = change(kind, isNear ? birth : Instant.now());
        assertEquals(isNear, write(both, change) == Outcome.DOUBTFUL);
        if (!late.isEmpty()) {
          write(both, late.removeLast());
        }
      }
      late.forEach(change -> write(both, change));
      assertThrows(
          IndexException.class, () -> store.list(orders(kind), next).total(ListQuery.of("red")));
      rebuild.finish();
      check(store.list(orders(kind), next));
      check(both);
      store.drop(orders(kind), old);
      check(store.list(orders(kind), next));
      assertThrows(IndexException.class, () -> both.write(change(kind)));
    }
  }
}
