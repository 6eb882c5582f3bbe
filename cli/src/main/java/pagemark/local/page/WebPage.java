package pagemark.local.page;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import pagemark.index.Inspector;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.http.Reply;
import pagemark.local.http.Request;
import pagemark.local.http.Route;
import pagemark.pages.Pages;
import pagemark.state.Generations;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Answers `/` and everything below `/local/`: the page's files, `/local/listings`, `/local/items`
/// and `/local/race`.
///
/// @param shown the generations of the index that pages come from
/// @param pages check the questions of a race
/// @param dynamo writes items, as any other writer does, and walks to pages in a race
/// @param isReadOnly whether the table is an existing one that the stack must not write to
/// @param log takes a line for each failure
public record WebPage(
    Listings listings,
    Generations shown,
    Inspector inspector,
    Pages pages,
    DynamoDbClient dynamo,
    boolean isReadOnly,
    Consumer<String> log)
    implements Route {

  /// Whether `path` belongs to the web page.
  public static boolean has(String path) {
    return path.equals("/") || path.startsWith("/local/");
  }

  @Override
  public Reply answer(Request request) {
    try {
      return switch (request.path()) {
        case "/local/listings" -> listingsRoute().answer(request);
        case "/local/race" -> raceRoute().answer(request);
        case "/local/items" -> itemsRoute().answer(request);
        default -> PageFiles.answer(request);
      };
    } catch (RefusedRequest e) {
      return e.reply();
    }
  }

  private Route listingsRoute() {
    return new ListingsRoute(listings, groups(), isReadOnly);
  }

  private Route raceRoute() {
    return new RaceRoute(pages, dynamo, log);
  }

  private Groups groups() {
    return new Groups(shown, inspector);
  }

  /// A group of a listing, by the values that name it: the largest of some. Empty if none is known.
  public Optional<List<String>> someGroup(Listing listing) {
    return groups().of(listing).largest().stream()
        .findFirst()
        .flatMap(size -> listing.definition().group().texts(size.group().group()));
  }

  private Route itemsRoute() {
    if (isReadOnly) {
      throw new RefusedRequest(403, "this table is only read: its items cannot be changed here");
    }
    return new ItemsRoute(listings, new ItemWrites(dynamo, log));
  }
}
