package pagemark.cli;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import pagemark.index.IndexStore;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.services.Services;
import pagemark.state.StateTable;
import pagemark.sync.StreamedTable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// The options shared by every command that works on the index of a listing.
final class IndexedListingOptions {
  @Mixin private final ListingsOption listings = new ListingsOption();
  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();
  @Mixin private final IndexOption index = new IndexOption();

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      required = true,
      description = "The listing whose index the command works on.")
  private String listing = "";

  /// @throws CommandException if something is missing or cannot be reached; the message names it
  IndexedListing open(Map<String, String> environment) {
    Map<String, String> filled = Environment.local(environment);
    Listing named = listings.named(listing, filled, Path.of(""));
    IndexStore store = index.open(environment);
    DynamoDbClient dynamo = dynamodb.client(environment);
    StateTable state =
        new StateTable(
            dynamo, environment.getOrDefault("STATE_TABLE_NAME", StateTable.DEFAULT_NAME));
    Listings one = new Listings(new TreeMap<>(Map.of(named.name(), named)));
    StreamedTable table = table(dynamo, named);
    return new IndexedListing(
        named, table, new Services(one, dynamo, state, store, InstantSource.system()));
  }

  private static StreamedTable table(DynamoDbClient dynamo, Listing listing) {
    String table = listing.definition().table();
    try {
      return StreamedTable.describe(dynamo, table);
    } catch (ResourceNotFoundException e) {
      throw new CommandException(
          "the table %s of the listing %s does not exist".formatted(table, listing.name()));
    } catch (IllegalStateException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
  }
}
