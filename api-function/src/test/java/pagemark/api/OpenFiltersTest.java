package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static pagemark.api.RequestReaderTest.assertRefused;
import static pagemark.api.RequestReaderTest.problem;
import static pagemark.api.RequestReaderTest.read;
import static pagemark.api.RequestReaderTest.reader;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import pagemark.listing.Filter.OpenFilter.OpenValue;

/// Requests for a value of an open filter, and for a group that is an element of a list.
final class OpenFiltersTest {
  private static final String TASKS =
      """
      { "tasks": {
          "table": "tasks",
          "group": { "attribute": "team" },
          "sort":  { "attribute": "due", "type": "integer" },
          "key":   [ { "attribute": "id" } ],
          "filters": {
            "city":  { "path": ["address", "city"], "values": "any" },
            "done":  { "attribute": "done", "values": [true, false] },
            "label": { "attribute": "labels", "values": "any", "each": true }
          },
          "attributes": "*" } }
      """;
  private static final RequestReader REQUESTS = reader(TASKS);

  private static String value(String url) {
    OpenValue value = read(REQUESTS, url).scope().value();
    return value == null ? "" : value.filter().name() + "=" + value.text();
  }

  @Test
  void aValueMayHaveCommasAndBeOther() {
    assertEquals("city=Rome, Italy", value("/tasks/red?city=Rome%2C%20Italy"));
    assertEquals("city=,", value("/tasks/red?city=,"));
    assertEquals("label=other", value("/tasks/red?label=other"));
    assertEquals("label=%=a/b", value("/tasks/red?label=%25%3Da%2Fb"));
    assertEquals("", value("/tasks/red?done=true"));
    assertEquals("red%=city%=Rome, Italy", group("/tasks/red?city=Rome%2C%20Italy"));
    assertEquals("red", group("/tasks/red"));
  }

  private static String group(String url) {
    return read(REQUESTS, url).scope().group().text();
  }

  @Test
  void aRequestNamesOneValueOfOneOpenFilter() {
    String valid = "one value of 1 to 2048 bytes of UTF-8";
    assertRefused("city", "", valid, REQUESTS, "/tasks/red?city=");
    assertEquals("city=" + "a".repeat(2048), value("/tasks/red?city=" + "a".repeat(2048)));
    Problem tooLong = problem(REQUESTS, "/tasks/red?city=" + "%C3%A9".repeat(1025));
    assertEquals(valid, tooLong.members().get("allowed"));
    assertRefused("city", "b", "city once", REQUESTS, "/tasks/red?city=a&city=b");
    assertRefused(
        "label",
        "bug",
        "city or label, not both: the index keeps a list for each value of one of them. Declare the"
            + " values of one in listings.json, or put both into one attribute",
        REQUESTS,
        "/tasks/red?label=bug&city=Rome");
  }

  @Test
  void anUnknownParameterIsToldTheOpenFiltersToo() {
    Problem problem = problem(REQUESTS, "/tasks/red?lable=bug");
    assertEquals("label", problem.members().get("suggestion"));
    String allowed = String.valueOf(problem.members().get("allowed"));
    assertEquals("zone, only, fields, done, city, label", allowed.replaceAll(".*(?=zone)", ""));
  }

  private static Links links(String url) {
    ApiRequest.ForPage request = read(REQUESTS, url);
    return Links.of(AnswerTest.page(request, 50L), request.given());
  }

  @Test
  void linksRepeatTheValueBehindTheDeclaredFilters() {
    Links links =
        links("/tasks/red?city=Rome%2C%20Italy&size=20&page=2&done=false&order=ascending");
    String end = "done=false&city=Rome%2C%20Italy";
    assertEquals(
        "/tasks/red?page=3&size=20&order=ascending&" + end, links.byRelation().get("next"));
    assertEquals("/tasks/red?page=2&" + end, links.canonical());
    assertEquals("/tasks/red?label=other", links("/tasks/red?label=other").canonical());
    for (String link : List.copyOf(links.byRelation().values())) {
      assertEquals(value("/tasks/red?city=Rome%2C%20Italy"), value(link));
    }
    assertEquals("/tasks?group=a%2Fb&page=1&label=a%26b", self("/tasks?label=a%26b&group=a%2Fb"));
  }

  private static String self(String url) {
    return Objects.toString(links(url).byRelation().get("self"));
  }

  private static String hint(String url, long total) {
    ApiRequest.ForPage request = read(REQUESTS, url);
    var answer =
        Answer.of(AnswerTest.page(request, total), request.given(), null, Answer.Caller.NONE);
    return Events.parsedObject(answer.getBody()).path("hint").asText();
  }

  @Test
  void anEmptyPageSaysThatACommaJoinsNoValues() {
    String hint = "a comma in %s is part of the value; ask for each of several values by itself";
    assertEquals(hint.formatted("label"), hint("/tasks/red?label=java,kotlin", 0));
    assertEquals(hint.formatted("group"), hint("/tasks?group=red,blue&label=java", 0));
    assertEquals("", hint("/tasks/red?label=java&done=true,false", 0));
    assertEquals("", hint("/tasks?group=red,blue&label=java,kotlin", 1));
  }

  @Test
  void facetsTakeAValueAsACondition() {
    var facets =
        (ApiRequest.ForFacets)
            Front.request(REQUESTS, Front.event("GET", "/tasks/red/facets?label=bug", Map.of()));
    OpenValue value = facets.scope().value();
    assertEquals("bug", value == null ? "" : value.text());
  }

  @Test
  void aGroupIsAnElementInThePathOrTheQuery() {
    RequestReader posts =
        reader(TASKS.replace("\"attribute\": \"team\"", "\"attribute\": \"tags\", \"each\": true"));
    for (String url : List.of("/tasks/java", "/tasks?group=java")) {
      assertEquals(List.of("java"), read(posts, url).scope().groupParts());
    }
    assertEquals("c%2Fc++", read(posts, "/tasks?group=c%2Fc%2B%2B").scope().group().text());
    assertNull(read(posts, "/tasks/java").scope().value());
    RequestReader ofTenants =
        reader(
            TASKS.replace(
                "{ \"attribute\": \"team\" }",
                "[ { \"attribute\": \"tenant\" }, { \"attribute\": \"tags\", \"each\": true } ]"));
    for (String url :
        List.of("/tasks/acme/java?city=Rome", "/tasks?group=acme&group=java&city=Rome")) {
      assertEquals("acme/java%=city%=Rome", read(ofTenants, url).scope().group().text());
    }
  }

  @Test
  void theClaimMustEqualTheElement() {
    RequestReader mine =
        reader(
            TASKS
                .replace("\"attribute\": \"team\"", "\"attribute\": \"readers\", \"each\": true")
                .replace("\"attributes\"", "\"groupClaim\": \"sub\", \"attributes\""));
    Map<String, String> rita = Map.of("sub", "rita");
    ApiRequest.ForPage request =
        (ApiRequest.ForPage) Front.request(mine, Front.event("GET", "/tasks/rita?label=bug", rita));
    assertEquals("rita%=label%=bug", request.scope().group().text());
    for (String url :
        List.of("/tasks/tom", "/tasks?group=tom&label=bug", "/tasks", "/tasks?label=rita")) {
      assertEquals(
          404,
          Front.problem(() -> Front.request(mine, Front.event("GET", url, rita))).status(),
          url);
    }
  }
}
