package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.deploy.Choices.DATABASE;
import static pagemark.deploy.Choices.DATABASE_URL;
import static pagemark.deploy.Choices.DYNAMODB;
import static pagemark.deploy.Choices.GIVEN_INDEX;
import static pagemark.deploy.Choices.GIVEN_NETWORK;
import static pagemark.deploy.Choices.GIVEN_TABLE;
import static pagemark.deploy.Choices.JWT;
import static pagemark.deploy.Choices.NO_NETWORK;
import static pagemark.deploy.Choices.OPEN;
import static pagemark.deploy.Choices.READER;
import static pagemark.deploy.Choices.all;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Resolves the template under every combination of the parameters that its conditions depend on.
final class ResolutionTest {
  private final Template template = Project.template();

  /// A resource that exists only under a condition may be named only under that condition.
  @Test
  void everyReferenceResolvesUnderEveryCombinationOfConditions() {
    Set<String> seen = new TreeSet<>();
    Choices.everything().forEach(parameters -> seen.addAll(resolve(parameters)));
    assertEquals(template.names("Resources"), seen, "each is there under some combination");
  }

  private Set<String> resolve(Map<String, String> parameters) {
    Stack stack = Stack.of(template, parameters);
    assertEquals(List.of(), stack.refusals(), parameters::toString);
    Set<String> resources = stack.resources();
    for (String resource : resources) {
      assertDoesNotThrow(() -> stack.properties(resource), () -> resource + " of " + parameters);
    }
    assertDoesNotThrow(stack::outputs, parameters::toString);
    return resources;
  }

  @Test
  void rulesRefuseIncompleteGroupsOfParameters() {
    assertRefused(
        "TableName and TableStreamArn go together. Give both, or neither.",
        OPEN,
        Map.of("TableName", "orders"));
    assertRefused(
        "TableName and TableStreamArn go together. Give both, or neither.",
        OPEN,
        Map.of("TableStreamArn", Choices.STREAM_ARN));
    assertRefused("AuthMode jwt needs JwtIssuer.", JWT, Map.of("JwtIssuer", ""));
    assertRefused("AuthMode jwt needs JwtAudience.", JWT, Map.of("JwtAudience", ""));
    assertRefused(
        "JwtIssuer goes with AuthMode jwt. With none, nobody is asked for a token.",
        JWT,
        Map.of("AuthMode", "none"));
    assertRefused("VpcId and SubnetIds go with Network given.", OPEN, Map.of("VpcId", "vpc-0"));
    assertRefused(
        "Network given needs VpcId and SubnetIds.", all(OPEN, GIVEN_NETWORK), Map.of("VpcId", ""));
    assertRefused(
        "Network given needs VpcId and SubnetIds.",
        all(OPEN, GIVEN_NETWORK),
        Map.of("SubnetIds", ""));
    assertRefused(
        "A created network reaches nothing outside. IndexUrl goes with Network given or none.",
        OPEN,
        GIVEN_INDEX);
    assertRefused(
        "In a given network, IndexUrl and IndexSecurityGroupId go together. Give both, or neither.",
        all(OPEN, GIVEN_NETWORK),
        GIVEN_INDEX);
    assertRefused(
        "Network none needs IndexUrl. A created cache can be reached from its network only.",
        OPEN,
        Map.of("Network", "none"));
    assertRefused("ReaderIndexUrl goes with IndexUrl.", OPEN, READER);
    assertEquals(List.of(), Stack.of(template, all(OPEN, GIVEN_TABLE)).refusals());
  }

  @Test
  void rulesRefuseHalfADatabaseAndOneThatNobodyReaches() {
    assertRefused(
        "A created network reaches nothing outside. IndexKind sql goes with Network given or none.",
        OPEN,
        DATABASE);
    assertRefused(
        "IndexKind sql needs DatabaseHost, or IndexUrl. Give one of them.",
        all(OPEN, NO_NETWORK),
        Map.of("IndexKind", "sql"));
    assertRefused(
        "IndexKind sql needs DatabaseHost, or IndexUrl. Give one of them.",
        all(OPEN, NO_NETWORK, DATABASE),
        GIVEN_INDEX);
    assertRefused(
        "DatabaseHost and DatabaseResourceId go together. Give both, or neither.",
        all(OPEN, NO_NETWORK, DATABASE),
        Map.of("DatabaseResourceId", ""));
    assertRefused(
        "DatabaseHost and DatabaseResourceId go together. Give both, or neither.",
        all(OPEN, NO_NETWORK, DATABASE_URL),
        Map.of("DatabaseResourceId", "db-ABCDEFGHIJKL01234"));
    assertRefused(
        "ApiDatabaseUser and SyncDatabaseUser are two users.",
        all(OPEN, NO_NETWORK, DATABASE),
        Map.of("ApiDatabaseUser", "pagemark_sync"));
    assertRefused(
        "In a given network, DatabaseHost and DatabaseSecurityGroupId go together. Give both, or"
            + " neither.",
        all(OPEN, GIVEN_NETWORK),
        DATABASE);
    assertRefused(
        "DatabaseSecurityGroupId goes with Network given.",
        all(OPEN, NO_NETWORK, DATABASE),
        Map.of("DatabaseSecurityGroupId", "sg-4567abcd"));
    assertRefused(
        "DatabaseHost, DatabaseResourceId and DatabaseSecurityGroupId go with IndexKind sql.",
        OPEN,
        all(DATABASE, Map.of("IndexKind", "redis")));
  }

