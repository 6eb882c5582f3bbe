package pagemark.api;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.with;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;
import pagemark.pages.cursor.CursorKeys;
import pagemark.state.Inexact;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A client that keeps every answer asks again over a random history. Each 304 must name a kept
/// answer that is the page of now, but for the members that docs/http.md lets move, and whose links
/// and cursors lead on.
@TakesLong(nightly = 40)
final class TagsModelIT {
  private static final long SEED = 20_261_125;
  private static final int REQUESTS = 3;
  private static final String SIZE = "size=3";

  /// Every kind of start, order and selection.
  private static final List<String> URLS =
      Stream.of("", "page=2&", "skip=3&", "at=2024-05-01%2000:10&", "item=k003&")
          .flatMap(start -> Stream.of("", "&order=ascending").map(end -> start + SIZE + end))
          .flatMap(query -> Stream.of("", "&rating=5", "&to=2024-05-01%2000:30").map(query::concat))
          .flatMap(query -> Stream.of(query, query + "&numbering=stable"))
          .filter(query -> !(query.contains("skip") && query.contains("stable")))
          .map("/comments/x?"::concat)
          .toList();

  /// Pages of old items: most steps change only their totals.
  private static final List<String> SETTLED =
      List.of(
          "/comments/x?page=1&size=3&order=ascending&numbering=stable",
          "/comments/x?page=2&size=3&numbering=stable");

  private static final int STEPS = Extent.of(60, 1_000);
  private final Random random = new Random(SEED);

  /// Few, so that each is asked for again and again.
  private final List<String> urls =
      Stream.concat(SETTLED.stream(), random.ints(0, URLS.size()).mapToObj(URLS::get).limit(4))
          .toList();

  private final Shop shop = new Shop("tags-model", Definitions.COMMENTS).open();
  private final Map<String, Map<String, AttributeValue>> items = new TreeMap<>();
  private final Map<String, Map<String, Reply>> kept = new HashMap<>();
  private Map<String, AttributeValue> ghost = Map.of();
  private CursorKeys keys = Definitions.CURSOR_KEYS;
  private Instant now = Instant.parse("2026-11-21T06:00:00Z");
  private Front front = shop.front(Optional.of(keys), () -> now);
  private Inexact mark = new Inexact(Inexact.Cause.LOST_WRITES, now, now);
  private boolean isMarked;
  private int made;
  private int confirmed;
  private int moved;

  @Test
  void aConfirmedAnswerIsThePageOfNow() {
    System.out.println("TagsModelIT seed " + SEED);
    for (int i = 0; i < 10; i++) {
      add(made);
    }
    for (int step = 0; step < STEPS; step++) {
      change();
      for (int i = 0; i < REQUESTS; i++) {
        ask(urls.get(random.nextInt(urls.size())));
      }
    }
    assertTrue(confirmed > STEPS / 4, "confirmed: " + confirmed);
    assertTrue(moved > 0, "no total has moved");
  }

  /// Changes what pages show, or how their cursors are sealed. Most often, a new item arrives.
  private void change() {
    switch (random.nextInt(16)) {
      case 0 -> add(random.nextInt(made));
      case 1 -> remove(any());
      case 2 -> put(with(any(), "title", fromS("edited " + random.nextInt())));
      case 3 -> haunt();
      case 4 -> now = now.plus(Duration.ofHours(1 + random.nextInt(16)));
      case 5 -> mark();
      case 6 -> rotate();
      default -> add(made);
    }
  }

  private void add(int minute) {
    Map<String, AttributeValue> item =
        Shop.comment(
            "k%03d".formatted(made++),
            "x",
            "2024-05-01 %02d:%02d".formatted(minute / 60, minute % 60));
    put(with(item, "rating", fromN(random.nextBoolean() ? "5" : "3")));
  }

  private Map<String, AttributeValue> any() {
    if (items.isEmpty()) {
      add(made);
    }
    return List.copyOf(items.values()).get(random.nextInt(items.size()));
  }

  private void put(Map<String, AttributeValue> item) {
    items.put(Shop.text(item, "PK"), item);
    shop.put(List.of(item));
  }

  private void remove(Map<String, AttributeValue> item) {
    items.remove(Shop.text(item, "PK"));
    shop.outOfTable(Shop.text(item, "PK"));
    shop.outOfIndex(List.of(item));
  }

  /// Takes an item out of the table alone, or out of the index too if that happened before.
  private void haunt() {
    if (ghost.isEmpty()) {
      ghost = any();
      shop.outOfTable(Shop.text(ghost, "PK"));
    } else {
      remove(ghost);
      ghost = Map.of();
    }
  }

  /// The new keys open the cursors of before only after a rotation.
  private void rotate() {
    keys =
        new CursorKeys(
            "%043d".formatted(random.nextInt(1_000_000)),
            random.nextBoolean() ? Optional.of(keys.current()) : Optional.empty());
    front = shop.front(Optional.of(keys), () -> now);
  }

  private void mark() {
    if (isMarked) {
      shop.state().clear("comments", Shop.GENERATION, mark);
    } else {
      mark = new Inexact(Inexact.Cause.LOST_WRITES, now, now);
      shop.state().mark("comments", Shop.GENERATION, mark);
    }
    isMarked = !isMarked;
    now = now.plusSeconds(10);
  }

  private void ask(String url) {
    Map<String, Reply> known = kept.computeIfAbsent(url, u -> new HashMap<>());
    Reply reply = front.get(url, Map.of("if-none-match", String.join(", ", known.keySet())));
    if (reply.status() == 304) {
      checkConfirmed(url, requireNonNull(known.get(reply.header("ETag"))));
    } else if (reply.status() == 200) {
      assertNull(known.put(reply.header("ETag"), reply), "a tag that the client had");
    }
  }

  private void checkConfirmed(String url, Reply old) {
    confirmed++;
    Reply fresh = front.get(url);
    boolean isSettled = fresh.header("Cache-Control").equals("max-age=86400");
    assertEquals(body(fresh, isSettled), body(old, isSettled), url);
    moved += fresh.text().equals(old.text()) ? 0 : 1;
    checkLeadsOn(old, url.substring(url.indexOf(SIZE)));
  }

  /// @param scope the parameters of a request without its start
  private void checkLeadsOn(Reply old, String scope) {
    JsonNode links = old.body().get("links");
    Stream<JsonNode> addresses = Stream.of(links.get("prev"), links.get("next"));
    JsonNode after = old.body().at("/cursors/after");
    Stream.concat(
            addresses.filter(link -> !link.isNull()).map(JsonNode::asText),
            Stream.of(after)
                .filter(cursor -> !cursor.isNull())
                .map(cursor -> "/comments/x?cursor=" + cursor.asText() + "&" + scope))
        .skip(random.nextInt(2))
        .findFirst()
        .ifPresent(on -> assertEquals(200, front.get(on).status(), on));
  }

  /// @param isSettled whether totals and the last page may move under the tag
  private static JsonNode body(Reply reply, boolean isSettled) {
    JsonNode body = reply.body();
    if (isSettled) {
      ((ObjectNode) body.get("page")).remove(List.of("totalItems", "totalPages"));
      ((ObjectNode) body.get("links")).remove("last");
    }
    return body;
  }
}
