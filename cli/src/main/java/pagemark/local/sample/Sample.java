package pagemark.local.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The sample: the listing `comments`, of comments by product, and its comments.
public final class Sample {
  public static final String LISTING = "comments";

  /// The group with the most comments.
  public static final String GROUP = WorkedExample.PRODUCT;

  private Sample() {}

  /// The project's own `listings.json`, which is in the command's jar.
  public static Listings listings(Map<String, String> environment) {
    try (InputStream json = Sample.class.getResourceAsStream("/listings.json")) {
      if (json == null) {
        throw new IllegalStateException("the command was built without listings.json");
      }
      return Listings.parse(new String(json.readAllBytes(), UTF_8), environment);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether `listings` has the sample's listing, so that the comments fit its table.
  public static boolean suits(Listings listings, Map<String, String> environment) {
    return definition(listings).isPresent()
        && definition(listings).equals(definition(listings(environment)));
  }

  private static Optional<IndexDefinition> definition(Listings listings) {
    return listings.find(LISTING).map(Listing::definition);
  }

  /// The first `count` comments as items. The comments of the worked example come first.
  public static Stream<Map<String, AttributeValue>> comments(int count) {
    return Stream.concat(
            WorkedExample.COMMENTS.stream(), Stream.generate(new CommentGenerator()::next))
        .limit(count)
        .map(Comment::item);
  }
}
