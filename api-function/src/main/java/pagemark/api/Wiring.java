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
import pagemark.listing.Listings;
import pagemark.snapshot.SnapshotHooks;
import pagemark.state.Generations;
import pagemark.state.StateTable;
import pagemark.state.SuspectItems;
import pagemark.state.Suspects;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/// What the API reads from.
///
/// @param generations those registered in `pagemark-state`; they are cached by the handler
/// @param suspects takes the entries of the index that pages bring in doubt
/// @param cursorKeys empty where answers have no cursors
/// @param diagnostics whether answers tell their plan, time and cost in headers
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

  /// The first call of a small, cold function spends most of this loading classes.
  private static final Duration ATTEMPT_MAX = Duration.ofSeconds(3);

  /// With its retries. A page waits for two round trips at most that take so long, and for two
  /// calls more where generations are read anew; see [Pauses] for what a busy table adds.
  private static final Duration CALL_MAX = Duration.ofSeconds(6);

  /// For the index in all; a page does without it, or is told to come later.
  private static final Duration INDEX_CALL_MAX = Duration.ofMillis(300);

  /// As [#ATTEMPT_MAX]; once.
  private static final Duration FIRST_INDEX_CALL_MAX = Duration.ofSeconds(2);

  private static final Duration INDEX_CONNECT_MAX = Duration.ofMillis(100);
  private static final Duration INDEX_REPLY_MAX = Duration.ofMillis(200);

  /// For a suspect; a page waits for three at most.
  private static final Duration FILING_MAX = Duration.ofMillis(200);

  /// The wiring of a deployed function. Nothing is asked of a server yet.
  ///
  /// @param environment `STATE_TABLE_NAME`, `INDEX_URL`, and where the listings are:
  ///   `PAGEMARK_LISTINGS`, else `listings.json` in `LAMBDA_TASK_ROOT`; optional
  ///   `PAGEMARK_DIAGNOSTICS`, `on` or `off`, and `CURSOR_KEY`, `CURSOR_KEY_PREVIOUS`
  /// @throws IllegalArgumentException naming the variable that is missing or wrong
  /// @throws pagemark.listing.InvalidListingsException naming every mistake in the listings
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

  /// The index as the API asks it: a server that is gone or hangs costs a call [#INDEX_CALL_MAX] in
  /// all.
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
              "the environment variable PAGEMARK_DIAGNOSTICS is \"%s\"; allowed are on and off"
                  .formatted(text));
    };
  }

  /// A client whose calls end in time.
  static DynamoDbClientBuilder client() {
    return DynamoDbClient.builder()
        .httpClientBuilder(
            UrlConnectionHttpClient.builder()
                .connectionTimeout(SILENCE_MAX)
                .socketTimeout(SILENCE_MAX))
        .overrideConfiguration(c -> c.apiCallAttemptTimeout(ATTEMPT_MAX).apiCallTimeout(CALL_MAX));
  }
}
