package pagemark.deploy;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The HTTP API and the function behind it.
final class ApiTest {
  private static final Map<String, String> CORS = Map.of("CorsOrigins", "https://example.com");
  private static final Map<String, String> SNAP_START = Map.of("SnapStart", "7");

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

  /// Groups and keys of items are in paths and queries.
  @Test
  void theGatewaysLogHasNeitherPathsNorQueries() throws Exception {
    assertFalse(stack(Choices.OPEN, Choices.NONE).properties("ApiStage").has("AccessLogSettings"));
    JsonNode log =
        stack(Choices.OPEN, Map.of("GatewayLog", "on"))
            .properties("ApiStage")
            .path("AccessLogSettings");
    assertEquals("<GatewayLogGroup.Arn>", log.path("DestinationArn").asText());
    Set<String> variables = new TreeSet<>();
    JsonMapper.builder()
        .build()
        .readTree(log.path("Format").asText())
        .forEach(value -> variables.add(value.asText()));
    assertEquals(
        Set.of(
            "$context.error.responseType",
            "$context.httpMethod",
            "$context.identity.sourceIp",
            "$context.requestId",
            "$context.requestTimeEpoch",
            "$context.responseLatency",
            "$context.responseLength",
            "$context.status"),
        variables);
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

    Stack snapStarted = stack(Choices.OPEN, SNAP_START);
    assertEquals(
        "{\"ApplyOn\":\"PublishedVersions\"}",
        snapStarted.properties(Template.API).path("SnapStart").toString());
    for (String caller : List.of("ApiIntegration/IntegrationUri", "ApiPermission/FunctionName")) {
      String[] property = caller.split("/", -1);
      assertEquals(
          "<ApiFunctionAliasserving>",
          snapStarted.properties(property[0]).path(property[1]).asText());
    }
    String alias = snapStarted.properties(Template.API).path("AutoPublishAlias").asText();
    assertEquals(
        "<ApiFunction.Arn>:" + alias,
        requireNonNull(snapStarted.outputs().get("ApiFunctionArn")).asText());
  }

  /// SAM publishes a version for new code, and CloudFormation for a new description. An alias of
  /// the name that an earlier template gave would be a second one of that name.
  @Test
  void whateverChangesTheFunctionPublishesAVersionAndTheOneBeforeGoes() {
    Map<String, JsonNode> configurations = new HashMap<>();
    Choices.everything()
        .map(choice -> Choices.all(choice, SNAP_START))
        .flatMap(ApiTest::andItsNeighbours)
        .forEach(
            choice -> {
              ObjectNode api = stack(choice, Choices.NONE).properties(Template.API).deepCopy();
              String description = api.remove("VersionDescription").asText();
              assertTrue(description.length() <= 256, description);
              // It is of the function, not of its versions.
              api.remove("ReservedConcurrentExecutions");
              JsonNode known = configurations.putIfAbsent(description, api);
              assertTrue(known == null || known.equals(api), () -> choice + ": " + description);
            });
    assertTrue(configurations.size() > 100, "many configurations: " + configurations.size());
    JsonNode api = template.properties(Template.API);
    assertEquals("serving", api.path("AutoPublishAlias").asText());
    assertEquals("Delete", api.path("VersionDeletionPolicy").asText());
  }

  private static Stream<Map<String, String>> andItsNeighbours(Map<String, String> choice) {
    return Stream.of(
        choice,
        Choices.all(choice, Map.of("ApiMemoryMegabytes", "2048")),
        Choices.all(choice, Map.of("SnapStart", "on")),
        Choices.all(choice, Map.of("CacheName", "other")),
        Choices.all(choice, Map.of("CorsOrigins", "https://other.example.com")),
        Choices.all(choice, Map.of("BasePath", "/other")),
        Choices.all(choice, Map.of("CursorKeyVersionId", "76543210-0123-0123-0123-0123456789ab")));
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
