package pagemark.api;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import pagemark.listing.json.Listings;
import pagemark.pages.OpenIndex;
import pagemark.pages.Pages;
import pagemark.pages.PagesSettings;
import pagemark.pages.cursor.CursorKeys;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/// The settings of a deployed function, from its environment variables:
///
/// | variable | |
/// | --- | --- |
/// | `STATE_TABLE_NAME`, `INDEX_URL` | required |
/// | `TABLE_NAME` | the table that the deployment follows; if no listing is for it, each page is a 503 |
/// | `PAGEMARK_LISTINGS` | the file or text of the listings; without it, `listings.json` in `LAMBDA_TASK_ROOT` |
/// | `PAGEMARK_DIAGNOSTICS` | `on` or `off`, which is the default |
/// | `INDEX_TIMEOUT_MILLIS` | how long a call of the index may take, from 100 to 5000; 300 is the default |
/// | `BASE_PATH` | what comes before all paths, if no event tells it, or the URL that links begin with; without it, or `/`, nothing |
/// | `CORS_ORIGINS` | whose scripts may read answers behind a REST API or a load balancer; without it, or `none`, nobody's |
/// | `CURSOR_KEY` | without it, answers have no cursors |
/// | `CURSOR_KEY_PREVIOUS` | the key before the last rotation, or `none` |
final class Environment {
  private static final Duration SILENCE_MAX = Duration.ofSeconds(2);

  /// The timeout of one attempt of a DynamoDB call. In a small, cold function the first call spends
  /// most of it on loading classes.
  private static final Duration ATTEMPT_MAX = Duration.ofSeconds(3);

  /// The timeout of a DynamoDB call with its retries. A page waits for at most two round trips, and
  /// for two more calls if generations are read again. Retries of throttled keys begin within 3
  /// seconds.
  private static final Duration CALL_MAX = Duration.ofSeconds(6);

  private final Map<String, String> variables;

  Environment(Map<String, String> variables) {
    this.variables = variables;
  }

  /// Opens the pages. The client is made beside all else, as it takes as long. The index of a
  /// function that is not stored in a snapshot is connected too; nothing waits for that.
  ///
  /// @throws IllegalArgumentException if a variable is missing or wrong; names it
  /// @throws pagemark.listing.json.InvalidListingsException if the listings are wrong; names every
  ///   mistake
  Pages pages() {
    String stateTable = required("STATE_TABLE_NAME");
    String indexUrl = required("INDEX_URL");
    Optional<CursorKeys> keys = cursorKeys();
    Duration timeout = indexTimeout();
    FutureTask<DynamoDbClient> dynamo = new FutureTask<>(() -> client().build());
    beside(dynamo);
    Listings listings = listings();
    OpenIndex index = OpenIndex.of(indexUrl, timeout, InstantSource.system());
    if (!isStored()) {
      beside(index::connect);
    }
    PagesSettings settings =
        new PagesSettings(listings, result(dynamo), stateTable, indexUrl).withIndexTimeout(timeout);
    return Pages.open(keys.map(settings::with).orElse(settings), index);
  }

  /// Why no page can be answered: no listing is for the table of `TABLE_NAME`. Else empty.
  Optional<String> fault(Pages pages) {
    return Listings.fault(variables, pages.listings());
  }

  private static void beside(Runnable task) {
    Thread.ofPlatform().daemon().name("start").start(task);
  }

  private Listings listings() {
    Path taskRoot = Path.of(variables.getOrDefault("LAMBDA_TASK_ROOT", ""));
    return Listings.load(variables, taskRoot.resolve("listings.json"));
  }

  /// Whether Lambda stores the function's memory after its start, to restore it any number of
  /// times.
  boolean isStored() {
    return variables.getOrDefault("AWS_LAMBDA_INITIALIZATION_TYPE", "").equals("snap-start");
  }

  private static <T> T result(Future<T> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Duration indexTimeout() {
    String text = variables.getOrDefault("INDEX_TIMEOUT_MILLIS", "");
    if (text.isEmpty()) {
      return PagesSettings.INDEX_TIMEOUT_DEFAULT;
    }
    if (!text.matches("[1-9][0-9]{2,3}") || Integer.parseInt(text) > 5_000) {
      throw new IllegalArgumentException(
          "the environment variable INDEX_TIMEOUT_MILLIS is \"%s\"; valid values: 100 to 5000"
              .formatted(text));
    }
    return Duration.ofMillis(Integer.parseInt(text));
  }

  /// Whether answers report their plan, time and cost in headers.
  boolean diagnostics() {
    String text = variables.getOrDefault("PAGEMARK_DIAGNOSTICS", "off");
    return switch (text) {
      case "on" -> true;
      case "off", "" -> false;
      default ->
          throw new IllegalArgumentException(
              "the environment variable PAGEMARK_DIAGNOSTICS is \"%s\"; valid values: on, off"
                  .formatted(text));
    };
  }

  /// How requests are answered.
  PageHandler.Settings answers() {
    return new PageHandler.Settings(diagnostics(), basePath(), cors());
  }

  private BasePath basePath() {
    String text = variables.getOrDefault("BASE_PATH", "/");
    try {
      return text.equals("/") ? BasePath.NONE : new BasePath(text);
    } catch (IllegalArgumentException e) {
      throw wrong("BASE_PATH", e);
    }
  }

  private Cors cors() {
    String text = variables.getOrDefault("CORS_ORIGINS", "none");
    try {
      return text.isEmpty() || text.equals("none")
          ? Cors.NONE
          : new Cors(List.of(text.split(",", -1)));
    } catch (IllegalArgumentException e) {
      throw wrong("CORS_ORIGINS", e);
    }
  }

  private static IllegalArgumentException wrong(String name, IllegalArgumentException mistake) {
    return new IllegalArgumentException(
        "the environment variable %s %s".formatted(name, mistake.getMessage()), mistake);
  }

  /// The keys of cursors; empty if none is set. An exception names the variable, never its value.
  Optional<CursorKeys> cursorKeys() {
    Optional<String> current = key("CURSOR_KEY");
    Optional<String> previous = key("CURSOR_KEY_PREVIOUS");
    if (previous.isPresent() && current.isEmpty()) {
      throw new IllegalArgumentException(
          "the environment variable CURSOR_KEY_PREVIOUS is set, but CURSOR_KEY is not");
    }
    if (previous.isPresent() && previous.equals(current)) {
      throw new IllegalArgumentException(
          "the environment variables CURSOR_KEY and CURSOR_KEY_PREVIOUS are the same");
    }
    return current.map(key -> new CursorKeys(key, previous));
  }

  private Optional<String> key(String name) {
    String value = variables.getOrDefault(name, "").replaceFirst("^none$", "");
    if (!value.isEmpty() && !CursorKeys.isKey(value)) {
      throw new IllegalArgumentException(
          "the environment variable %s is wrong; valid values: %s"
              .formatted(name, CursorKeys.VALID));
    }
    return Optional.of(value).filter(key -> !key.isEmpty());
  }

  private String required(String name) {
    String value = variables.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("the environment variable " + name + " is not set");
    }
    return value;
  }

  /// A client with the timeouts of the API.
  static DynamoDbClientBuilder client() {
    return DynamoDbClient.builder()
        .httpClientBuilder(
            UrlConnectionHttpClient.builder()
                .connectionTimeout(SILENCE_MAX)
                .socketTimeout(SILENCE_MAX))
        .overrideConfiguration(c -> c.apiCallAttemptTimeout(ATTEMPT_MAX).apiCallTimeout(CALL_MAX));
  }
}
