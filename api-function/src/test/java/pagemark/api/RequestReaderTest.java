package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.api.RequestPath.UrlText;
import pagemark.entry.Cell;
import pagemark.entry.Order;
import pagemark.pages.Definitions;
import pagemark.pages.scope.Start;

final class RequestReaderTest {
  private static final RequestReader COMMENTS = reader(Definitions.COMMENTS);
  private static final RequestReader RATINGS = reader(Definitions.RATINGS);

  @Test
  void readsTheGroupFromThePathOrTheQuery() {
    for (String url : List.of("/comments/DAFT_PUNK_TSHIRT", "/comments?group=DAFT_PUNK_TSHIRT")) {
      ApiRequest.ForPage request = read(COMMENTS, url);
      assertEquals("comments", request.scope().listing().name());
      assertEquals("DAFT_PUNK_TSHIRT", request.scope().group().text());
    }
    assertEquals("a/b ü", read(COMMENTS, "/comments?group=a%2Fb+%C3%BC").scope().group().text());
    assertEquals("facets", read(COMMENTS, "/comments?group=facets").scope().group().text());
    assertEquals("..", read(COMMENTS, "/comments?group=..").scope().group().text());
  }

  @Test
  void readsAGroupOfSeveralValues() {
    RequestReader tasks =
        reader(
            Definitions.RATINGS
                .replace(
                    "{ \"attribute\": \"movie\", \"type\": \"number\" }",
                    "[{\"attribute\": \"tenant\"}, {\"attribute\": \"movie\", \"type\":"
                        + " \"number\"}]")
                .replace("\"index\": \"byMovie\", \"projection\": \"keys\",", ""));
    for (String url :
        List.of("/ratings/acme/7", "/ratings/acme/7/", "/ratings?group=acme&group=7")) {
      assertEquals(List.of("acme", "7"), read(tasks, url).scope().groupParts());
    }
    assertEquals(List.of("", "7"), read(tasks, "/ratings?group=&group=7").scope().groupParts());
    assertRefused("group", "", "a group of letters, digits", tasks, "/ratings//7");
    assertRefused(
        "group", "acme", "group 2 times, once for each of tenant, movie", tasks, "/ratings/acme");
    assertEquals(problem(tasks, "/nothing/a"), problem(tasks, "/ratings/acme/7/8"));
    assertEquals(problem(COMMENTS, "/nothing/a"), problem(COMMENTS, "/comments/a/b"));
    assertRefused("group", "b", "group once", COMMENTS, "/comments?group=a&group=b");
  }

  @Test
  void readsOneOfSeveralSorts() {
    RequestReader sorted =
        reader(
            Definitions.RATINGS.replace(
                "\"sort\":  { \"attribute\": \"at\", \"type\": \"integer\" }",
                """
                "sorts": { "newest": { "attribute": "at", "type": "integer", "order": "descending" },
                           "stars": { "attribute": "stars", "type": "number" } }
                """));
    for (String url : List.of("/ratings/1", "/ratings/1?sort=newest")) {
      ApiRequest.ForPage newest = read(sorted, url);
      assertEquals("ratings", newest.scope().listing().name());
      assertEquals(Order.DESCENDING, newest.scope().order());
      assertEquals(Map.of(), newest.given());
    }
    ApiRequest.ForPage stars = read(sorted, "/ratings/1?size=5&sort=stars&order=desc");
    assertEquals("ratings@stars", stars.scope().listing().name());
    assertEquals(List.of("size", "sort", "order"), List.copyOf(stars.given().keySet()));
    assertRefused("sort", "Stars", "newest, stars", sorted, "/ratings/1?sort=Stars");
    assertRefused(
        "sort", "at", "left out: this listing has one sort", RATINGS, "/ratings/1?sort=at");
    assertEquals(problem(sorted, "/nothing/1"), problem(sorted, "/ratings@stars/1"));
  }

