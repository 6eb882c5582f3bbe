package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The HTTP API and the function behind it.
final class ApiTest {
  private static final Map<String, String> CORS = Map.of("CorsOrigins", "https://example.com");
  private static final Map<String, String> SNAP_START = Map.of("SnapStart", "7");
  private static final Map<String, String> ROTATED =
      Map.of("SnapStart", "7", "CursorKeyVersionId", "01234567-0123-0123-0123-0123456789ab");

  private static final String PREFLIGHT = "OPTIONS /{proxy+}";

  private final Template template = Project.template();

  private Stack stack(Map<String, String> auth, Map<String, String> more) {
    return Stack.of(template, Choices.all(auth, more));
  }

  @Test
  void everyRequestReachesTheFunctionSoThatItAnswersUnknownPathsAndMethodsItself() {
    assertEquals(Set.of("$default"), routes(stack(Choices.OPEN, Choices.NONE)));
    JsonNode integration = stack(Choices.OPEN, Choices.NONE).properties("ApiIntegration");
    assertEquals("2.0", integration.path("PayloadFormatVersion").asText());
    assertEquals("AWS_PROXY", integration.path("IntegrationType").asText());
    int timeout = template.properties(Template.API).path("Timeout").asInt();
    assertTrue(timeout > 0 && timeout * 1_000 < integration.path("TimeoutInMillis").asInt());
  }

  /// The story: with CORS there was a route for GET and one for HEAD. API Gateway counts each route
  /// by itself, so the limit that protects the cache held twice.
  @Test
  void oneRouteTakesAllThatReadsWhereThereIsCorsAndPreflightsNeedNoToken() {
    for (Map<String, String> auth : List.of(Choices.OPEN, Choices.JWT)) {
      Stack stack = stack(auth, CORS);
      assertEquals(Set.of("$default", PREFLIGHT), routes(stack));
      JsonNode cors = stack.properties("Api").path("CorsConfiguration");
      assertEquals("[\"https://example.com\"]", cors.path("AllowOrigins").toString());
      assertEquals("[\"GET\",\"HEAD\"]", cors.path("AllowMethods").toString());
    }
    assertTrue(
        stack(Choices.OPEN, Choices.NONE)
            .properties("Api")
            .path("CorsConfiguration")
            .isMissingNode());
  }

  private static Set<String> routes(Stack stack) {
    Set<String> keys = new TreeSet<>();
    for (String route : stack.resources("AWS::ApiGatewayV2::Route")) {
      JsonNode properties = stack.properties(route);
      assertEquals("integrations/<ApiIntegration>", properties.path("Target").asText());
      keys.add(properties.path("RouteKey").asText());
    }
    return keys;
  }

  @Test
  void everyRouteAsksForATokenWithJwtAndNoneWithout() {
    for (Map<String, String> more : List.of(Choices.NONE, CORS)) {
      assertEquals(Set.of("NONE "), authorizations(stack(Choices.OPEN, more)));
      assertEquals(Set.of("JWT <ApiAuthorizer>"), authorizations(stack(Choices.JWT, more)));
      assertEquals(
          Set.of("JWT <ApiAuthorizer>[\"pages.read\",\"pages.all\"]"),
          authorizations(stack(Choices.all(Choices.JWT, Choices.SCOPES), more)));
    }
    JsonNode authorizer = stack(Choices.JWT, Choices.NONE).properties("ApiAuthorizer");
    assertEquals(
        "{\"Issuer\":\"https://issuer.example.com/pool\",\"Audience\":[\"web\",\"app\"]}",
        authorizer.path("JwtConfiguration").toString());
    assertEquals(
        "[\"$request.header.Authorization\"]", authorizer.path("IdentitySource").toString());
  }

