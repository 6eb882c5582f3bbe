package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.RequestPath.UrlText;
import pagemark.entry.Position;
import pagemark.key.UnfitException;
import pagemark.pages.Definitions;
import pagemark.pages.result.Cost;
import pagemark.pages.result.Page;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Start;

/// The story: a group of 2,048 bytes and long keys made links of 11,427 characters, and the API
/// refused its own links. Here everything has the largest size that DynamoDB accepts.
final class LongestRequestsTest {
  /// A listing with three sort keys, of the index and of the table, and two partition keys.
  private static final String PAGES =
      """
      { "pages": {
          "table": "pages", "index": "bySite",
          "group": { "attribute": "site" },
          "sort":  { "attribute": "rank", "type": "string" },
          "key":   [ { "attribute": "path" }, { "attribute": "version" } ],
          "filters": {
            "language": { "attribute": "language", "values": ["de", "en", "fr"] },
            "author": { "attribute": "author", "values": "any" }
          },
          "attributes": ["path"] } }
      """;

  private static final RequestReader REQUESTS = Front.requests(PAGES);

  /// Characters with a percent-encoding three times as long: two of one byte, one of four bytes.
  @ParameterizedTest
  @ValueSource(strings = {"/", "\u0001", "\ud83c\udfb8"})
  void acceptsEveryLinkAndCursorOfAnAnswer(String character) throws UnfitException {
    String group = text(character, 2048);
    String item = "&item=" + text(character, 2048) + "&item=" + text(character, 1024);
    String window = "&from=" + text(character, 1020) + "&to=" + text(character, 1024);
    String rest = "&size=100&order=descending&language=de,en,fr,other&numbering=stable";
    rest += window + "&author=" + text(character, 2048);
    ApiRequest.ForPage first = read("/pages?group=" + group + item + rest);

    Position position =
        first
            .scope()
            .positions()
            .position(
                Map.of(
                    "site", fromS(first.scope().groupParts().getFirst()),
                    "rank", fromS(raw(character, 1024)),
                    "path", fromS(raw(character, 2048)),
                    "version", fromS(raw(character, 1024))));
    Links counted = links(first, new Start.Numbered(2_147_483_646), position);
    Links atCursor = links(first, null, position);
    for (Links links : List.of(counted, atCursor)) {
      for (String link : links.byRelation().values()) {
        assertTrue(link.length() > 18_000, "not a long one");
        assertEquals(first.scope().group(), read(link).scope().group());
      }
    }
    assertNotNull(atCursor.byRelation().get("next"));
    assertTrue(
        read(String.valueOf(atCursor.byRelation().get("next"))).start() instanceof Start.Cursor);
  }

  private static Links links(
      ApiRequest.ForPage request, Start.@Nullable Counted place, Position position) {
    CursorPoint point = new CursorPoint(true, position, true);
    Page page =
        new Page(
            request.scope(),
            place == null ? cursor(request, point).orElseThrow() : place,
            List.of(),
            OptionalLong.of(214_748_364_700L),
            true,
            0,
            OptionalLong.empty(),
            Optional.empty(),
            new Page.Ends(false, false, cursor(request, point.turned()), cursor(request, point)),
            Optional.empty(),
            Page.Fit.WHOLE,
            Cost.ofIndex(1, 0, Duration.ZERO),
            Page.Diagnosis.NONE);
    return Links.of(page, request.given());
  }

  private static Optional<Start.Cursor> cursor(ApiRequest.ForPage request, CursorPoint point) {
    return Definitions.CURSORS
        .seal(request.scope(), point)
        .map(text -> new Start.Cursor(point, text));
  }

  private static String raw(String character, int bytes) {
    return character.repeat(bytes / character.getBytes(UTF_8).length);
  }

  private static String text(String character, int bytes) {
    return UrlText.encoded(raw(character, bytes));
  }

  private static ApiRequest.ForPage read(String url) {
    return Front.pageRequest(REQUESTS, url);
  }
}
