package pagemark.deploy;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Resolves the template: under the combinations that [Choices] makes of the parameters that its
/// conditions depend on, and for the parameters that two tables name (`resolved.csv`,
/// `refusals.csv`), each beside an open API.
final class ResolutionTest {
  private static final String VARIABLE = "/Environment/Variables/";

  /// A resource that exists only under a condition may be named only under that condition.
  @Test
  void everyReferenceResolvesUnderEveryCombinationOfConditions() {
    for (Template template : List.of(Project.template(), Project.network())) {
      Set<String> seen = new TreeSet<>();
      Choices.everything(template).forEach(all -> seen.addAll(resolve(template, all)));
      assertEquals(template.names("Resources"), seen, "each is there under some combination");
    }
  }

  private static Set<String> resolve(Template template, Map<String, String> parameters) {
    Stack stack = Stack.of(template, parameters);
    assertEquals(List.of(), stack.refusals(), parameters::toString);
    Set<String> resources = stack.resources();
    for (String resource : resources) {
      JsonNode properties =
          assertDoesNotThrow(
              () -> stack.properties(resource), () -> resource + " of " + parameters);
      for (JsonNode variable : properties.at("/Environment/Variables")) {
        assertFalse(variable.asText().isEmpty(), () -> resource + " of " + parameters);
      }
    }
    assertDoesNotThrow(stack::outputs, parameters::toString);
    return resources;
  }

  /// @param resources a pattern
  /// @param property a pointer, or `$` and the name of an environment variable
  /// @param value null if it is left out
  @ParameterizedTest
  @CsvFileSource(
      resources = "resolved.csv",
      delimiter = '|',
      quoteCharacter = '\'',
      numLinesToSkip = 1)
  void propertiesFollowTheParameters(
      @Nullable String parameters, String resources, String property, @Nullable String value) {
    Map<String, String> given = Choices.parsed(parameters);
    Stack stack = Stack.of(Project.template(given), given);
    Set<String> actual =
        stack.resources().stream()
            .filter(resource -> resource.matches(resources))
            .map(resource -> stack.properties(resource).at(property.replace("$", VARIABLE)))
            .map(node -> node.isTextual() ? node.asText() : node.toString())
            .collect(toSet());
    assertEquals(Set.of(Objects.requireNonNullElse(value, "")), actual);
  }

  /// @param refusals rules, each with the number of its assertion
  @ParameterizedTest
  @CsvFileSource(resources = "refusals.csv", delimiter = '|', numLinesToSkip = 1)
  void rulesRefuseWhatDoesNotGoTogether(String parameters, String refusals) {
    Map<String, String> given = Choices.parsed(parameters);
    Stack stack = Stack.of(Project.template(given), given);
    assertEquals(List.of(refusals.split(" ", -1)), stack.refusals());
  }

  /// An upgrade with template.yaml of such a stack would take away its index or its network.
  @ParameterizedTest
  @ValueSource(strings = {"IndexKind=sql", "Network=given", "Network=none"})
  void placesOfTheOtherTemplateAreRefusedAndItIsNamed(String parameters) {
    Template template = Project.template();
    List<String> refusals = Stack.of(template, Choices.parsed(parameters)).refusals();
    assertEquals(1, refusals.size(), refusals::toString);
    String[] rule = refusals.getFirst().split("/", 2);
    JsonNode assertion =
        template.root().at("/Rules/%s/Assertions/%s/AssertDescription".formatted(rule[0], rule[1]));
    assertTrue(assertion.asText().contains(Project.NETWORK), assertion::asText);
  }
}
