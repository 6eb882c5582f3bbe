package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.listing.json.Listings;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import pagemark.pages.Pages;
import pagemark.pages.PagesOnly;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// A failure is answered with 503 and `Retry-After`, or with 500, and logged in one line. Neither
/// the answer nor the log contains a key, a table's name, or an exception's message.
final class FailuresIT {
  private static final Shop SHOP = new Shop("failures", Definitions.COMMENTS).open();
  private static final String SECRET = "rita of table failures";

  @BeforeAll
  static void fill() {
    SHOP.put(List.of(Shop.comment("rita", "x", "2024-05-01 00:00")));
  }

  @AfterEach
  void heal() {
    SHOP.wire().heal();
    SHOP.stateWire().heal();
  }

  @Test
  void answers503IfTheTableIsBusyOrSilent() {
    AwsErrorDetails throttled =
        AwsErrorDetails.builder().errorCode("ThrottlingException").errorMessage(SECRET).build();
    for (RuntimeException failure :
        List.of(
            ProvisionedThroughputExceededException.builder()
                .awsErrorDetails(throttled)
                .message(SECRET)
                .build(),
            DynamoDbException.builder().awsErrorDetails(throttled).statusCode(400).build(),
            InternalServerErrorException.builder().message(SECRET).statusCode(500).build(),
            ApiCallTimeoutException.create(5000),
            SdkClientException.create(SECRET))) {
      Reply reply = fail(failure, 503);
      assertEquals("1", reply.header("Retry-After"));
      assertEquals("the table does not answer in time", reply.body().get("detail").textValue());
    }
  }

  @Test
  void anythingElseIsAnErrorWithoutDetails() {
    for (RuntimeException failure :
        List.of(
            ResourceNotFoundException.builder().message(SECRET).statusCode(400).build(),
            new IllegalStateException(SECRET, new NullPointerException(SECRET)))) {
      Reply reply = fail(failure, 500);
      assertEquals(
          """
          {"type":"about:blank","title":"Internal Server Error","status":500,\
          "detail":"the request failed; the log says why",\
          "message":"the request failed; the log says why"}\
          """,
          reply.text());
    }
  }

  @Test
  void answers503IfTheIndexDoesNotAnswer() {
    Front front = front(new IndexException.Unavailable(SECRET, new IllegalStateException(SECRET)));
    Reply reply = front.get("/comments/x?page=2");
    assertEquals(503, reply.status());
    assertEquals("1", reply.header("Retry-After"));
    assertEquals("the index does not answer", reply.body().get("detail").textValue());
    assertLogged(front, "Unavailable");
    assertEquals("UNANSWERED", front.log().json().getFirst().path("kind").asText());
  }

  /// A restored table has another name. Only the log says so.
  @Test
  void answers503IfNoListingIsForTheTableOfTheDeployment() {
    Pages pages =
        Pages.of(SHOP.services(SHOP.listings(), SHOP.index().reader(), InstantSource.system()));
    String fault = Listings.fault(Map.of("TABLE_NAME", "restored"), pages.listings()).orElseThrow();
    Front front =
        new Front(
            new PageHandler(pages, InstantSource.system(), PageHandler.Settings.of(false), fault));
    assertEquals(503, front.get("/comments/x").status());
    Reply reply = front.get("/comments/x?page=2");
    assertEquals("503 60", reply.status() + " " + reply.header("Retry-After"));
    assertEquals(
        "the listings are for another table than this deployment follows; the log names both",
        reply.body().get("detail").textValue());
    JsonNode first = front.log().json().getFirst();
    assertEquals("ERROR", first.path("level").asText());
    assertEquals(fault, first.path("message").asText());
    assertTrue(fault.startsWith("no listing is for the table restored; tables with"), fault);
    assertEquals(3, front.log().lines.size(), "said once");
    assertEquals(200, front.get("/openapi.json").status());
  }

  /// Only the operator can fix certificates, logins and rights, so the log says what is wrong.
  @Test
  void onlyTheLogSaysThatAnIndexRefusesTheFunction() {
    String reason = "Redis: user \"pagemark-api\" is refused";
    Front front = front(new IndexException.Refused(reason, new IllegalStateException(SECRET)));
    Reply reply = front.get("/comments/x?page=2");
    assertEquals(503, reply.status());
    assertEquals("the index does not answer", reply.body().get("detail").textValue());
    assertFalse(reply.text().contains("refused"), reply.text());
    assertLogged(front, "\"reason\":\"Redis: user \\\"pagemark-api\\\" is refused\"");
  }