  @Test
  void readsAListingThatIsOneGroup() {
    RequestReader all =
        reader(
            Definitions.RATINGS
                .replace("\"group\": { \"attribute\": \"movie\", \"type\": \"number\" },", "")
                .replace("\"index\": \"byMovie\", \"projection\": \"keys\",", ""));
    assertEquals(new Start.Numbered(7), read(all, "/ratings?page=7").start());
    assertEquals(List.of(), read(all, "/ratings").scope().groupParts());
    for (String url : List.of("/ratings/x", "/ratings?group=x")) {
      assertRefused("group", "x", "left out: this listing is one group", all, url);
    }
  }

  @Test
  void takesTheListingsDefaultsForMissingParameters() {
    ApiRequest.ForPage request = read(COMMENTS, "/comments/x");
    assertEquals(new Start.Numbered(1), request.start());
    assertEquals(20, request.scope().size());
    assertEquals(Order.DESCENDING, request.scope().order());
    assertTrue(request.given().isEmpty());
  }

  @Test
  void readsPageSkipSizeAndOrder() {
    ApiRequest.ForPage page = read(COMMENTS, "/comments/x?order=ascending&size=7&page=2147483647");
    assertEquals(new Start.Numbered(2147483647), page.start());
    assertEquals(7, page.scope().size());
    assertEquals(Order.ASCENDING, page.scope().order());
    assertEquals(List.of("size", "order"), List.copyOf(page.given().keySet()));
    assertEquals(7L * 2147483646, new Start.Numbered(2147483647).from(page.scope().size()));

    assertEquals(new Start.Skipped(0), read(COMMENTS, "/comments/x?skip=0").start());
    assertEquals(
        new Start.Skipped(2147483647), read(COMMENTS, "/comments/x?skip=2147483647").start());
  }

  @Test
  void lowersASizeOverTheMaximumHoweverLarge() {
    for (String size : List.of("100", "101", "4294967297", "99999999999999999999")) {
      ApiRequest.ForPage request = read(COMMENTS, "/comments/x?size=" + size);
      assertEquals(100, request.scope().size());
      assertEquals("100", request.given().get("size"));
    }
    assertEquals(50, read(RATINGS, "/ratings/1?size=51").scope().size());
  }

  @Test
  void refusesMalformedParametersAndNamesValueAndValidValues() {
    for (String wrong :
        List.of("0", "-1", "abc", "1e9", "2147483648", "0x1", "+1", "1.0", "", "١")) {
      String encoded = UrlText.encoded(wrong);
      assertRefused("page", wrong, "a whole number from 1 to", "/comments/x?page=" + encoded);
      if (!wrong.equals("0")) {
        assertRefused("skip", wrong, "a whole number from 0 to", "/comments/x?skip=" + encoded);
      }
      if (!wrong.equals("2147483648")) {
        assertRefused("size", wrong, "a whole number from 1 to 100", "/comments/x?size=" + encoded);
      }
    }
    for (String wrong : List.of("", "Asc", "Ascending", "descending ")) {
      String url = "/comments/x?order=" + UrlText.encoded(wrong);
      assertRefused("order", wrong, "ascending or descending", url);
    }
  }

  @Test
  void refusesPageWithSkip() {
    assertRefused("skip", "0", "page or skip, not both", "/comments/x?page=1&skip=0");
  }

  @Test
  void refusesUnknownRepeatedAndLaterParametersRatherThanIgnoreThem() {
    assertUnknown("Page", "1", "group, page, skip, size", COMMENTS, "/comments/x?Page=1");
    assertUnknown("", "", "group, page, skip, size", COMMENTS, "/comments/x?page=1&=");
    assertRefused("page", "2", "page once", "/comments/x?page=1&page=2");
    assertRefused("numbering", "x", "stable", "/comments/x?page=1&numbering=x");
    assertRefused("skip", "5", "page, at, item or cursor", "/comments/x?skip=5&numbering=stable");
    assertUnknown("rating", "5", "group, page", RATINGS, "/ratings/1?rating=5");
  }

  /// The parameter is called unknown, not its value wrong.
  private static void assertUnknown(
      String name, String value, String known, RequestReader reader, String url) {
    assertRefused(name, value, "the parameters ", reader, url);
    String detail = problem(reader, url).detail();
    String begin = "there is no parameter %s; the parameters are %s".formatted(name, known);
    assertTrue(detail.startsWith(begin), detail);
  }