  @Test
  void rulesRefuseANetworkAndAnotherIndexBesidesTheOneInDynamoDb() {
    assertRefused(
        "IndexKind dynamodb needs no network of its own. It goes with Network none or given.",
        OPEN,
        DYNAMODB);
    assertRefused(
        "IndexUrl and IndexSecurityGroupId go with IndexKind redis or sql.",
        all(OPEN, NO_NETWORK, DYNAMODB),
        GIVEN_INDEX);
    assertRefused("ReaderIndexUrl goes with IndexUrl.", all(OPEN, NO_NETWORK, DYNAMODB), READER);
    assertRefused(
        "DatabaseHost, DatabaseResourceId and DatabaseSecurityGroupId go with IndexKind sql.",
        all(OPEN, NO_NETWORK),
        all(DATABASE, DYNAMODB));
  }

  private void assertRefused(String why, Map<String, String> base, Map<String, String> change) {
    Map<String, String> parameters = new HashMap<>(base);
    parameters.putAll(change);
    assertEquals(List.of(why), Stack.of(template, parameters).refusals());
  }

  @Test
  void everyParameterIsTypedDescribedAndConstrainedAndAllowsItsDefault() {
    for (Map.Entry<String, JsonNode> entry : template.root().path("Parameters").properties()) {
      String name = entry.getKey();
      JsonNode parameter = entry.getValue();
      assertTrue(parameter.path("Description").asText().length() > 20, name);
      String byDefault = parameter.path("Default").asText();
      switch (parameter.path("Type").asText()) {
        case "Number" -> assertNumber(name, parameter, byDefault);
        case "String" -> assertText(name, parameter, byDefault);
        case "CommaDelimitedList" -> assertEquals("", byDefault, name);
        default -> throw new AssertionError(name + " has an unexpected type");
      }
    }
    assertTrue(template.root().at("/Parameters/AuthMode/Default").isMissingNode(), "to be typed");
  }

  private static void assertNumber(String name, JsonNode parameter, String byDefault) {
    JsonNode allowed = parameter.path("AllowedValues");
    assertTrue(parameter.has("MinValue") || !allowed.isEmpty(), name);
    double value = Double.parseDouble(byDefault);
    assertTrue(
        allowed.isMissingNode() || allowed.valueStream().anyMatch(n -> n.asDouble() == value),
        name);
    assertTrue(value >= parameter.path("MinValue").asDouble(value), name);
    assertTrue(value <= parameter.path("MaxValue").asDouble(value), name);
  }

  private static void assertText(String name, JsonNode parameter, String byDefault) {
    if (parameter.has("AllowedValues")) {
      assertTrue(
          !parameter.has("Default")
              || parameter
                  .path("AllowedValues")
                  .valueStream()
                  .anyMatch(v -> v.asText().equals(byDefault)),
          name);
    } else {
      assertTrue(
          Pattern.matches(parameter.path("AllowedPattern").asText(), byDefault),
          () -> name + " does not allow its default");
      assertFalse(parameter.path("ConstraintDescription").asText().isEmpty(), name);
    }
  }

  @Test
  void parametersOfTheTestsAreAllowed() {
    Choices.everything()
        .flatMap(parameters -> parameters.entrySet().stream())
        .distinct()
        .forEach(
            given -> {
              JsonNode parameter = template.root().path("Parameters").path(given.getKey());
              String pattern = parameter.path("AllowedPattern").asText(".*");
              assertTrue(given.getValue().matches(pattern), given::toString);
            });
  }

  /// CloudFormation refuses a template that has one.
  @Test
  void nothingIsNull() {
    assertFalse(template.root().toString().contains("null"));
  }
}