  @Test
  void callsAnIndexThatIsNotReadyAtMostTwice() {
    int[] calls = {0};
    Front front =
        front(
            new PagesOnly() {
              @Override
              public PageSlice page(PageQuery query) {
                calls[0]++;
                throw new IndexException.NotReady(query.group().generation());
              }
            });
    Reply reply = front.get("/comments/x?page=2");
    assertEquals(503, reply.status());
    assertEquals("5", reply.header("Retry-After"));
    assertEquals(
        "the index of this listing is not ready: pagemark rebuild builds it",
        reply.body().get("detail").textValue());
    assertEquals(2, calls[0]);
    assertLogged(front, "generation " + Shop.GENERATION + " is not READY");
  }

  @Test
  void aPageWithoutTheIndexIsLoggedInOneLineWithoutKeys() {
    Front front = SHOP.front(Broken.down());
    Reply reply = front.get("/comments/x");
    assertTrue(reply.header("Pagemark-Cost").startsWith("plan=first-page, index-calls=0"));
    assertEquals(List.of("rita"), reply.keys());
    JsonNode line = onlyLine(front, "page read without the index");
    assertEquals("comments", line.path("listing").asText());
    assertEquals("pagemark.index.IndexException$Unavailable", line.path("failure").asText());
  }

  @Test
  void entriesInDoubtAreLoggedInOneLineWithoutKeys() {
    SHOP.put(
        List.of(
            Shop.comment("rita1", "doubt", "2024-05-01 00:00"),
            Shop.comment("rita2", "doubt", "2024-05-01 00:01")));
    SHOP.outOfTable("rita1");
    Front front = SHOP.front(SHOP.index().reader());
    front.get("/comments/doubt");
    JsonNode filed = onlyLine(front, "entries of the index are in doubt");
    assertEquals(List.of(1, 1), List.of(filed.path("found").asInt(), filed.path("filed").asInt()));
    front.get("/comments/doubt");
    assertFalse(front.log().json().getLast().has("message"), "told once");

    Front other = SHOP.front(SHOP.index().reader());
    other.get("/comments/nobody");
    other.log().lines.clear();
    SHOP.stateWire()
        .beforeRequests(
            _ -> {
              throw new IllegalStateException("rita");
            });
    assertEquals(List.of("rita2"), other.get("/comments/doubt").keys());
    JsonNode unfiled = onlyLine(other, "entries of the index are in doubt");
    assertEquals(0, unfiled.path("filed").asInt(1));
    assertEquals("java.lang.IllegalStateException", unfiled.path("failure").asText());
  }

  private static JsonNode onlyLine(Front front, String message) {
    assertEquals(1, front.log().lines.size());
    JsonNode line = front.log().json().getFirst();
    assertEquals(message, line.path("message").asText());
    assertEquals("WARN", line.path("level").asText());
    assertFalse(line.toString().contains("rita"), line::toString);
    return line;
  }

  /// They are the client's mistakes: the log counts them, and does not explain them.
  @Test
  void refusedRequestsAreLoggedByTheirStatusAlone() {
    Front front = SHOP.front(SHOP.listings(), InstantSource.system(), false);
    assertEquals(400, front.get("/comments/x?page=0").status());
    assertEquals(404, front.get("/comments/x?page=2").status());
    assertEquals(405, front.send("POST", "/comments/x").status());
    assertEquals(404, front.get("/nothing/x").status());
    assertEquals(
        List.of("400 INFO", "404 INFO", "405 INFO", "404 INFO"),
        front.log().json().stream()
            .map(line -> line.path("status").asText() + " " + line.path("level").asText())
            .toList());
    assertEquals(
        List.of(false, true, false, false),
        front.log().json().stream().map(line -> line.has("_aws")).toList(),
        "only a request for a listing has metrics");
    assertFalse(front.log().lines.toString().contains("failure"), front.log().lines::toString);
  }

  private static Reply fail(RuntimeException failure, int status) {
    Front front = SHOP.front(SHOP.listings(), InstantSource.system(), false);
    SHOP.wire()
        .beforeRequests(
            request -> {
              throw failure;
            });
    Reply reply = front.get("/comments/x");
    assertEquals(status, reply.status(), failure.toString());
    assertFalse(reply.text().contains("rita"), reply.text());
    assertLogged(front, "\"failure\":\"" + failure.getClass().getName() + "\"");
    return reply;
  }

  private static void assertLogged(Front front, String part) {
    assertEquals(1, front.log().lines.size());
    String line = front.log().lines.getFirst();
    assertTrue(line.contains(part), line);
    assertTrue(line.contains("\"listing\":\"comments\""), line);
    assertTrue(line.contains("\"level\":\"ERROR\""), line);
    assertFalse(line.contains("rita") || line.contains("\n"), line);
  }

  private static Front front(RuntimeException failure) {
    return front(
        new PagesOnly() {
          @Override
          public PageSlice page(PageQuery query) {
            throw failure;
          }
        });
  }

  private static Front front(PageIndexReader index) {
    return SHOP.front(index);
  }
}
