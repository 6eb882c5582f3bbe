package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.io.BufferedReader;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.local.data.Sample;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// examples/html, read as a search engine reads it: by the links of its HTML and its sitemap. Not
/// run if there is no Node.
@Nightly
@TakesLong(nightly = 15)
final class HtmlExampleIT {
  private static final String LIST = "/comments/" + Sample.GROUP;
  private static final String SITE = "https://example.com";
  private static final String ITEM = "<article id=\"([^\"]*)\">";
  private static final String CANONICAL = "<link rel=\"canonical\" href=\"([^\"]*)\">";

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void linksAndTheSitemapLeadToEachCommentOnce() throws Exception {
    assumeTrue(hasNode(), "NOT RUN: this machine has no node");
    Map<String, AttributeValue> odd = new HashMap<>(Sample.comments(1).findFirst().orElseThrow());
    odd.putAll(Map.of("PK", fromS("odd"), "title", fromS("<script>alert(\"&\")</script>")));
    List<Map<String, AttributeValue>> comments =
        Stream.concat(Sample.comments(600), Stream.of(odd))
            .filter(item -> item.containsValue(fromS(Sample.GROUP)))
            .toList();
    try (WholeStack stack =
        WholeStack.start(Sample.listings(Map.of("TABLE_NAME", "comments")), "PK", null)) {
      stack.put(comments.stream());
      stack.await();
      Process node = node(stack.stack().url().toString().replaceFirst("/$", ""));
      try (BufferedReader output = node.inputReader()) {
        URI start = URI.create(output.readLine().replaceFirst("Open ", ""));
        check(start, PlainList.of("SK", comments.stream()).keys());
      } finally {
        node.destroy();
        node.waitFor();
      }
    }
  }

  private void check(URI start, List<String> keys) throws Exception {
    List<String> older = crawl(start, "next");
    List<String> canonical = found(older, CANONICAL);
    assertEquals(keys, found(older, ITEM));
    assertEquals(Math.ceilDiv(keys.size(), 20), older.size());
    assertEquals(SITE + LIST, canonical.getFirst());
    assertEquals(SITE + LIST + "?page=1", canonical.getLast());
    assertEquals(
        canonical, found(List.of(get(start.resolve("/sitemap.xml")).body()), "<loc>(.*)</loc>"));
    assertTrue(get(start.resolve("/robots.txt")).body().contains(SITE + "/sitemap.xml"));

    List<String> newer = crawl(resolved(start, "?page=1"), "prev");
    assertEquals(canonical.reversed(), found(newer, CANONICAL));
    assertTrue(older.get(2).contains("<a href=\"?page=2\">2</a>"), older.get(2));
    assertTrue(String.join("", older).contains("&lt;script&gt;alert(&quot;&amp;&quot;)"));
    assertFalse(String.join("", older).contains("<script"));
    for (String absent : List.of("?page=0", "?page=x", "?page=999", "/comments/other", "/health")) {
      assertEquals(404, get(resolved(start, absent)).statusCode(), absent);
    }
  }

  /// The pages from one to the end of the links of a relation.
  private List<String> crawl(URI start, String relation) throws Exception {
    List<String> pages = new ArrayList<>();
    for (List<String> next = List.of(start.toString()); !next.isEmpty(); ) {
      HttpResponse<String> page = get(resolved(start, next.getFirst()));
      assertEquals(200, page.statusCode(), page.body());
      assertEquals("text/html; charset=utf-8", page.headers().firstValue("Content-Type").get());
      pages.add(page.body());
      next = found(List.of(page.body()), "<a href=\"([^\"]*)\" rel=\"" + relation + "\">");
    }
    return pages;
  }

  /// As browsers do it: `?page=2` keeps the path.
  private static URI resolved(URI base, String reference) {
    return reference.startsWith("?")
        ? URI.create(base.toString().replaceFirst("[?].*", "") + reference)
        : base.resolve(reference);
  }

  private static List<String> found(List<String> pages, String pattern) {
    return pages.stream()
        .flatMap(page -> Pattern.compile(pattern).matcher(page).results())
        .map(match -> match.group(1))
        .toList();
  }

  private HttpResponse<String> get(URI address) throws Exception {
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
  }

  private static Process node(String api) throws Exception {
    ProcessBuilder node = new ProcessBuilder("node", "../examples/html/server.mjs");
    node.environment().putAll(Map.of("API", api, "SITE", SITE, "PORT", "0", "LISTS", LIST));
    return node.redirectErrorStream(true).start();
  }

  private static boolean hasNode() {
    return Pattern.compile(File.pathSeparator)
        .splitAsStream(String.valueOf(System.getenv("PATH")))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "node")));
  }
}
