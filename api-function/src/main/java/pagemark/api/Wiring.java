package pagemark.api;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.PageIndexReader;
import pagemark.listing.json.Listings;
import pagemark.snapshot.SnapshotHooks;
import pagemark.state.Generations;
import pagemark.state.StateTable;
import pagemark.state.SuspectItems;
import pagemark.state.Suspects;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/// The services and settings that the API needs. A deployed function makes them from its
/// environment; tests and the local stack make their own.
///
/// @param generations the registered generations of indexes; the handler caches them
/// @param suspects takes the index entries that pages found in doubt
/// @param cursorKeys empty if answers have no cursors
/// @param diagnostics whether answers report their plan, time and cost in headers
public record Wiring(
    Listings listings,
    DynamoDbClient dynamo,
    Generations generations,
    Suspects suspects,
    PageIndexReader index,
    Optional<CursorKeys> cursorKeys,
    InstantSource clock,
    boolean diagnostics) {
  private static final Duration SILENCE_MAX = Duration.ofSeconds(2);

  /// The timeout of one attempt of a DynamoDB call. In a small, cold function the first call spends
  /// most of it on loading classes.
  private static final Duration ATTEMPT_MAX = Duration.ofSeconds(3);

  /// The timeout of a DynamoDB call with its retries. A page waits for at most two round trips, and
  /// for two more calls if generations are read again. [Pauses] bounds what throttling adds.
  private static final Duration CALL_MAX = Duration.ofSeconds(6);

  /// The timeout of a call of the index, whatever the store does. After it the page is read without
  /// the index, or answered with 503.
  private static final Duration INDEX_CALL_MAX = Duration.ofMillis(300);

  /// The timeout of the first call of the index, which loads classes.
  private static final Duration FIRST_INDEX_CALL_MAX = Duration.ofSeconds(2);

  private static final Duration INDEX_CONNECT_MAX = Duration.ofMillis(100);
  private static final Duration INDEX_REPLY_MAX = Duration.ofMillis(200);

  /// The timeout of filing one suspect; a page files three at most.
  private static final Duration FILING_MAX = Duration.ofMillis(200);

  /// The wiring of a deployed function. It calls no server yet.
  ///
  /// @param environment required: `STATE_TABLE_NAME` and `INDEX_URL`. Optional: `PAGEMARK_LISTINGS`
  ///   (without it, the file `listings.json` in `LAMBDA_TASK_ROOT` has the listings),
  ///   `PAGEMARK_DIAGNOSTICS` (`on` or `off`), `CURSOR_KEY` and `CURSOR_KEY_PREVIOUS`
  /// @throws IllegalArgumentException if a variable is missing or wrong; names it
  /// @throws pagemark.listing.json.InvalidListingsException if the listings are wrong; names every
  ///   mistake
  public static Wiring of(Map<String, String> environment) {
    String stateTable = required(environment, "STATE_TABLE_NAME");
    String indexUrl = required(environment, "INDEX_URL");
    Optional<CursorKeys> cursorKeys = CursorKeys.of(environment);
    boolean diagnostics = diagnostics(environment.getOrDefault("PAGEMARK_DIAGNOSTICS", "off"));
    Path taskRoot = Path.of(environment.getOrDefault("LAMBDA_TASK_ROOT", ""));
    Listings listings = Listings.load(environment, taskRoot.resolve("listings.json"));
    DynamoDbClient dynamo = client().build();
    return new Wiring(
        listings,
        dynamo,
        new StateTable(dynamo, stateTable),
        new SuspectItems(dynamo, stateTable, FILING_MAX),
        index(indexUrl),
        cursorKeys,
        InstantSource.system(),
        diagnostics);
  }

  /// The index behind the API's timeouts: a server that is gone or hangs costs a call at most
  /// [#INDEX_CALL_MAX], or [#FIRST_INDEX_CALL_MAX] if it is the first.
  static PageIndexReader index(String url) {
    IndexSettings settings =
        new IndexSettings(IndexSettings.DEFAULT.fencePeriod(), INDEX_CONNECT_MAX, INDEX_REPLY_MAX);
    IndexStore store = IndexStores.open(url, settings);
    TimedIndex index = new TimedIndex(store.reader(), FIRST_INDEX_CALL_MAX, INDEX_CALL_MAX);
    SnapshotHooks.before(
        () -> {
          store.disconnect();
          index.beginAnew();
        });
    return index;
  }

  private static String required(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("the environment variable " + name + " is not set");
    }
    return value;
  }

  private static boolean diagnostics(String text) {
    return switch (text) {
      case "on" -> true;
      case "off", "" -> false;
      default ->
          throw new IllegalArgumentException(
              "the environment variable PAGEMARK_DIAGNOSTICS is \"%s\"; valid values: on, off"
                  .formatted(text));
    };
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
