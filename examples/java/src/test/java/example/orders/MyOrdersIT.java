package example.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.pages.Pages;
import pagemark.services.TestContext;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The function on a single table with customers and orders, which the local stack follows.
final class MyOrdersIT {
  private static final Duration CATCH_UP_MAX = Duration.ofSeconds(60);
  private static final Map<String, String> TABLE = Map.of("TABLE_NAME", "store");

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @Test
  void customersReadPagesOfTheirOwnOrders() throws Exception {
    Listings listings =
        Listings.parse(Files.readString(Path.of("src/main/resources/listings.json")), TABLE);
    try (LocalStack stack =
        LocalStack.start(new LocalOptions(0, 0, 0, null, listings, 0), log::add)) {
      put(stack, customer("alice"));
      for (int i = 1; i <= 12; i++) {
        put(stack, order("alice", i, i % 3 == 0 ? "OPEN" : "SHIPPED"));
      }
      put(stack, order("bob", 99, "OPEN"));
      assertTrue(stack.await(CATCH_UP_MAX).isCaughtUp());
      Map<String, String> environment = new HashMap<>(TABLE);
      environment.put("INDEX_URL", stack.index().toString());
      try (Pages pages = MyOrders.open(stack.client(), environment)) {
        MyOrders function = new MyOrders(pages);

        assertAnswer(
            200,
            "{\"orders\":[{\"number\":\"2\",\"placed\":\"2026-01-02\",\"status\":\"SHIPPED\"},"
                + "{\"number\":\"1\",\"placed\":\"2026-01-01\",\"status\":\"SHIPPED\"}],"
                + "\"page\":3,\"pages\":3,\"total\":12}",
            ask(function, Map.of("page", "3")));
        String open = ask(function, Map.of("status", "OPEN")).getBody();
        assertTrue(open.endsWith("\"page\":1,\"pages\":1,\"total\":4}"), open);
        assertTrue(open.startsWith("{\"orders\":[{\"number\":\"12\","), open);
        assertAnswer(
            400,
            "{\"error\":\"parameter page is \\\"0\\\"; valid values: 1 to 999999999\"}",
            ask(function, Map.of("page", "0")));
        assertEquals(400, ask(function, Map.of("status", "LOST")).getStatusCode());
        assertEquals(400, ask(function, Map.of("page", "4")).getStatusCode());
      }
    }
    assertEquals(List.of(), log, "logged");
  }

  private static void put(LocalStack stack, Map<String, AttributeValue> item) {
    stack.client().putItem(p -> p.tableName("store").item(item));
  }

  private static Map<String, AttributeValue> customer(String name) {
    return Map.of("PK", fromS("CUSTOMER#" + name), "SK", fromS("PROFILE"));
  }

  private static Map<String, AttributeValue> order(String customer, int day, String status) {
    return Map.of(
        "PK", fromS("CUSTOMER#" + customer),
        "SK", fromS("ORDER#" + day),
        "GSI1PK", fromS("CUSTOMER#" + customer),
        "GSI1SK", fromS("ORDER#2026-01-%02d".formatted(day)),
        "status", fromS(status));
  }

  private static APIGatewayV2HTTPResponse ask(MyOrders function, Map<String, String> parameters) {
    RequestContext.Authorizer.JWT token =
        RequestContext.Authorizer.JWT.builder().withClaims(Map.of("sub", "alice")).build();
    return function.handleRequest(
        APIGatewayV2HTTPEvent.builder()
            .withQueryStringParameters(parameters)
            .withRequestContext(
                RequestContext.builder()
                    .withAuthorizer(RequestContext.Authorizer.builder().withJwt(token).build())
                    .build())
            .build(),
        new TestContext());
  }

  private static void assertAnswer(int status, String body, APIGatewayV2HTTPResponse answer) {
    assertEquals(body, answer.getBody());
    assertEquals(status, answer.getStatusCode());
  }
}
