package pagemark.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.Front.Reply;
import pagemark.api.RequestPath.UrlText;
import pagemark.entry.Group;
import pagemark.index.Extent;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;
import pagemark.services.TestContext;

/// Sends random and hostile requests, 20,000 in the nightly build. Each gets an answer that
/// openapi.json describes, no answer reveals a secret, and the index stays unchanged.
@TakesLong(nightly = 70)
@ParameterizedClass
@ValueSource(strings = {"datetime", "string"})
final class HostileRequestsIT {
  private static final long SEED = 20_261_121;
  private static final int REQUESTS = Extent.of(600, 20_000);
  private static final Duration ALL_MAX = Patience.of(Duration.ofMinutes(5));
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final List<String> NAMES =
      Stream.concat(
              RequestReader.OF_PAGES.stream(),
              Stream.of("rating", "Group", "page[]", "__proto__", ""))
          .toList();

  private static final List<String> FRAGMENTS =
      List.of(
          "SHIRT",
          "1",
          "0",
          "-1",
          "2147483648",
          "99999999999999999999999999",
          "1e308",
          "NaN",
          "Infinity",
          "0x10",
          "١٢",
          "ascending",
          "descending",
          "asc",
          "2024-05-01",
          "2024-05-01T00:00:00Z",
          "2024-05-01T02:00+02:00",
          "2024-05-01T02:00 99:99",
          "2024-05-01T00:00:00.000000001Z",
          "2024-05-01 00:0",
          "2024-05-01 00:00",
          "2024-02-30 25:61",
          "9999-12-31 23:59",
          "0000-01-01 00:00",
          "*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\nb\r\n",
          "\r\nFLUSHALL\r\n",
          "') redis.call('FLUSHALL') --",
          "return redis.call('DEL', KEYS[2])",
          "{notes/a}",
          "pm:0:slot",
          "#partition = :partition OR attribute_exists(PK)",
          ":partition",
          "SET #a = :b",
          "'; DROP TABLE comments; --",
          "{\"S\": \"x\"}",
          "${TABLE_NAME}",
          "../../etc/passwd",
          "<script>alert(1)</script>",
          "\u0000",
          "\u0007\u001b[2J",
          "\u202e\u2066",
          "\ud83c\udfb8",
          "e\u0301",
          "\ufeff",
          "\uffff",
          "%",
          "%zz",
          "%00",
          "%c0%af",
          "%ed%a0%80",
          "%f4%90%80%80",
          "%E0%80",
          "+",
          "a".repeat(3_000),
          "%41".repeat(2_000),
          "=",
          "&",
          ";",
          "#",
          "?");

  private final Random random = new Random(SEED);
  private final Shop shop;
  private final PageHandler handler;
  private final TestContext log = new TestContext();
  private final GroupRef shirt = new GroupRef(Shop.GENERATION, "comments", new Group("SHIRT"));

  /// @param type of the sort values
  HostileRequestsIT(String type) {
    this.shop = new Shop("hostile-secret-table-" + type, definition(type)).open();
    this.handler = shop.front().handler();
  }

  @Test
  void everyRequestHasAnAnswerAndChangesNothing() {
    System.out.println("seed " + SEED);
    shop.put(
        IntStream.range(0, 40)
            .mapToObj(i -> Shop.comment("k" + i, "SHIRT", "2024-05-01 00:%02d".formatted(i / 4)))
            .toList());
    GroupDump before = dump();
    Map<Integer, Integer> statuses = new TreeMap<>();
    assertTimeoutPreemptively(
        ALL_MAX,
        () -> {
          for (int i = 0; i < REQUESTS; i++) {
            statuses.merge(ask(event()), 1, Integer::sum);
          }
        });
    System.out.println(statuses);
    assertEquals(List.of(200, 204, 400, 404, 405), List.copyOf(statuses.keySet()));
    statuses.forEach(
        (status, count) -> assertTrue(count > REQUESTS / 200, status + " hardly ever came"));
    assertEquals(before, dump());
  }

  private static String definition(String type) {
    return type.equals("datetime")
        ? Definitions.COMMENTS
        : Definitions.COMMENTS.replaceFirst(
            "\"datetime\",\\s*\"pattern\": \"[^\"]*\"", "\"string\"");
  }

  private GroupDump dump() {
    return GroupDump.of(shop.index().inspector(), shirt, shop.listing().definition().cells());
  }

