package pagemark.docs;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each block of commands in README.md, docs and the examples is run by a test, or its document is
/// named here with the reason why not. What is not run is at least valid for the shell.
final class PastedBlocksTest {
  private static final String EXAMPLES = ".ci/examples runs it where npm's registry is";
  private static final String AWS = "it deploys into an account of AWS";

  /// The documents with blocks that no test runs.
  private static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          Map.entry("README.md", ".ci/first-start runs mvn -q -Plocal"),
          Map.entry("docs/client.md", EXAMPLES),
          Map.entry(
              "docs/internals/figures.md", "it runs all unit tests, and writes into the documents"),
          Map.entry(
              "docs/internals/index-dynamodb-costs.md", "each build runs the test with fewer rows"),
          Map.entry("docs/other-stores.md", "ConformanceIT asks two servers without Maven"),
          Map.entry("docs/pages.md", "it writes into the Maven repository of whoever runs it"),
          Map.entry("examples/appsync/README.md", AWS),
          Map.entry("examples/cdk/README.md", AWS),
          Map.entry("examples/cloudfront-url/README.md", AWS),
          Map.entry("examples/firestore/README.md", ".ci/examples runs it where the emulator is"),
          Map.entry("examples/html/README.md", "HtmlExampleIT starts the same file"),
          Map.entry("examples/java/README.md", "each build runs MyOrdersIT"),
          Map.entry("examples/openapi-fetch/README.md", EXAMPLES),
          Map.entry("examples/postgres-events/README.md", "each nightly build runs its tests"),
          Map.entry("examples/react/README.md", EXAMPLES),
          Map.entry("examples/react-admin/README.md", EXAMPLES),
          Map.entry("examples/tanstack-table/README.md", EXAMPLES),
          Map.entry("examples/terraform/README.md", AWS));

  static Stream<Script> notRun() throws IOException {
    List<Script> run =
        Stream.of(Script.ofAws(), PastedBlocksIT.scripts(), Script.of("docs/testing.md").stream())
            .flatMap(scripts -> scripts)
            .toList();
    return Documents.all().stream()
        .map(file -> Documents.ROOT.relativize(file).toString())
        .filter(file -> file.matches("(README|docs/.*|examples/.*)\\.md"))
        .flatMap(file -> Script.of(file).stream())
        .filter(script -> !run.contains(script));
  }

  @Test
  void eachBlockIsRunOrItsDocumentIsNamedHere() throws IOException {
    assertEquals(NOT_RUN.keySet(), notRun().map(Script::file).collect(toSet()));
  }

  @ParameterizedTest
  @MethodSource("notRun")
  void aBlockThatIsNotRunIsValidForTheShell(Script script) throws Exception {
    Process bash = new ProcessBuilder("bash", "-n", "-c", script.text()).inheritIO().start();
    assertEquals(0, bash.waitFor(), script::toString);
  }
}
