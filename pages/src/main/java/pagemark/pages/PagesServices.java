package pagemark.pages;

import java.time.InstantSource;
import java.util.Optional;
import pagemark.index.PageIndexReader;
import pagemark.listing.json.Listings;
import pagemark.pages.cursor.CursorKeys;
import pagemark.state.Generations;
import pagemark.state.Suspects;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The services that pages are read with, for callers that open them themselves.
///
/// @param dynamo of the listed tables
/// @param generations the registered generations of indexes; cached for up to 5 seconds
/// @param suspects takes the index entries that pages find in doubt
/// @param cursorKeys empty for pages without cursors
public record PagesServices(
    Listings listings,
    DynamoDbClient dynamo,
    Generations generations,
    Suspects suspects,
    PageIndexReader index,
    Optional<CursorKeys> cursorKeys,
    InstantSource clock) {}
