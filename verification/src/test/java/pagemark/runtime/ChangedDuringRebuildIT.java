package pagemark.runtime;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.IndexStore;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.pages.GroupQuery;
import pagemark.pages.Pages;
import pagemark.pages.error.PagesException;
import pagemark.redis.RedisTopology;
import pagemark.state.StateTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Requests beside the rebuild of a listing whose definition has changed, with a new deployment's
/// code: each page is one by the old definition or one by the new, from the first new one on all
/// are, and a cursor of before goes on in its own order or is refused. If the group has changed, no
/// page comes from the old index.
@TakesLong(nightly = 37)
@Nightly
final class ChangedDuringRebuildIT {
  private static final long SEED = 20_261_126;
  private static final int ITEMS = 60;

  private static final String BEFORE =
      """
      { "notes": { "table": "notes", "group": { "attribute": "user" },
          "sort": { "attribute": "at", "type": "integer" },
          "key": [ { "attribute": "id" } ],
          "filters": { "kind": { "attribute": "kind", "values": ["a", "b"] } },
          "attributes": ["id"] } }
      """;

  private final Random random = new Random(SEED);

  /// What is changed, and by what pages are recognised.
  ///
  /// @param attribute of the new order; null if the old index may not serve
  /// @param filter of the new definition
  private record Change(String definition, @Nullable String attribute, String filter) {}

  private static final List<Change> CHANGES =
      List.of(
          new Change(BEFORE.replace("\"at\"", "\"size\""), "size", "kind"),
          new Change(BEFORE.replace("\"kind\": {", "\"sort2\": {"), "at", "sort2"),
          new Change(
              BEFORE.replace("\"filters\"", "\"pageSize\": {\"default\": 7}, \"filters\""),
              "at",
              "kind"),
          new Change(BEFORE.replace("\"user\"", "\"owner\""), null, "kind"));

  @ParameterizedTest
  @ValueSource(strings = {"redis", "dynamodb"})
  void noPageIsByTheWrongDefinition(String kind) throws Exception {
    try (DeployedNotes notes =
            new DeployedNotes(
                IntStream.range(0, ITEMS).mapToObj(ChangedDuringRebuildIT::item).toList());
        IndexStore store =
            kind.equals("redis") ? RedisTopology.SINGLE_NODE.emptyStore() : notes.tables()) {
      assertTrue(notes.rebuild(store, BEFORE));
      for (Change change : CHANGES) {
        beside(notes, store, change);
        assertTrue(notes.rebuild(store, BEFORE));
      }
    }
  }

  private static Map<String, AttributeValue> item(int i) {
    return Map.of(
        "id", AttributeValue.fromS("n%02d".formatted(i)),
        "user", AttributeValue.fromS("rita"),
        "owner", AttributeValue.fromS(i % 2 == 0 ? "rita" : "omar"),
        "at", AttributeValue.fromN("" + i),
        "size", AttributeValue.fromN("" + (ITEMS - i)),
        "kind", AttributeValue.fromS(i % 3 == 0 ? "a" : "b"));
  }

  /// The ids of all items, or of those of a kind, or of an owner, by an attribute.
  private static List<String> ordered(String attribute, boolean filtered, boolean owned) {
    return IntStream.range(0, ITEMS)
        .filter(i -> !filtered || i % 3 == 0)
        .filter(i -> !owned || i % 2 == 0)
        .mapToObj(ChangedDuringRebuildIT::item)
        .sorted(Comparator.comparingInt(item -> Integer.parseInt(number(item, attribute))))
        .map(item -> requireNonNull(item.get("id")).s())
        .toList();
  }

  private static String number(Map<String, AttributeValue> item, String attribute) {
    return requireNonNull(item.get(attribute)).n();
  }

  private void beside(DeployedNotes notes, IndexStore store, Change change) throws Exception {
    Pages deployed = notes.pages(store, change.definition());
    String cursor =
        DeployedNotes.cursor(
            notes.pages(store, BEFORE).listing("notes").group("rita").size(5).page(2));
    Future<Boolean> running = notes.threads.submit(() -> notes.rebuild(store, change.definition()));
    Seen seen = new Seen(notes.state, change);
    do {
      seen.ask(() -> deployed.listing("notes").group("rita"), cursor);
    } while (!running.isDone());
    assertTrue(running.get());
    assertTrue(seen.answers > 5, "answers beside the rebuild: " + seen.answers);
    seen.isServed = true;
    Pages later = notes.pages(store, change.definition());
    for (int i = 0; i < 10; i++) {
      seen.ask(() -> later.listing("notes").group("rita"), cursor);
    }
  }

  private static boolean isOfAnotherDefinition(StateTable state) {
    return !state
        .serving("notes")
        .orElseThrow()
        .definition()
        .equals(Listings.parse(BEFORE, Map.of()).byName().firstEntry().getValue().definition());
  }

  /// What a client of the new deployment has seen.
  private final class Seen {
    private final StateTable state;
    private final Change change;
    private int answers;

    /// Whether the new index has answered, after which the old one must not.
    private boolean isServed;

    Seen(StateTable state, Change change) {
      this.state = state;
      this.change = change;
    }

    /// The index may be replaced between the naming of the group and its reading: then it is named
    /// again.
    void ask(Supplier<GroupQuery> group, String cursor) {
      try {
        askOnce(group, cursor);
      } catch (PagesException.NotReady e) {
        if (change.attribute() == null) {
          assertFalse(isServed, () -> change + ": " + e);
        } else {
          askOnce(group, cursor);
        }
      }
      answers++;
    }

    private void askOnce(Supplier<GroupQuery> group, String cursor) {
      int size = 1 + random.nextInt(9);
      boolean filtered = random.nextBoolean();
      GroupQuery asked = group.get().size(size);
      if (filtered) {
        try {
          asked = asked.filter(random.nextBoolean() ? change.filter() : "kind", "a");
        } catch (PagesException.InvalidParameter e) {
          // The filter is of the other definition.
          return;
        }
      }
      int number = 1 + random.nextInt(2);
      try {
        compare(DeployedNotes.keys(asked.page(number)), (number - 1) * size, size, filtered);
        if (!filtered) {
          compareAfter(DeployedNotes.keys(group.get().size(5).cursor(cursor)));
        }
      } catch (PagesException.InvalidCursor e) {
        assertTrue(isOfAnotherDefinition(state), () -> change + ": " + e);
      }
    }

    private void compare(List<String> keys, int from, int size, boolean filtered) {
      boolean owned = change.attribute() == null;
      isServed |= owned;
      String attribute = owned ? "at" : String.valueOf(change.attribute());
      List<String> before = part(ordered("at", filtered, false), from, size);
      List<String> after = part(ordered(attribute, filtered, owned), from, size);
      if (!keys.equals(before) || isServed) {
        assertEquals(after, keys, () -> "seed " + SEED + ", " + change);
        isServed |= !before.equals(after);
      }
    }

    private void compareAfter(List<String> keys) {
      assertEquals(part(ordered("at", false, false), 10, 5), keys, "the cursor's own order");
    }

    private static List<String> part(List<String> all, int from, int size) {
      return all.subList(Math.min(from, all.size()), Math.min(from + size, all.size()));
    }
  }
}
