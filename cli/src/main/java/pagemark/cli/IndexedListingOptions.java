package pagemark.cli;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.listing.Listing;
import pagemark.state.StateTable;
import pagemark.sync.StreamedTable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// The options of every command that works on the index of a listing.
final class IndexedListingOptions {
  @Mixin private final ListingsOption listings = new ListingsOption();
  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      required = true,
      description = "The listing whose index it is.")
  private String listing = "";

  @Option(
      names = "--index",
      paramLabel = "URL",
      description = "Such as the one that `local` prints; else as INDEX_URL in the environment.")
  private @Nullable String index;

  /// @throws CommandException naming what is missing or cannot be reached
  IndexedListing open(Map<String, String> environment) {
    Map<String, String> filled = Environment.local(environment);
    Listing named = listings.named(listing, filled, Path.of(""));
    String url = index == null ? environment.getOrDefault("INDEX_URL", "") : index;
    if (url.isEmpty()) {
      throw new CommandException("where is the index? Name it with --index, or in INDEX_URL");
    }
    DynamoDbClient dynamo = dynamodb.client(environment);
    return new IndexedListing(
        named,
        table(dynamo, named),
        dynamo,
        environment.getOrDefault("STATE_TABLE_NAME", StateTable.DEFAULT_NAME),
        store(url));
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
          "there is no table %s, which the listing %s names".formatted(table, listing.name()));
    } catch (IllegalStateException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
  }
}