  @Test
  void readsFiltersInAnyOrderAndRepeatsThemInThatOfTheDefinition() {
    ApiRequest.ForPage request = read(COMMENTS, "/comments/x?rating=other,5,4&order=ascending");
    assertEquals(Map.of("order", "ascending", "rating", "4,5,other"), request.given());
    assertEquals(
        List.of("0", "4", "5"),
        request.scope().selection().cells().stream().map(Cell::name).toList());
    assertTrue(read(COMMENTS, "/comments/x").scope().selection().isWhole());
    assertTrue(read(COMMENTS, "/comments/x?rating=1,2,3,4,5,other").scope().selection().isWhole());
  }

  @Test
  void refusesValuesThatAFilterDoesNotHave() {
    for (String wrong : List.of("", "6", "5,", ",5", "4,,5", "5.0", "05", "Other", "4, 5", "4;5")) {
      String url = "/comments/x?rating=" + UrlText.encoded(wrong);
      assertRefused("rating", wrong, "one or more of 1, 2, 3, 4, 5, other, joined by commas", url);
    }
    assertRefused("rating", "4,5,4", "each value once", "/comments/x?rating=4,5,4");
    assertRefused("rating", "5,4,5", "each value once", "/comments/x?rating=5,4&rating=5");
    assertEquals(
        read(COMMENTS, "/comments/x?rating=5,4").scope(),
        read(COMMENTS, "/comments/x?rating=5&rating=4").scope());
  }

  @Test
  void anEmptyTextIsAValueIfItIsDeclared() {
    RequestReader odd = reader(Definitions.COMMENTS.replaceFirst("1, 2, 3, 4, 5", "\"\", 5"));
    for (String url : List.of("rating=", "rating", "rating=,5", "rating=5&rating=")) {
      ApiRequest.ForPage request = read(odd, "/comments/x?" + url);
      String written = url.contains("5") ? ",5" : "";
      assertEquals(Map.of("rating", written), request.given(), url);
    }
    assertRefused("rating", "1", "one or more of \"\", 5, other", odd, "/comments/x?rating=1");
  }

  @Test
  void readsFacets() {
    for (String url :
        List.of("/comments/x/facets?rating=4,5", "/comments/facets?group=x&rating=5,4")) {
      ApiRequest asked = Front.request(COMMENTS, Front.event("GET", url, Map.of()));
      ApiRequest.ForFacets facets = assertInstanceOf(ApiRequest.ForFacets.class, asked);
      assertEquals("x", facets.scope().group().text());
      assertEquals(2, facets.scope().selection().cells().size());
    }
    assertEquals(400, problem(COMMENTS, "/comments/facets").status());
    assertUnknown(
        "page",
        "2",
        "group, sort, from, to, prefix, during, zone, bars, rating",
        COMMENTS,
        "/comments/x/facets?page=2");
  }

  @Test
  void refusesAGroupThatIsMissingEmptyTooLongOrGivenTwice() {
    Problem missing = problem(COMMENTS, "/comments");
    assertEquals("name the group: /{listing}/GROUP, or /{listing}?group=GROUP", missing.detail());
    assertEquals("1 to 2048 bytes of UTF-8", missing.members().get("allowed"));
    assertRefused("group", "", "1 to 2048 bytes", "/comments?group=");
    assertRefused("group", "y", "not both", "/comments/x?group=y");
    assertEquals(
        2048,
        read(COMMENTS, "/comments?group=" + "a".repeat(2048)).scope().group().text().length());
    assertEquals(400, problem(COMMENTS, "/comments?group=" + "a".repeat(2049)).status());
    assertEquals(400, problem(COMMENTS, "/comments?group=" + "%C3%BC".repeat(1025)).status());
  }

  @Test
  void refusesGroupsInThePathThatAreNotSafeThere() {
    for (String group : List.of("a%20b", "a+b", "%C3%BC", "a%2Cb", "a%25b", ".", "..", "a:b")) {
      Problem problem = problem(COMMENTS, "/comments/" + group);
      assertEquals(400, problem.status(), group);
      assertTrue(problem.detail().contains("?group="), group);
    }
  }

