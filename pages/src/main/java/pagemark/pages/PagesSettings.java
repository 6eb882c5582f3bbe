package pagemark.pages;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import pagemark.listing.json.Listings;
import pagemark.pages.cursor.CursorKeys;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Where pages are read from.
///
/// @param dynamo of the listed tables and of the state table; stays open. Its time-outs bound how
///   long a page may take; docs/pages.md lists the calls
/// @param stateTable the table in which Pagemark keeps the state of its indexes, usually
///   `pagemark-state`
/// @param indexUrl such as `redis://localhost:6379`; the store for its scheme must be on the class
///   path
/// @param indexTimeout how long a call of the index may take, from 100 ms to 5 s; after that the
///   page is read without the index, or fails. A call that must connect has at least 2 s
/// @param cursorKeys empty for pages without cursors
public record PagesSettings(
    Listings listings,
    DynamoDbClient dynamo,
    String stateTable,
    String indexUrl,
    Duration indexTimeout,
    Optional<CursorKeys> cursorKeys,
    InstantSource clock) {
  /// A call on an open connection takes a few milliseconds.
  public static final Duration INDEX_TIMEOUT_DEFAULT = Duration.ofMillis(300);

  private static final Duration INDEX_TIMEOUT_MIN = Duration.ofMillis(100);
  private static final Duration INDEX_TIMEOUT_MAX = Duration.ofSeconds(5);

  public PagesSettings {
    Objects.requireNonNull(listings, "listings");
    Objects.requireNonNull(dynamo, "dynamo");
    Objects.requireNonNull(stateTable, "stateTable");
    Objects.requireNonNull(indexUrl, "indexUrl");
    Objects.requireNonNull(cursorKeys, "cursorKeys");
    Objects.requireNonNull(clock, "clock");
    if (indexTimeout.compareTo(INDEX_TIMEOUT_MIN) < 0
        || indexTimeout.compareTo(INDEX_TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException(
          "the index's timeout is %d ms; valid values: %d to %d"
              .formatted(
                  indexTimeout.toMillis(),
                  INDEX_TIMEOUT_MIN.toMillis(),
                  INDEX_TIMEOUT_MAX.toMillis()));
    }
  }

  public PagesSettings(
      Listings listings,
      DynamoDbClient dynamo,
      String stateTable,
      String indexUrl,
      Optional<CursorKeys> cursorKeys,
      InstantSource clock) {
    this(listings, dynamo, stateTable, indexUrl, INDEX_TIMEOUT_DEFAULT, cursorKeys, clock);
  }

  /// Pages without cursors, by the system's clock.
  public PagesSettings(
      Listings listings, DynamoDbClient dynamo, String stateTable, String indexUrl) {
    this(listings, dynamo, stateTable, indexUrl, Optional.empty(), InstantSource.system());
  }

  public PagesSettings with(CursorKeys keys) {
    return new PagesSettings(
        listings, dynamo, stateTable, indexUrl, indexTimeout, Optional.of(keys), clock);
  }

  /// @param timeout how long a call of the index may take, from 100 ms to 5 s
  public PagesSettings withIndexTimeout(Duration timeout) {
    return new PagesSettings(listings, dynamo, stateTable, indexUrl, timeout, cursorKeys, clock);
  }
}
