package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.api.Front.Reply;
import pagemark.entry.Bytes;
import pagemark.index.Extent;
import pagemark.index.IndexServer;
import pagemark.index.TakesLong;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Compares pages and facets under filters, on real servers, with a plain list that is filtered and
/// sorted.
@TakesLong(15)
@ParameterizedClass
@EnumSource(value = RedisTopology.class, names = "SINGLE_NODE")
@EnumSource(SqlServer.class)
final class FilteredPagesIT {
  private static final long SEED = 20_261_121;
  private static final int ITEMS = 300;
  private static final int COMBINATIONS = Extent.of(25, 105);
  private static final int REQUESTS = Extent.of(40, 200);

  private static final String DEFINITION =
      """
      { "notes": {
          "table": "${TABLE_NAME}", "index": "byTopic",
          "group": { "attribute": "topic" },
          "sort":  { "attribute": "at", "type": "integer" },
          "key":   [ { "attribute": "PK" } ],
          "filters": { "rating":   { "attribute": "rating", "values": [1, 2, 3] },
                       "language": { "attribute": "lang", "values": ["de", "en"] } },
          "attributes": ["PK", "rating"] } }
      """;

  private final Random random;
  private final List<FilteredNote> items = new ArrayList<>();
  private final Shop shop;

  FilteredPagesIT(IndexServer server) {
    random = new Random(SEED + server.toString().hashCode());
    shop = new Shop("filtered-pages-" + server, DEFINITION, server.emptyStore()).open();
  }

  /// @param given the parameters of the request, without the one for the start of the page
  private record Case(String given, List<FilteredNote> sequence, int size) {
    List<FilteredNote> part(int from, int to) {
      return sequence.subList(Math.min(from, sequence.size()), Math.clamp(to, 0, sequence.size()));
    }
  }

  @AfterEach
  void close() {
    shop.index().close();
  }

  @Test
  void everyPageAndFacetIsThatOfTheFilteredList() {
    System.out.println("seed " + SEED);
    fill();
    for (Combination some : combinations().subList(0, COMBINATIONS)) {
      checkAllPages(asked(some, 40, false, null));
      checkFacets(some);
    }
    for (int i = 0; i < REQUESTS; i++) {
      checkAny(anyCase());
    }
  }

  /// The values that a request gives to each filter.
  private record Combination(List<String> ratings, List<String> languages) {
    boolean matches(FilteredNote item) {
      return hasRating(item) && hasLanguage(item);
    }

    boolean hasRating(FilteredNote item) {
      return ratings.contains(item.rating());
    }

    boolean hasLanguage(FilteredNote item) {
      return languages.contains(item.language());
    }

    String text() {
      return "rating=%s&language=%s"
          .formatted(String.join(",", ratings), String.join(",", languages));
    }
  }

  /// All combinations of filter values, in random order.
  private List<Combination> combinations() {
    List<Combination> all = new ArrayList<>();
    for (List<String> ratings : subsets(FilteredNote.RATINGS)) {
      subsets(FilteredNote.LANGUAGES)
          .forEach(languages -> all.add(new Combination(ratings, languages)));
    }
    Collections.shuffle(all, random);
    return all;
  }

