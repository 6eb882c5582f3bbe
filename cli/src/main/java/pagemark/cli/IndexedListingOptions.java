package pagemark.cli;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
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

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      required = true,
      description = "The listing whose index the command works on.")
  private String listing = "";

  @Option(
      names = "--index",
      paramLabel = "URL",
      description =
          "The URL of the index, as `local` prints it. Default: INDEX_URL in the environment.")
  private @Nullable String index;

  /// @throws CommandException if something is missing or cannot be reached; the message names it
  IndexedListing open(Map<String, String> environment) {
    Map<String, String> filled = Environment.local(environment);
    Listing named = listings.named(listing, filled, Path.of(""));
    String url = index == null ? environment.getOrDefault("INDEX_URL", "") : index;
    if (url.isEmpty()) {
      throw new CommandException("no index URL is given: name it with --index or in INDEX_URL");
    }
    DynamoDbClient dynamo = dynamodb.client(environment);
    StateTable state =
        new StateTable(
            dynamo, environment.getOrDefault("STATE_TABLE_NAME", StateTable.DEFAULT_NAME));
    Listings one = new Listings(new TreeMap<>(Map.of(named.name(), named)));
    StreamedTable table = table(dynamo, named);
    return new IndexedListing(
        named, table, new Services(one, dynamo, state, store(url), InstantSource.system()));
  }

  private static IndexStore store(String url) {
    try {
      return IndexStores.open(url, IndexSettings.DEFAULT);
    } catch (IllegalArgumentException e) {
      throw new CommandException("--index: " + e.getMessage());
    }
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
