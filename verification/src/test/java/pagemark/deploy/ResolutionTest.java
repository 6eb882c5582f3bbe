package pagemark.deploy;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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

/// Resolves the template: under the combinations that [Choices] makes of the parameters that its
/// conditions depend on, and for the parameters that two tables name (`resolved.csv`,
/// `refusals.csv`), each beside an open API.
final class ResolutionTest {
  private static final String VARIABLE = "/Environment/Variables/";

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
    Stack stack = Stack.of(template, Choices.parsed(parameters));
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
    Stack stack = Stack.of(template, Choices.parsed(parameters));
    assertEquals(List.of(refusals.split(" ", -1)), stack.refusals());
  }
}
