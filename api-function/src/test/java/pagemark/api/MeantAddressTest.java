package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.api.RequestReader.OF_FACETS;
import static pagemark.api.RequestReader.OF_ITEMS;
import static pagemark.api.RequestReader.OF_PAGES;

import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;

/// Suggested addresses of a listing that [MistakesIT] does not have: with several sorts, ranges and
/// an open filter. Refusals need no index.
final class MeantAddressTest {
  private static final Front GOODS =
      new Front(
          new PageHandler(
              Definitions.pages(
                  Definitions.listings(
                      """
                      { "goods": {
                          "table": "goods", "group": { "attribute": "shop" },
                          "sorts": {
                            "newest": { "attribute": "made", "type": "epochSeconds", "order": "descending" },
                            "cheapest": { "attribute": "cost", "type": "number" } },
                          "key": [ { "attribute": "id" } ],
                          "filters": {
                            "price": { "attribute": "cost", "ranges": [10, 50] },
                            "stars": { "attribute": "stars", "values": [1, 2, 3, 4, 5] },
                            "tag": { "attribute": "tags", "values": "any", "each": true } },
                          "attributes": "*" } }
                      """,
                      "goods")),
              InstantSource.system(),
              false));

  private static String suggested(String query) {
    Reply refused = GOODS.get("/goods/x?" + query);
    assertEquals(400, refused.status(), query);
    return refused.body().at("/links/suggested").asText();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sort=cheapest&numbering=stable&limit=5 | sort=cheapest&numbering=stable&size=5
          limit=5&sort=cheapest&at=9             | sort=cheapest&size=5&at=9
          limit=5&sort=cheapest&at=01.02.2024    |
          limit=5&sort=newest&at=01.02.2024      | sort=newest&size=5&at=1706745600
          sort=cost&page=2                       | sort=cheapest&page=2
          orderBy=-cost                          | order=descending&sort=cheapest
          sort=cost:asc                          | order=ascending&sort=cheapest
          order=made                             | sort=newest
          sort=price                             |
          tags=java                              | tag=java
          tags=java,kotlin&limit=5               | tag=java%2Ckotlin&size=5
          tag=a&tag=b                            |
          price=10..50&limit=5                   | price=10..50&size=5
          price=..10,50..&limit=5                | price=..10%2C50..&size=5
          price=5                                |
          price=5&limit=5                        |
          price=10                               |
          """)
  void whatWasValidStays(String query, String meant) {
    assertEquals(meant == null ? "" : "/goods/x?" + meant, suggested(query), query);
  }

  @Test
  void aPriceIsToldTheRanges() {
    String told = GOODS.get("/goods/x?price=5").body().path("allowed").asText();
    assertEquals("one or more of ..10, 10..50, 50.., other, joined by commas", told);
  }

  /// Each of many pieces would be compared with each value of the filter.
  @Test
  void longValuesAreTakenAsTheyAre() {
    assertEquals("/goods/x?size=9&stars=5", suggested("limit=9&stars=" + "5.0,".repeat(24) + "5"));
    assertEquals("", suggested("limit=9&stars=" + "5.0,".repeat(25) + "5"));
    assertEquals(
        "/goods/x?size=9&stars=5%2C4", suggested("limit=9&stars=" + "5,4,".repeat(9_000) + "5"));
  }

  /// Documents show the table, and suggestions are made of it.
  @Test
  void eachWordOfTheTableIsUnderstood() throws IOException {
    Map<String, String> values = Map.of("number", "2", "time", "13.01.2024", "sort", "desc");
    Set<String> names = new HashSet<>();
    for (String line : table()) {
      String[] row = line.split("\t", -1);
      assertTrue(row.length == 3 && names.add(row[0]), line);
      String value = values.getOrDefault(row[1], "x");
      String meant = "/goods/x?" + expected(row[0], value) + "stars=5";
      for (String word : row[2].isEmpty() ? List.<String>of() : List.of(row[2].split(" ", -1))) {
        assertTrue(names.add(word), word);
        for (String form : List.of(word, "_" + word, "$" + word, word.toUpperCase(Locale.ROOT))) {
          assertEquals(meant, suggested(form + "=" + value + "&stars=5"), form);
        }
      }
    }
    for (List<String> own : List.of(OF_PAGES, OF_ITEMS, OF_FACETS)) {
      assertTrue(names.containsAll(own), own::toString);
    }
  }

  private static String expected(String name, String value) {
    return switch (name) {
      case "-" -> "";
      case "from", "to", "at" -> name + "=1705104000&";
      case "order", "sort" -> "order=descending&";
      default -> name + "=" + value + "&";
    };
  }

  private static List<String> table() throws IOException {
    try (InputStream words =
        requireNonNull(MeantAddressTest.class.getResourceAsStream("words.tsv"))) {
      return new String(words.readAllBytes(), UTF_8).lines().toList();
    }
  }
}
