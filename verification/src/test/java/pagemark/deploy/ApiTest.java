package pagemark.deploy;

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
}