  private void fill() {
    List<Map<String, AttributeValue>> rows = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      FilteredNote item =
          new FilteredNote(
              "k%04d-%d".formatted(random.nextInt(10_000), i),
              random.nextInt(40),
              FilteredNote.RATINGS.get(Math.min(random.nextInt(5), 3)),
              FilteredNote.LANGUAGES.get(random.nextInt(3)));
      items.add(item);
      rows.add(item.row(random));
    }
    shop.put(rows);
    items.sort(
        Comparator.comparingInt(FilteredNote::sort).thenComparing(item -> Bytes.utf8(item.key())));
  }

  /// All subsets but the empty one.
  private static List<List<String>> subsets(List<String> values) {
    List<List<String>> subsets = new ArrayList<>();
    for (int bits = 1; bits < 1 << values.size(); bits++) {
      List<String> subset = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        if ((bits >> i & 1) == 1) {
          subset.add(values.get(i));
        }
      }
      subsets.add(subset);
    }
    return subsets;
  }

  private Case asked(Combination some, int size, boolean descending, int @Nullable [] window) {
    Predicate<FilteredNote> within =
        item -> window == null || (item.sort() >= window[0] && item.sort() < window[1]);
    List<FilteredNote> sequence =
        items.stream()
            .filter(within.and(some::matches))
            .collect(Collectors.toCollection(ArrayList::new));
    if (descending) {
      Collections.reverse(sequence);
    }
    String given =
        "&size=%d&%s&order=%s"
            .formatted(size, some.text(), descending ? "descending" : "ascending");
    return new Case(
        given + (window == null ? "" : "&from=%d&to=%d".formatted(window[0], window[1])),
        sequence,
        size);
  }

  private Case anyCase() {
    int from = random.nextInt(35);
    return asked(
        new Combination(any(subsets(FilteredNote.RATINGS)), any(subsets(FilteredNote.LANGUAGES))),
        1 + random.nextInt(30),
        random.nextBoolean(),
        random.nextBoolean() ? new int[] {from, from + 1 + random.nextInt(20)} : null);
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private Reply get(Case asked, String start) {
    return shop.front().get("/notes/x?" + start + asked.given());
  }

  private void checkAllPages(Case asked) {
    int pages = Math.max(1, Math.ceilDiv(asked.sequence().size(), asked.size()));
    for (int page = 1; page <= pages; page++) {
      Reply reply = get(asked, "page=" + page);
      assertPart(asked, reply, (page - 1) * asked.size());
      assertEquals(page == pages, reply.body().at("/links/next").isNull(), asked.given());
    }
    assertEquals(404, get(asked, "page=" + (pages + 1)).status());
  }

  private void assertPart(Case asked, Reply reply, int from) {
    assertEquals(200, reply.status(), () -> asked.given() + reply.text());
    assertEquals(
        asked.part(from, from + asked.size()).stream().map(FilteredNote::key).toList(),
        PageReadsIT.keys(reply),
        asked.given());
    assertEquals(
        asked.sequence().size(), reply.body().at("/page/totalItems").intValue(), asked.given());
    assertTrue(reply.header("Pagemark-Cost").contains("suspects=0"), asked.given());
  }

  private void checkAny(Case asked) {
    int total = asked.sequence().size();
    switch (random.nextInt(3)) {
      case 0 -> {
        int skip = random.nextInt(total + 3);
        Reply reply = get(asked, "skip=" + skip);
        if (skip > 0 && skip >= total) {
          assertEquals(404, reply.status(), asked.given());
        } else {
          assertPart(asked, reply, skip);
          checkCursors(asked, reply, skip);
        }
      }
      case 1 -> checkAt(asked);
      default -> checkItem(asked);
    }
  }

  private void checkAt(Case asked) {
    int sort = random.nextInt(45);
    boolean descending = asked.given().contains("descending");
    long before =
        asked.sequence().stream()
            .filter(item -> descending ? item.sort() > sort : item.sort() < sort)
            .count();
    int rank = (int) Math.min(before, Math.max(0, asked.sequence().size() - 1));
    assertPart(asked, get(asked, "at=" + sort), rank / asked.size() * asked.size());
  }

  private void checkItem(Case asked) {
    FilteredNote item = any(items);
    int rank = asked.sequence().indexOf(item);
    Reply reply = get(asked, "item=" + item.key());
    if (rank < 0) {
      assertEquals(404, reply.status(), asked.given());
    } else {
      assertPart(asked, reply, rank / asked.size() * asked.size());
    }
  }

  private void checkCursors(Case asked, Reply reply, int from) {
    JsonNode cursors = reply.body().path("cursors");
    int to = Math.min(from + asked.size(), asked.sequence().size());
    assertEquals(to == asked.sequence().size(), cursors.path("after").isNull(), asked.given());
    if (!cursors.path("after").isNull()) {
      assertPart(asked, get(asked, "cursor=" + cursors.path("after").asText()), to);
    }
    if (!cursors.path("before").isNull()) {
      Reply before = get(asked, "cursor=" + cursors.path("before").asText());
      int begin = Math.max(0, from - asked.size());
      assertEquals(
          asked.part(begin, from).stream().map(FilteredNote::key).toList(),
          PageReadsIT.keys(before));
    }
  }

  private void checkFacets(Combination some) {
    String given = some.text();
    JsonNode body = shop.front().get("/notes/x/facets?from=5&to=30&" + given).body();
    List<FilteredNote> within = items.stream().filter(i -> i.sort() >= 5 && i.sort() < 30).toList();
    for (String rating : FilteredNote.RATINGS) {
      assertEquals(
          count(within, i -> i.rating().equals(rating) && some.hasLanguage(i)),
          body.at("/facets/rating/" + rating).longValue(),
          given);
    }
    for (String language : FilteredNote.LANGUAGES) {
      assertEquals(
          count(within, i -> i.language().equals(language) && some.hasRating(i)),
          body.at("/facets/language/" + language).longValue(),
          given);
    }
    assertEquals(count(within, some::matches), body.path("totalItems").longValue(), given);
    double mean =
        within.stream()
            .filter(i -> some.hasLanguage(i) && !i.rating().equals("other"))
            .mapToInt(i -> Integer.parseInt(i.rating()))
            .average()
            .orElseThrow();
    assertEquals(mean, body.at("/means/rating").doubleValue(), 1e-5, given);
    assertTrue(body.path("means").path("language").isMissingNode());
  }

  private static long count(List<FilteredNote> items, Predicate<FilteredNote> counted) {
    return items.stream().filter(counted).count();
  }
}
