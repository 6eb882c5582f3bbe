package pagemark.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.stack.DeploymentPlan;

/// What a person is asked for before a stack is made.
final class ParametersTest {
  /// More than a newcomer reads.
  private static final int PARAMETERS_MAX = 28;

  /// More than a reviewer reads.
  private static final int BYTES_MAX = 60_000;

  private final Template template = Project.template();
  private final JsonNode parameters = template.root().path("Parameters");

  @Test
  void whoMayReadIsToBeTyped() {
    assertTrue(parameters.path("AuthMode").isObject());
    assertFalse(parameters.path("AuthMode").has("Default"));
  }

  @Test
  void thereAreFewEnoughToReadAndTheyAreAskedForInTheOrderOfTheirGroups() {
    assertTrue(parameters.size() <= PARAMETERS_MAX, () -> "parameters: " + parameters.size());
    List<String> grouped = new ArrayList<>();
    for (JsonNode group :
        template.root().at("/Metadata/AWS::CloudFormation::Interface/ParameterGroups")) {
      assertFalse(group.at("/Label/default").asText().isEmpty());
      group.path("Parameters").forEach(name -> grouped.add(name.asText()));
    }
    List<String> declared = new ArrayList<>();
    parameters.fieldNames().forEachRemaining(declared::add);
    assertEquals(declared, grouped);
  }

  /// For a table that is there. SAM makes a resource of each event that is no resource, and two of
  /// an alias; .ci/upgrade.py counts what it makes.
  @ParameterizedTest
  @CsvSource({"36,Network=none IndexKind=dynamodb", "52,"})
  void aStackIsFewEnoughResourcesToReview(int max, @Nullable String parameters) {
    assertTrue(Project.text("template.yaml").getBytes(UTF_8).length <= BYTES_MAX);
    Stack stack = Stack.of(template, Choices.all(Choices.parsed(parameters), Choices.GIVEN_TABLE));
    int mappings =
        template.functions().values().stream().mapToInt(f -> f.path("Events").size()).sum();
    int all = stack.resources().size() + mappings + 2 * template.aliases().size();
    assertEquals(max, all, () -> stack.resources().toString());
  }

  @Test
  void everyParameterIsExplainedToWhoeverDeploys() {
    String document = Project.text("docs/deploy.md");
    for (String name : Project.network().names("Parameters")) {
      assertTrue(document.contains("`" + name + "`"), name);
    }
  }

  /// `pagemark plan` compares with them.
  @Test
  void thePlanKnowsTheLimitsOfTheTemplate() {
    for (DeploymentPlan.Kind kind : DeploymentPlan.Kind.values()) {
      for (DeploymentPlan.Limit limit : kind.limits()) {
        JsonNode parameter = parameters.path(limit.parameter());
        assertEquals(parameter.path("Default").asLong(), limit.byDefault(), limit.parameter());
        assertEquals(parameter.path("MaxValue").asLong(), limit.max(), limit.parameter());
      }
    }
  }

  /// Whoever may describe the stack sees what is not hidden.
  @Test
  void urlsWithAPasswordAreRefusedAndTheirPlaceIsNamed() {
    for (String name : List.of("IndexUrl", "ReaderIndexUrl")) {
      JsonNode parameter = Project.network().root().path("Parameters").path(name);
      Pattern pattern = Pattern.compile(parameter.path("AllowedPattern").asText());
      for (String refused :
          List.of(
              "rediss://user:secret@host:6379",
              "rediss://:secret@host:6379?cluster=true",
              "jdbc:postgresql://host:5432/pages?user=a&password=secret",
              "jdbc:mysql://host:3306/pages?password=secret&user=a",
              "host:6379",
              "rediss://host")) {
        assertFalse(pattern.matcher(refused).matches(), refused);
      }
      for (String taken :
          List.of(
              "",
              "redis://host:6379",
              "rediss://user@host.example.com:6379?cluster=true&iam=group",
              "jdbc:postgresql://host:5432/pages",
              "jdbc:mariadb://host:3306/pages?user=a&tls=true")) {
        assertTrue(pattern.matcher(taken).matches(), taken);
      }
      assertTrue(parameter.path("ConstraintDescription").asText().contains("IndexSecretArn"));
    }
  }
}