  private ObjectNode event() {
    ObjectNode event = Front.event(method(), "/comments/SHIRT", Map.of());
    event.put("rawPath", path());
    return event.put("rawQueryString", random.nextInt(20) == 0 ? null : query());
  }

  private String method() {
    return random.nextInt(15) > 0
        ? "GET"
        : oneOf(List.of("HEAD", "POST", "DELETE", "OPTIONS", "get", "G\r\nET", ""));
  }

  private String path() {
    return switch (random.nextInt(8)) {
      case 0 -> "/comments";
      case 1 -> "/comments/" + text();
      case 2 -> "/" + text() + "/" + text();
      case 3 -> text();
      default -> "/comments/SHIRT";
    };
  }

  private String query() {
    StringBuilder query = new StringBuilder();
    int parameters = 1 + random.nextInt(3);
    for (int i = 0; i < parameters; i++) {
      query.append(i == 0 ? "" : "&").append(oneOf(NAMES)).append('=').append(value());
    }
    return query.toString();
  }

  private String value() {
    return switch (random.nextInt(6)) {
      case 0 -> text();
      case 1 -> UrlText.encoded(text());
      case 2 -> tampered();
      case 3 -> Integer.toString(1 + random.nextInt(8));
      default -> UrlText.encoded(oneOf(FRAGMENTS));
    };
  }

  /// A sequence of fragments, or random bytes.
  private String text() {
    if (random.nextInt(3) == 0) {
      byte[] bytes = new byte[random.nextInt(30)];
      random.nextBytes(bytes);
      return new String(bytes, random.nextBoolean() ? UTF_8 : ISO_8859_1);
    }
    return oneOf(FRAGMENTS) + (random.nextInt(3) == 0 ? oneOf(FRAGMENTS) : "");
  }

  /// A cursor, unchanged or with one character changed.
  private String tampered() {
    String cursor = cursorOf(Front.event("GET", "/comments/SHIRT?size=5", Map.of()));
    if (random.nextInt(4) == 0) {
      return cursor;
    }
    int at = random.nextInt(cursor.length());
    return cursor.substring(0, at) + (char) ('A' + random.nextInt(26)) + cursor.substring(at + 1);
  }

  private String cursor = "";

  private String cursorOf(ObjectNode event) {
    if (cursor.isEmpty()) {
      cursor = json(answer(event).path("body").asText()).at("/cursors/after").asText();
    }
    return cursor;
  }

  private JsonNode answer(ObjectNode event) {
    return new Events(handler, log).answer(event);
  }

  private <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private int ask(ObjectNode event) {
    String asked = event.path("rawPath").asText() + "?" + event.path("rawQueryString").asText();
    JsonNode response = answer(event);
    int status = response.path("statusCode").asInt();
    assertTrue(status < 500, () -> "seed " + SEED + ", " + status + ": " + asked);
    String type = status == 200 ? "application/json" : "application/problem+json";
    Map<String, String> headers = new HashMap<>();
    response.path("headers").forEachEntry((name, value) -> headers.put(name, value.asText()));
    assertEquals(status == 204 ? null : type, headers.get("Content-Type"), asked);
    String body = response.path("body").textValue();
    Reply reply = new Reply(status, headers, body == null ? "" : body);
    String method = event.at("/requestContext/http/method").asText();
    new DescribedAnswer(method, url(event), reply).check();
    if (body != null) {
      assertEquals(status == 200, json(body).has("items"), asked);
      assertTellsNothing(asked, body + headers);
    }
    return status;
  }

  /// The URL as a client would have sent it.
  private static String url(ObjectNode event) {
    String path =
        Arrays.stream(event.path("rawPath").asText().split("/", -1))
            .map(UrlText::encoded)
            .collect(Collectors.joining("/"));
    String query = event.path("rawQueryString").textValue();
    return query == null ? path : path + "?" + query;
  }

  private void assertTellsNothing(String asked, String answer) {
    for (String secret :
        List.of(
            Pattern.quote(shop.table()),
            Definitions.CURSOR_KEYS.current(),
            "byProduct",
            "\\bPK2\\b", // a cursor or a tag may have these letters by chance
            "Exception",
            "java\\.",
            "pagemark\\.",
            "EVALSHA")) {
      Pattern pattern = Pattern.compile(secret);
      boolean tells = pattern.matcher(answer).find() && !pattern.matcher(asked).find();
      assertFalse(tells, asked + ": " + answer);
    }
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }
}
