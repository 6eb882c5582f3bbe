package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each block of commands in README.md, docs and the examples is run by a test, or is named here
/// with the reason why it is not. What is not run is at least valid for the shell.
final class PastedBlocksTest {
  private static final String EXAMPLES = ".ci/examples runs it where npm's registry is";
  private static final String AWS = "it deploys into an account of AWS";

  /// The blocks that no test runs, by document and first line.
  private static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          Map.entry("README.md: mvn -q -Plocal", ".ci/first-start runs it"),
          Map.entry("docs/client.md: client/pack /tmp/pagemark", EXAMPLES),
          Map.entry(
              "docs/figures.md: mvn -Pnightly -Dfigures=write -Dquick -DskipITs verify     # what"
                  + " tests count, then what is calculated from it, then the quotes",
              "it runs all unit tests, and writes into the documents"),
          Map.entry(
              "docs/index-dynamodb-costs.md: mvn -Pnightly -pl stream-sync-function -am -Dquick"
                  + " -Dtest='SortedUnitsTest#rowsOf*Segment*' -Dsorted.rows=10000000"
                  + " -Dsurefire.failIfNoSpecifiedTests=false test",
              "it takes minutes; each build runs the test with fewer rows"),
          Map.entry(
              "docs/pages.md: mvn -Dquick -DskipTests -DskipITs -pl"
                  + " pages,index-dynamodb,index-redis,index-sql -am install",
              "it writes into the Maven repository of whoever runs the tests"),
          Map.entry(
              "examples/appsync/README.md: sam deploy --template-file template.yaml --stack-name"
                  + " orders-graphql --resolve-s3 --capabilities CAPABILITY_IAM \\",
              AWS),
          Map.entry("examples/cdk/README.md: LISTINGS=orders.json INDEX=dynamodb sam build", AWS),
          Map.entry(
              "examples/cloudfront-url/README.md: aws cloudformation deploy --stack-name"
                  + " pagemark-cdn --template-file template.yaml \\",
              AWS),
          Map.entry(
              "examples/firestore/README.md: apt-get install google-cloud-cli-firestore-emulator"
                  + "   # of Google's own repository",
              ".ci/examples runs it where the emulator is"),
          Map.entry(
              "examples/java/README.md: mvn -pl examples/java -am verify -Dtest=NONE"
                  + " -Dit.test=MyOrdersIT -Dsurefire.failIfNoSpecifiedTests=false \\",
              "each build runs MyOrdersIT"),
          Map.entry(
              "examples/openapi-fetch/README.md: npm ci && npm test        # lints the"
                  + " description, makes the types, and compiles",
              EXAMPLES),
          Map.entry(
              "examples/postgres-events/README.md: mvn -pl examples/postgres-events -am verify"
                  + " -Dquick -Dtest=NONE -Dit.test='EventsIT,BuffersIT' \\",
              "each build runs both"),
          Map.entry("examples/react/README.md: npm install", EXAMPLES),
          Map.entry("examples/react-admin/README.md: npm install", EXAMPLES),
          Map.entry("examples/tanstack-table/README.md: npm install", EXAMPLES),
          Map.entry(
              "examples/terraform/README.md: for function in ApiFunction:api-function"
                  + " StreamSyncFunction:stream-sync-function; do",
              AWS));

  private static String name(Script script) {
    return script.file() + ": " + script.text().lines().findFirst().orElseThrow();
  }

  private static Stream<Script> all() {
    return documents().stream().flatMap(file -> Script.of(file).stream());
  }

  private static List<String> documents() {
    return Stream.of("README.md", "docs", "examples")
        .flatMap(start -> files(Project.ROOT.resolve(start)))
        .map(file -> Project.ROOT.relativize(file).toString())
        .filter(file -> file.matches("(?!.*/(node_modules|target)/).*\\.md"))
        .sorted()
        .toList();
  }

  private static Stream<Path> files(Path start) {
    try (Stream<Path> files = Files.walk(start)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void eachBlockIsRunOrNamedHere() {
    Map<String, Integer> left = new TreeMap<>();
    all().forEach(script -> left.merge(name(script), 1, Integer::sum));
    Stream.concat(DocumentedCommandsTest.scripts(), PastedBlocksIT.scripts())
        .map(PastedBlocksTest::name)
        .forEach(left::remove);
    assertEquals(new TreeSet<>(NOT_RUN.keySet()), new TreeSet<>(left.keySet()));
  }

  static Stream<Script> notRun() {
    return all().filter(script -> NOT_RUN.containsKey(name(script)));
  }

  @ParameterizedTest
  @MethodSource("notRun")
  void aBlockThatIsNotRunIsValidForTheShell(Script script) throws Exception {
    Process bash = new ProcessBuilder("bash", "-n", "-c", script.text()).inheritIO().start();
    assertEquals(0, bash.waitFor(), script::toString);
  }
}