  /// The authorizations of all routes but that of preflights, which has none.
  private static Set<String> authorizations(Stack stack) {
    Set<String> all = new TreeSet<>();
    for (String route : stack.resources("AWS::ApiGatewayV2::Route")) {
      JsonNode properties = stack.properties(route);
      if (properties.path("RouteKey").asText().equals(PREFLIGHT)) {
        assertEquals("NONE", properties.path("AuthorizationType").asText());
        continue;
      }
      all.add(
          properties.path("AuthorizationType").asText()
              + " "
              + properties.path("AuthorizerId").asText()
              + properties.path("AuthorizationScopes"));
    }
    return all;
  }

  @Test
  void requestsAreThrottledAndNothingIsTracedByDefault() {
    Stack stack = stack(Choices.OPEN, Choices.NONE);
    JsonNode stage = stack.properties("ApiStage");
    assertEquals("20", stage.at("/DefaultRouteSettings/ThrottlingRateLimit").asText());
    assertEquals("40", stage.at("/DefaultRouteSettings/ThrottlingBurstLimit").asText());
    assertEquals("PassThrough", stack.properties(Template.API).path("Tracing").asText());
    Stack told = stack(Choices.OPEN, Map.of("Tracing", "on"));
    assertEquals("Active", told.properties(Template.API).path("Tracing").asText());
  }

  @Test
  void apiCallsTheFunctionOrWithSnapStartThePublishedVersion() {
    Stack plain = stack(Choices.OPEN, Choices.NONE);
    assertEquals(
        "<ApiFunction.Arn>", plain.properties("ApiIntegration").path("IntegrationUri").asText());
    assertEquals("<ApiFunction>", plain.properties("ApiPermission").path("FunctionName").asText());
    assertTrue(plain.properties(Template.API).path("SnapStart").isMissingNode());
    assertEquals(Set.of(), plain.resources("AWS::Lambda::Version"));

    Stack snapStarted = stack(Choices.OPEN, SNAP_START);
    assertEquals(
        "{\"ApplyOn\":\"PublishedVersions\"}",
        snapStarted.properties(Template.API).path("SnapStart").toString());
    String first = description(Map.of("SnapStart", "7"));
    assertTrue(!first.equals(description(Map.of("SnapStart", "8"))), "publishes a new version");
    assertTrue(!first.equals(description(ROTATED)), "a new key publishes a new version");
    assertEquals(
        "<ApiVersion.Version>",
        snapStarted.properties("ApiAlias").path("FunctionVersion").asText());
    assertEquals(
        "<ApiAlias>", snapStarted.properties("ApiIntegration").path("IntegrationUri").asText());
    assertEquals(
        "<ApiAlias>", snapStarted.properties("ApiPermission").path("FunctionName").asText());
  }

  private String description(Map<String, String> more) {
    return stack(Choices.OPEN, more).properties("ApiVersion").path("Description").asText();
  }

  @Test
  void concurrencyIsReservedWhereThatIsAskedFor() {
    Stack capped =
        stack(Choices.OPEN, Map.of("ApiConcurrencyMax", "20", "SyncConcurrencyMax", "5"));
    assertEquals("20", reserved(capped, Template.API));
    assertEquals("5", reserved(capped, Template.SYNC));
    Stack free = stack(Choices.OPEN, Choices.NONE);
    assertEquals("", reserved(free, Template.API));
    assertEquals("", reserved(free, Template.SYNC));
  }

  private static String reserved(Stack stack, String function) {
    return stack.properties(function).path("ReservedConcurrentExecutions").asText();
  }

  @Test
  void everyFunctionLogsToAGroupThatForgets() {
    Stack stack = stack(Choices.OPEN, Map.of("LogRetentionDays", "7"));
    for (String function : template.functions().keySet()) {
      String group = stack.properties(function).at("/LoggingConfig/LogGroup").asText();
      assertEquals("<" + function.replaceFirst("Function$", "Log") + ">", group);
    }
    for (String group : stack.resources("AWS::Logs::LogGroup")) {
      assertEquals("7", stack.properties(group).path("RetentionInDays").asText(), group);
    }
  }
}
