package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;
import pagemark.pages.error.PagesException.InvalidParameter;

/// Every value that a problem names as valid is accepted. The story: of 11 items, `skip=11&size=10`
/// was answered "at most 1", though `skip=10` shows the last item.
final class AllowedTextsIT {
  private static final Shop SHOP = new Shop("allowed-texts", Definitions.COMMENTS).open();
  private static final Pattern NUMBERS = Pattern.compile("\\b[0-9]+\\b");
  private static final Pattern MOST = Pattern.compile("at most ([0-9]+)");

  @BeforeAll
  static void fill() {
    SHOP.put(
        IntStream.range(10, 21)
            .mapToObj(i -> Shop.comment("a" + i, "x", "2024-05-01 00:" + i))
            .toList());
  }

  /// All problems that name numbers, each with a value that causes it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          page   | 0           | page=%s
          page   | 3           | page=%s&size=10
          page   | 12          | page=%s&size=1
          page   | 2           | page=%s&size=100
          page   | 3           | page=%s&size=4&from=2024-05-01%%2000:15&to=2024-05-02%%2000:00
          page   | 2           | page=%s&from=2023-05-01%%2000:15&to=2023-05-02%%2000:00
          page   | 2           | page=%s&rating=1
          page   | 2147483648  | page=%s
          skip   | x           | skip=%s
          skip   | 11          | skip=%s&size=10
          skip   | 11          | skip=%s&size=1
          skip   | 2147483647  | skip=%s&size=7
          skip   | 20          | skip=%s&size=3
          skip   | 6           | skip=%s&size=4&from=2024-05-01%%2000:15&to=2024-05-02%%2000:00
          skip   | 2           | skip=%s&rating=1
          size   | 0           | size=%s
          size   | -1          | size=%s
          rating | 6           | rating=%s
          """)
  void acceptsEveryNumberThatAProblemNames(String parameter, String wrong, String query) {
    Reply refused = ask(query, wrong);
    assertEquals(parameter, refused.body().path("parameter").textValue());
    String allowed = refused.body().path("allowed").textValue();
    List<String> numbers = NUMBERS.matcher(allowed).results().map(MatchResult::group).toList();
    assertFalse(numbers.isEmpty(), allowed);
    for (String number : numbers) {
      Reply taken = ask(query, number);
      assertNotEquals(400, taken.status(), allowed + ": " + number);
    }
    MOST.matcher(allowed).results().forEach(most -> assertIsMost(query, most.group(1), allowed));
  }

  private void assertIsMost(String query, String most, String allowed) {
    assertEquals(200, ask(query, most).status(), allowed);
    assertEquals(404, ask(query, "" + (Long.parseLong(most) + 1)).status(), allowed);
  }

  private static Reply ask(String query, String value) {
    return SHOP.front().get("/comments/x?" + query.formatted(value));
  }

  @Test
  void namesTheLargestSkipThatShowsAnItem() {
    Reply refused = ask("skip=%s&size=10", "11");
    assertEquals("at most 10, the last item", allowed(refused));
    assertEquals(1, refused.body().get("lastSkip").intValue());
    assertEquals(1, ask("skip=%s&size=10", "10").body().get("items").size());
  }

  private static String allowed(Reply reply) {
    return reply.body().path("allowed").textValue();
  }

  private static String refusal(String definition, String url) {
    try {
      Front.pageRequest(Front.requests(definition), url);
      return "";
    } catch (InvalidParameter refused) {
      return refused.valid();
    }
  }

  /// The columns: a type, a refused value, the valid values in the problem, and one of these.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          uuid   | 6BA7B810-9DAD-11D1-80B4-00C04FD430C8 | a UUID in lower case with hyphens | 6ba7b810-9dad-11d1-80b4-00c04fd430c8
          ulid   | 01arz3ndektsv4rrffq69g5fav | a ULID in upper case | 01ARZ3NDEKTSV4RRFFQ69G5FAV
          number | 1E3    | a number of up to 38 digits | 1000
          binary | YQ%3D%3D | base64url without padding, 1 to 2048 bytes | YQ
          string | ''     | a text, 1 to 2048 bytes | x
          """)
  void acceptsItemKeysInTheFormThatAProblemNames(
      String type, String wrong, String allowed, String right) {
    String listing =
        Definitions.COMMENTS.replace("\"PK\" } ]", "\"PK\", \"type\": \"%s\" } ]".formatted(type));
    String told = refusal(listing, "/comments/x?item=" + wrong);
    assertTrue(told.startsWith(allowed), told);
    assertEquals("", refusal(listing, "/comments/x?item=" + right));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          string | ''   | 1 to 2048 bytes of UTF-8 | x
          number | ''   | a number of up to 38 digits | 0
          number | 0x1  | a number of up to 38 digits | 1
          binary | ''   | base64url without padding, of 1 to 2048 bytes | YQ
          binary | Y    | base64url without padding, of 1 to 2048 bytes | YQ
          """)
  void acceptsGroupsInTheFormThatAProblemNames(
      String type, String wrong, String allowed, String right) {
    String listing =
        Definitions.COMMENTS.replace(
            "\"attribute\": \"PK2\"", "\"attribute\": \"PK2\", \"type\": \"%s\"".formatted(type));
    String told = refusal(listing, "/comments?group=" + wrong);
    assertTrue(told.startsWith(allowed), told);
    assertEquals("", refusal(listing, "/comments?group=" + right));
  }

  /// DynamoDB would refuse this number, and that must not become a 500.
  @Test
  void refusesANumberThatDynamoDbCannotHold() {
    String tiny = "0." + "0".repeat(130) + "1";
    String listing = Definitions.COMMENTS.replace("\"PK\" } ]", "\"PK\", \"type\": \"number\" } ]");
    assertTrue(refusal(listing, "/comments/x?item=" + tiny).contains("that DynamoDB can hold"));
    assertEquals("", refusal(listing, "/comments/x?item=" + tiny.replaceFirst("00", "0")));
  }

  @Test
  void acceptsThePathFormThatAProblemNames() {
    for (String group : List.of(".", "..", "a:b")) {
      assertTrue(refusal(Definitions.COMMENTS, "/comments/" + group).contains("but not '.', '..'"));
    }
    assertEquals("", refusal(Definitions.COMMENTS, "/comments/..."));
  }

  @Test
  void acceptsWholeNumbersUpToTheNamedMaximum() {
    String max = Long.toString(1L << 53);
    String over = Long.toString((1L << 53) + 1);
    assertTrue(refusal(Definitions.RATINGS, "/ratings/1?at=" + over).contains("within 2^53"));
    assertEquals("", refusal(Definitions.RATINGS, "/ratings/1?at=" + max));
  }
}