  @Test
  void readsOnlyNumbersThatDynamoDbHolds() {
    for (String number : List.of("0", "-5", "0.001", "12345678901234567890123456789012345678")) {
      assertEquals(number, read(RATINGS, "/ratings/" + number).scope().group().text());
    }
    for (String wrong : List.of("abc", "1e2", "1".repeat(39), "5".repeat(201), "--1")) {
      Problem problem = problem(RATINGS, "/ratings/" + wrong);
      assertEquals(400, problem.status(), wrong);
      assertTrue(problem.detail().contains("a number of up to 38 digits"), wrong);
    }
  }

  @Test
  void findsNothingAtOtherPaths() {
    for (String path :
        List.of(
            "/",
            "/nothing",
            "/nothing/x",
            "//",
            "/comments//",
            "/comments/x//",
            "/comments/x/y",
            "//x",
            "/comments/a%2Fb",
            "/comments/x/y/facets",
            "/comments/x/facets/y",
            "/comments/x/facets//",
            "/Comments/x")) {
      assertEquals(404, problem(COMMENTS, path).status(), path);
    }
  }

  /// The story: a stranger who sent one of these got the names of the listing's filters.
  private static final List<String> WRONG =
      List.of(
          "raiting=4",
          "rating=6",
          "size=0",
          "cursor=x",
          "page=0",
          "from=a",
          "a=%",
          "page=1&page=1",
          "at=x",
          "order=up",
          "numbering=x");

  @Test
  void hidesGroupsThatTheClaimDoesNotName() {
    RequestReader mine =
        reader(Definitions.COMMENTS.replace("\"order\"", "\"groupClaim\": \"sub\", \"order\""));
    var rita = Map.of("sub", "rita", "other", "tom");
    assertEquals("rita", groupOf(Front.request(mine, Front.event("GET", "/comments/rita", rita))));
    Problem unknown = problem(mine, "/nothing/rita");
    for (var event :
        List.of(
            Front.event("GET", "/comments/tom", rita),
            Front.event("GET", "/comments?group=tom", rita),
            Front.event("GET", "/comments/rita", Map.of("other", "rita")),
            Front.event("GET", "/comments/rita", Map.of()))) {
      Problem hidden = Front.problem(() -> Front.request(mine, event));
      assertEquals(unknown, hidden);
    }
    for (String wrong : WRONG) {
      for (String stranger :
          List.of(
              "/comments/tom?", "/comments/tom/facets?", "/comments?group=tom&", "/comments?")) {
        Problem hidden =
            Front.problem(() -> Front.request(mine, Front.event("GET", stranger + wrong, rita)));
        assertEquals(unknown, hidden, stranger + wrong);
      }
      for (String own : List.of("/comments/rita?", "/comments?" + wrong + "&group=rita&")) {
        Problem told =
            Front.problem(() -> Front.request(mine, Front.event("GET", own + wrong, rita)));
        assertEquals(400, told.status(), own + wrong);
      }
    }
  }

  private static String groupOf(ApiRequest request) {
    return ((ApiRequest.OfGroup) request).scope().group().text();
  }

  @Test
  void shortensLongValuesInProblems() {
    String value =
        String.valueOf(
            problem(COMMENTS, "/comments/x?page=" + "9".repeat(5000)).members().get("value"));
    assertFalse(value.length() > 110);
  }

  private static void assertRefused(String name, String value, String allowed, String url) {
    assertRefused(name, value, allowed, url.startsWith("/ratings") ? RATINGS : COMMENTS, url);
  }

  static void assertRefused(
      String name, String value, String allowed, RequestReader reader, String url) {
    Problem problem = problem(reader, url);
    assertEquals(400, problem.status(), url);
    assertEquals(name, problem.members().get("parameter"), url);
    assertEquals(value, problem.members().get("value"), url);
    String told = String.valueOf(problem.members().get("allowed"));
    assertTrue(told.contains(allowed), told);
    assertTrue(problem.detail().contains(allowed), problem.detail());
  }

  static RequestReader reader(String json) {
    return Front.requests(json);
  }

  static ApiRequest.ForPage read(RequestReader reader, String url) {
    return Front.pageRequest(reader, url);
  }

  static Problem problem(RequestReader reader, String url) {
    return Front.problem(() -> read(reader, url));
  }
}
