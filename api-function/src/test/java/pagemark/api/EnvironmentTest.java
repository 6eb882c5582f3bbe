package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.listing.json.InvalidListingsException;
import pagemark.pages.Definitions;
import pagemark.pages.OpenIndex;

final class EnvironmentTest {
  @Test
  void namesTheVariableThatIsMissing() {
    for (String name : new String[] {"STATE_TABLE_NAME", "INDEX_URL"}) {
      String message = "the environment variable " + name + " is not set";
      assertEquals(message, refusal(name, ""));
    }
  }

  @Test
  void refusesDiagnosticsThatAreNeitherOnNorOff() {
    assertEquals(
        "the environment variable PAGEMARK_DIAGNOSTICS is \"yes\"; valid values: on, off",
        refusal("PAGEMARK_DIAGNOSTICS", "yes"));
  }

  @Test
  void refusesABasePathAndOriginsThatAreNone() {
    assertEquals(
        "the environment variable BASE_PATH is \"shop\"; valid values: " + BasePath.VALID,
        refusal("BASE_PATH", "shop"));
    assertEquals(
        "the environment variable CORS_ORIGINS has \"shop.example.com\"; valid values: "
            + Cors.VALID,
        refusal("CORS_ORIGINS", "https://a.example.com,shop.example.com"));
  }

  @Test
  void readsTheBasePathAndTheOrigins() {
    PageHandler.Settings settings =
        new Environment(Map.of("BASE_PATH", "/shop/v1", "CORS_ORIGINS", "https://*,app://x"))
            .answers();
    assertEquals(new BasePath("/shop/v1"), settings.base());
    assertEquals(new Cors(List.of("https://*", "app://x")), settings.cors());
    for (String none : new String[] {"", "/"}) {
      assertEquals(
          BasePath.NONE, new Environment(Map.of("BASE_PATH", none)).answers().base(), none);
    }
    for (String none : new String[] {"", "none"}) {
      assertEquals(Cors.NONE, new Environment(Map.of("CORS_ORIGINS", none)).answers().cors(), none);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"99", "5001", "0300", "3s", "-300"})
  void refusesATimeoutOfTheIndexThatIsTooShortOrTooLong(String value) {
    assertEquals(
        "the environment variable INDEX_TIMEOUT_MILLIS is \"%s\"; valid values: 100 to 5000"
            .formatted(value),
        refusal("INDEX_TIMEOUT_MILLIS", value));
  }

  @Test
  void refusesListingsWithMistakesAndTheirAbsence(@TempDir Path empty) {
    Map<String, String> wrong = environment("PAGEMARK_LISTINGS", "{\"Comments\": {}}");
    var mistakes =
        assertThrows(InvalidListingsException.class, () -> new Environment(wrong).pages());
    assertTrue(mistakes.toString().contains("$.Comments"), mistakes.toString());
    Map<String, String> none = environment("PAGEMARK_LISTINGS", "");
    none.put("LAMBDA_TASK_ROOT", empty.toString());
    var missing = assertThrows(UncheckedIOException.class, () -> new Environment(none).pages());
    assertTrue(missing.toString().contains(empty + "/listings.json"), missing.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://127.0.0.1:1",
        "redis://127.0.0.1:1?cluster=true",
        "jdbc:postgresql://127.0.0.1:1/pagemark?user=pagemark&password=pagemark"
      })
  void anIndexThatIsDownIsReportedByItsFirstCall(String url) {
    try (OpenIndex index = OpenIndex.of(url, Duration.ofMillis(300), InstantSource.system())) {
      assertDoesNotThrow(index::connect);
    }
  }

  @Test
  void knowsWhetherTheFunctionIsStoredInASnapshot() {
    for (String type : new String[] {"", "on-demand", "provisioned-concurrency"}) {
      assertFalse(
          new Environment(environment("AWS_LAMBDA_INITIALIZATION_TYPE", type)).isStored(), type);
    }
    assertTrue(
        new Environment(environment("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start")).isStored());
  }

  private static String refusal(String name, String value) {
    Map<String, String> environment = environment(name, value);
    return String.valueOf(
        assertThrows(
                IllegalArgumentException.class,
                () -> {
                  Environment variables = new Environment(environment);
                  variables.answers();
                  variables.pages().close();
                })
            .getMessage());
  }

  private static Map<String, String> environment(String name, String value) {
    Map<String, String> environment = new HashMap<>();
    environment.put("STATE_TABLE_NAME", "state");
    environment.put("INDEX_URL", "redis://localhost:6379");
    environment.put("TABLE_NAME", "store");
    environment.put("PAGEMARK_LISTINGS", Definitions.COMMENTS.strip());
    environment.put(name, value);
    return environment;
  }
}
