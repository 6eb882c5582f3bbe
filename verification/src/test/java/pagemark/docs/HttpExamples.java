package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs the examples of a document one after the other, each a request and the answer to it. In
/// answers `...` stands for anything, in a list or an object for more of it; `CURSOR1` and the like
/// for a cursor, `TAG1` for an entity tag's text, each the same wherever it stands.
final class HttpExamples {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern FENCE = Pattern.compile("(?s)```http\n(.*?)\n```");
  private static final Pattern PLACEHOLDER = Pattern.compile("(?:CURSOR|TAG)[0-9]|\\.\\.\\.");
  private static final String MORE = "...";

  private final URI url;
  private final Map<String, String> known = new HashMap<>();

  HttpExamples(URI url) {
    this.url = url;
  }

  /// @return how many there were
  int run(String document) throws IOException, InterruptedException {
    LocalDate day = today();
    try {
      return runOnce(document);
    } catch (AssertionError e) {
      if (day.equals(today())) {
        throw e;
      }
      // One position has one cursor a day, and a new day has begun.
      known.clear();
      return runOnce(document);
    }
  }

  private static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  private int runOnce(String document) throws IOException, InterruptedException {
    int count = 0;
    Matcher fence = FENCE.matcher(document);
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (; fence.find(); count++) {
        String[] parts = fence.group(1).split("\n\n", 3);
        check(parts[0], parts[1].lines().toList(), parts.length < 3 ? "" : parts[2], client);
      }
    }
    return count;
  }

  private void check(String request, List<String> head, String body, HttpClient client)
      throws IOException, InterruptedException {
    List<String> lines = request.lines().toList();
    String[] line = lines.getFirst().split(" ", 2);
    HttpRequest.Builder asked =
        HttpRequest.newBuilder(url.resolve(filled(line[1])))
            .method(line[0], BodyPublishers.noBody());
    for (String header : lines.subList(1, lines.size())) {
      String[] sent = header.split(": ", 2);
      asked.header(sent[0], filled(sent[1]));
    }
    HttpResponse<String> response = client.send(asked.build(), BodyHandlers.ofString());
    String answer = "%s: %s".formatted(request, response.body());
    assertEquals(head.getFirst().split(" ", 3)[1], "" + response.statusCode(), answer);
    for (String header : head.subList(1, head.size())) {
      String[] shown = header.split(": ", 2);
      checkText(shown[1], response.headers().firstValue(shown[0]).orElse(""), answer);
    }
    if (body.isEmpty()) {
      assertEquals("", response.body(), request);
    } else {
      checkJson(body, response.body(), request);
    }
  }

  private String filled(String path) {
    return PLACEHOLDER
        .matcher(path)
        .replaceAll(found -> known.getOrDefault(found.group(), found.group()));
  }

  /// @param shown as a document shows it
  /// @param where for messages
  void checkJson(String shown, String answer, String where) throws IOException {
    String text =
        shown
            .replaceAll("\\.\\.\\.(?=\\s*})", "\"...\": null")
            .replaceAll("\\.\\.\\.(?=\\s*])", "\"...\"");
    check(JSON.readTree(text), JSON.readTree(answer), where);
  }

  private void check(JsonNode shown, JsonNode actual, String where) {
    if (shown.isObject()) {
      checkObject(shown, actual, where);
    } else if (shown.isArray()) {
      checkArray(shown, actual, where);
    } else if (shown.isTextual()) {
      assertTrue(actual.isTextual(), where + ": " + actual);
      checkText(shown.textValue(), actual.textValue(), where);
    } else {
      assertEquals(shown, actual, where);
    }
  }

  private void checkObject(JsonNode shown, JsonNode actual, String where) {
    Set<String> names = names(shown);
    if (!names.remove(MORE)) {
      assertEquals(names, names(actual), where);
    }
    for (String name : names) {
      check(shown.get(name), actual.path(name), where + " " + name);
    }
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private void checkArray(JsonNode shown, JsonNode actual, String where) {
    List<JsonNode> nodes = new ArrayList<>(shown.valueStream().toList());
    if (nodes.removeIf(node -> node.asText().equals(MORE))) {
      assertTrue(actual.size() > nodes.size(), where + ": " + actual.size());
    } else {
      assertEquals(nodes.size(), actual.size(), where);
    }
    for (int i = 0; i < nodes.size(); i++) {
      check(nodes.get(i), actual.path(i), where + " " + i);
    }
  }

  private void checkText(String shown, String actual, String where) {
    StringBuilder form = new StringBuilder();
    List<String> found = new ArrayList<>();
    Matcher matcher = PLACEHOLDER.matcher(shown);
    int end = 0;
    for (; matcher.find(); end = matcher.end()) {
      form.append(Pattern.quote(shown.substring(end, matcher.start())));
      form.append(form(matcher.group(), found));
    }
    form.append(Pattern.quote(shown.substring(end)));
    Matcher text = Pattern.compile(form.toString(), Pattern.DOTALL).matcher(actual);
    assertTrue(text.matches(), "%s: shown is %s, answered %s".formatted(where, shown, actual));
    for (int i = 0; i < found.size(); i++) {
      known.put(found.get(i), text.group(i + 1));
    }
  }

  /// @param found takes the name of a cursor or tag that is new
  private String form(String placeholder, List<String> found) {
    if (placeholder.equals(MORE)) {
      return ".*";
    }
    String text = known.get(placeholder);
    if (text == null) {
      found.add(placeholder);
      return placeholder.startsWith("TAG") ? "([A-Za-z0-9_-]{16})" : "([A-Za-z0-9_-]{40,})";
    }
    return Pattern.quote(text);
  }
}
