package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.pages.Definitions;

final class LinksTest {
  private static final RequestReader REQUESTS = Front.requests(Definitions.COMMENTS);

  @Test
  void haveNoPrevAndNextAtTheEnds() {
    assertEquals(
        "</comments/x?page=1>; rel=\"self\", </comments/x?page=1>; rel=\"first\","
            + " </comments/x?page=2>; rel=\"next\", </comments/x?page=2>; rel=\"last\","
            + " </comments/x>; rel=\"canonical\"",
        links("/comments/x", 40).header());
    assertEquals(
        "</comments/x?page=2>; rel=\"self\", </comments/x?page=1>; rel=\"first\","
            + " </comments/x?page=1>; rel=\"prev\", </comments/x?page=2>; rel=\"last\","
            + " </comments/x?page=2>; rel=\"canonical\"",
        links("/comments/x?page=2", 40).header());
  }

  @Test
  void leadOnlyToPageOneInAnEmptyGroup() {
    assertEquals(
        Map.of(
            "self",
            "/comments/x?page=1",
            "first",
            "/comments/x?page=1",
            "last",
            "/comments/x?page=1"),
        links("/comments/x", 0).byRelation());
    assertEquals(
        Map.of(
            "self",
            "/comments/x?skip=0",
            "first",
            "/comments/x?skip=0",
            "last",
            "/comments/x?skip=0"),
        links("/comments/x?skip=0", 0).byRelation());
  }

  @Test
  void keepTheSkipFormAndItsSteps() {
    assertEquals(
        Map.of(
            "self", "/comments/x?skip=25&size=10",
            "first", "/comments/x?skip=0&size=10",
            "prev", "/comments/x?skip=15&size=10",
            "next", "/comments/x?skip=35&size=10",
            "last", "/comments/x?skip=95&size=10"),
        links("/comments/x?size=10&skip=25", 100).byRelation());
    assertEquals("/comments/x?skip=0", links("/comments/x?skip=5", 100).byRelation().get("prev"));
  }

  @Test
  void repeatSizeAndOrderAsTheyTookEffectOnlyIfGiven() {
    assertEquals(
        "/comments/x?page=1&size=100&order=ascending",
        links("/comments/x?order=ascending&size=5000", 1).byRelation().get("self"));
    assertEquals(
        "/comments/x?page=1&order=descending",
        links("/comments/x?order=descending", 1).byRelation().get("self"));
  }

  @Test
  void useThePathOnlyForGroupsThatAreSafeThere() {
    assertEquals("/comments/a.b_c~d-1?page=1", self("/comments?group=a.b_c~d-1"));
    assertEquals("/comments?group=a%20b&page=1", self("/comments?group=a+b"));
    assertEquals("/comments?group=%25%2B%26%3D&page=1", self("/comments?group=%25%2B%26%3D"));
    assertEquals("/comments?group=%F0%9F%8E%B8&page=1", self("/comments?group=%F0%9F%8E%B8"));
    assertEquals("/comments?group=a%2Fb.&page=1", self("/comments?group=a/b."));
    for (String never : new String[] {".", "..", "facets"}) {
      assertEquals("/comments?group=" + never + "&page=1", self("/comments?group=" + never));
    }
  }

  @Test
  void leadBackToTheRequestTheyCameFrom() {
    for (String url :
        new String[] {"/comments?group=a%00%22%5C%3C%3E", "/comments/x?skip=3&order=ascending"}) {
      ApiRequest.ForPage request = request(url);
      ApiRequest.ForPage again = request(links(url, 50).byRelation().getOrDefault("self", ""));
      assertEquals(request.scope(), again.scope());
      assertEquals(request.start(), again.start());
      assertEquals(request.given(), again.given());
    }
  }

  @Test
  void nameOneCanonicalAddressForAllOfAPage() {
    for (String url :
        List.of(
            "/comments/x",
            "/comments?group=x",
            "/comments/x?page=1&size=20",
            "/comments/x?skip=0&order=descending",
            "/comments/x?rating=other,1,2,3,4,5")) {
      assertEquals("/comments/x", links(url, 50).canonical(), url);
    }
    for (String url : List.of("/comments/x?rating=5,4&page=2", "/comments/x?skip=20&rating=4,5")) {
      assertEquals("/comments/x?page=2&rating=4%2C5", links(url, 50).canonical(), url);
    }
    assertEquals("/comments/x?skip=5", links("/comments/x?skip=5", 50).canonical());
  }

  @Test
  void leadDownFromTheNewestPageIfNumberingIsStable() {
    String url = "/comments/x?page=2&numbering=stable";
    assertEquals(
        Map.of(
            "self", url,
            "first", "/comments/x?numbering=stable",
            "prev", "/comments/x?page=3&numbering=stable",
            "next", "/comments/x?page=1&numbering=stable",
            "last", "/comments/x?page=1&numbering=stable"),
        links(url, 50).byRelation());
    assertEquals(url, links(url, 50).canonical());
    String up = "/comments/x?page=2&order=ascending&numbering=stable";
    assertEquals(
        Map.of(
            "self", up,
            "first", up.replace("2", "1"),
            "prev", up.replace("2", "1"),
            "next", up.replace("2", "3"),
            "last", up.replace("2", "3")),
        links(up, 50).byRelation());
  }

  @Test
  void leadToTheNeighboursOfATimeInTheSameZone() {
    Map<String, String> links =
        links("/comments/x?zone=Europe/Berlin&page=2&during=2024-02-29&size=20", 50).byRelation();
    String end = "&size=20&during=2024-02-29&zone=Europe%2FBerlin";
    assertEquals("/comments/x?page=3" + end, links.get("next"));
    assertEquals("/comments/x?page=1" + end.replace("29", "28"), links.get("earlier"));
    assertEquals("/comments/x?page=1" + end.replace("02-29", "03-01"), links.get("later"));
  }

  private static String self(String url) {
    return links(url, 1).byRelation().getOrDefault("self", "");
  }

  private static Links links(String url, long total) {
    ApiRequest.ForPage request = request(url);
    return Links.of(AnswerTest.page(request, total), request.given());
  }

  private static ApiRequest.ForPage request(String url) {
    return Front.pageRequest(REQUESTS, url);
  }
}
