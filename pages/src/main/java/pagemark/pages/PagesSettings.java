package pagemark.pages;

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
/// @param cursorKeys empty for pages without cursors
public record PagesSettings(
    Listings listings,
    DynamoDbClient dynamo,
    String stateTable,
    String indexUrl,
    Optional<CursorKeys> cursorKeys,
    InstantSource clock) {
  public PagesSettings {
    Objects.requireNonNull(listings, "listings");
    Objects.requireNonNull(dynamo, "dynamo");
    Objects.requireNonNull(stateTable, "stateTable");
    Objects.requireNonNull(indexUrl, "indexUrl");
    Objects.requireNonNull(cursorKeys, "cursorKeys");
    Objects.requireNonNull(clock, "clock");
  }

  /// Pages without cursors, by the system's clock.
  public PagesSettings(
      Listings listings, DynamoDbClient dynamo, String stateTable, String indexUrl) {
    this(listings, dynamo, stateTable, indexUrl, Optional.empty(), InstantSource.system());
  }

  public PagesSettings with(CursorKeys keys) {
    return new PagesSettings(listings, dynamo, stateTable, indexUrl, Optional.of(keys), clock);
  }
}
