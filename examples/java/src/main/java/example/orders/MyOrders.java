package example.orders;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import pagemark.listing.json.Listings;
import pagemark.pages.GroupQuery;
import pagemark.pages.Pages;
import pagemark.pages.PagesSettings;
import pagemark.pages.error.PagesException;
import pagemark.pages.result.Page;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// `GET /my-orders?page=2&status=OPEN`: a page of the orders of the customer who is signed in, in a
/// shape of our own. The token's claim `sub` names the customer, so nobody reads another's orders.
public final class MyOrders
    implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int SIZE = 5;

  private final Pages pages;

  /// Lambda calls this once for a process; the connections stay open between requests.
  public MyOrders() {
    this(open(DynamoDbClient.create(), System.getenv()));
  }

  MyOrders(Pages pages) {
    this.pages = pages;
  }

  static Pages open(DynamoDbClient dynamo, Map<String, String> environment) {
    return Pages.open(
        new PagesSettings(
            Listings.parse(definition(), environment),
            dynamo,
            environment.getOrDefault("STATE_TABLE_NAME", "pagemark-state"),
            Objects.requireNonNull(environment.get("INDEX_URL"), "INDEX_URL is not set")));
  }

  private static String definition() {
    try (InputStream file = MyOrders.class.getResourceAsStream("/listings.json")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
    Map<String, String> claims = event.getRequestContext().getAuthorizer().getJwt().getClaims();
    String customer = Objects.requireNonNull(claims.get("sub"), "the token has no claim sub");
    Map<String, String> asked =
        Objects.requireNonNullElse(event.getQueryStringParameters(), Map.of());
    try {
      return answer(200, body(read(customer, asked)));
    } catch (PagesException.InvalidParameter e) {
      return answer(400, JSON.createObjectNode().put("error", e.getMessage()));
    } catch (PagesException e) {
      return answer(503, JSON.createObjectNode().put("error", "please try again in a minute"));
    }
  }

  private Page read(String customer, Map<String, String> asked) {
    GroupQuery orders = pages.listing("orders").group("CUSTOMER#" + customer).size(SIZE);
    String status = asked.get("status");
    return (status == null ? orders : orders.filter("status", status)).page(number(asked));
  }

  private static long number(Map<String, String> asked) {
    String page = asked.getOrDefault("page", "1");
    if (!page.matches("[1-9][0-9]{0,8}")) {
      throw new PagesException.InvalidParameter("page", page, "1 to 999999999");
    }
    return Long.parseLong(page);
  }

  private static ObjectNode body(Page page) {
    ObjectNode body = JSON.createObjectNode();
    page.items().forEach(item -> body.withArray("orders").add(order(item)));
    page.number().ifPresent(number -> body.put("page", number));
    page.totalPages().ifPresent(pages -> body.put("pages", pages));
    page.total().ifPresent(total -> body.put("total", total));
    return body;
  }

  private static ObjectNode order(Map<String, AttributeValue> item) {
    ObjectNode order = JSON.createObjectNode();
    order.put("number", text(item, "SK").replaceFirst("^ORDER#", ""));
    order.put("placed", text(item, "GSI1SK").replaceFirst("^ORDER#", ""));
    return order.put("status", text(item, "status"));
  }

  private static String text(Map<String, AttributeValue> item, String attribute) {
    AttributeValue value = item.get(attribute);
    return value == null || value.s() == null ? "" : value.s();
  }

  private static APIGatewayV2HTTPResponse answer(int status, ObjectNode body) {
    return APIGatewayV2HTTPResponse.builder()
        .withStatusCode(status)
        .withHeaders(Map.of("Content-Type", "application/json"))
        .withBody(body.toString())
        .build();
  }
}
