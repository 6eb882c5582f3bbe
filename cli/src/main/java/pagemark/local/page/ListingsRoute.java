package pagemark.local.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.key.BinarySort;
import pagemark.key.BooleanSort;
import pagemark.key.GroupKey;
import pagemark.key.GroupKey.GroupPart;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.key.Sort;
import pagemark.key.SortType;
import pagemark.listing.Filter;
import pagemark.listing.FilterValue;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.http.HttpFront;
import pagemark.local.http.HttpFront.Reply;
import pagemark.local.http.HttpFront.Request;
import pagemark.local.page.WebPage.RefusedRequest;
import pagemark.local.race.Walk;
import pagemark.state.Generation;
import pagemark.state.Generations;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// `GET /local/listings`: what the page needs to know about each listing, and some of its groups.
///
/// @param dynamo tells the size of the table, by DescribeTable's count
/// @param isReadOnly whether the table is an existing one, whose reads may cost money
/// @param draft the listings as text, if they are drafted, so that somebody can keep them; else
///   null
record ListingsRoute(
    Listings listings,
    Groups groups,
    DynamoDbClient dynamo,
    boolean isReadOnly,
    @Nullable String draft)
    implements HttpFront.Route {
  /// A Scan reads this much in a call.
  private static final long CALL_BYTES = 1 << 20;

  /// A read unit is this much of an eventually consistent Scan.
  private static final double UNIT_BYTES = 8192;

  @Override
  public Reply answer(Request request) {
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      throw RefusedRequest.method("GET, HEAD");
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("version", ListingsRoute.class.getPackage().getImplementationVersion());
    json.put("definition", draft);
    Optional<ObjectNode> scan = scan();
    ArrayNode array = json.putArray("listings");
    listings.byName().values().stream()
        .filter(Listing::isDefault)
        .forEach(listing -> array.add(json(listing, scan)));
    return new Reply(
        200,
        Map.of("Content-Type", List.of("application/json"), "Cache-Control", List.of("no-store")),
        Bytes.utf8(json.toString()));
  }

  private ObjectNode json(Listing listing, Optional<ObjectNode> scan) {
    PositionCodec positions = listing.definition().positions();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", listing.name());
    json.put("readOnly", isReadOnly);
    ArrayNode group = json.putArray("group");
    listing.definition().group().parts().forEach(part -> group.add(json(part)));
    ArrayNode key = json.putArray("key");
    positions.key().forEach(attribute -> putTyped(key.addObject(), attribute));
    putOrder(json, listing, scan);
    ArrayNode sorts = json.putArray("sorts");
    listings.ofPath(listing.path()).stream()
        .filter(each -> each.sort() != null)
        .forEach(each -> putOrder(sorts.addObject().put("name", each.sort()), each, scan));
    json.putObject("pageSize")
        .put("default", listing.pageSize().byDefault())
        .put("max", listing.pageSize().max());
    ArrayNode filters = json.putArray("filters");
    listing.definition().filters().forEach(filter -> filters.add(json(filter)));
    ArrayNode open = json.putArray("openFilters");
    listing
        .definition()
        .open()
        .forEach(filter -> open.add(filter.json().put("name", filter.name())));
    putGroups(json, listing);
    return json;
  }

  private static void putOrder(ObjectNode json, Listing sorted, Optional<ObjectNode> scan) {
    PositionCodec positions = sorted.definition().positions();
    putSort(json.putObject("sort"), positions.sort());
    json.put("windows", hasWindows(positions.sortType()));
    json.put("order", sorted.order().text());
    String alone = Walk.way(sorted);
    json.put("alone", alone);
    scan.filter(_ -> alone.equals("scan")).ifPresent(known -> json.set("scan", known));
  }

  /// The calls and read units of a Scan of the table. Empty if DescribeTable is refused.
  private Optional<ObjectNode> scan() {
    String table = listings.byName().firstEntry().getValue().definition().table();
    try {
      long bytes = dynamo.describeTable(d -> d.tableName(table)).table().tableSizeBytes();
      return Optional.of(
          JsonNodeFactory.instance
              .objectNode()
              .put("calls", Math.max(1, Math.ceilDiv(bytes, CALL_BYTES)))
              .put("units", Math.max(0.5, Math.ceil(2 * bytes / UNIT_BYTES) / 2)));
    } catch (SdkException e) {
      return Optional.empty();
    }
  }

  private static ObjectNode json(GroupPart part) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    part.path().put(json);
    json.put("type", part.type().definitionName()).put("prefix", part.prefix());
    return part.each() ? json.put("each", true) : json;
  }

  private static void putTyped(ObjectNode json, KeyAttribute attribute) {
    json.put("attribute", attribute.name()).put("type", attribute.type().definitionName());
  }

  /// The first part, which jumps and windows speak of.
  private static void putSort(ObjectNode json, Sort sort) {
    Sort.Part first = sort.first();
    json.put("attribute", first.path().attribute());
    if (first.path().isNested()) {
      first.path().names().forEach(json.putArray("path")::add);
    }
    first.type().put(json);
  }

  private static boolean hasWindows(SortType type) {
    return !(type instanceof BinarySort || type instanceof BooleanSort);
  }

  /// The labels are what requests select by. Forms need the values, which ranges do not have.
  private static ObjectNode json(Filter filter) {
    ObjectNode json = filter.json().put("name", filter.name());
    ArrayNode labels = json.putArray("labels");
    filter.values().forEach(value -> labels.add(value.label()));
    return json.put(
        "numeric", filter.values().stream().allMatch(FilterValue.Numeric.class::isInstance));
  }

  private void putGroups(ObjectNode json, Listing listing) {
    ArrayNode array = json.putArray("groups");
    for (GroupSize size :
        listing.groupClaim() == null ? groups.of(listing) : List.<GroupSize>of()) {
      listing
          .definition()
          .group()
          .texts(size.group().group())
          .ifPresent(
              parts ->
                  parts.forEach(array.addObject().put("items", size.all()).putArray("group")::add));
    }
  }

  /// Finds some groups of a listing, for the page's choice. It asks for the sizes of 200 groups at
  /// most, and leaves out those within others, so the cost does not grow with the index.
  record Groups(Generations shown, Inspector inspector) {
    private static final int FOUND_MAX = 200;
    private static final int MET_MAX = 10_000;
    private static final int TOLD_MAX = 50;

    /// Finds at most 50 groups, the largest first; none if there is no index, or it does not
    /// answer.
    List<GroupSize> of(Listing listing) {
      try {
        return shown
            .serving(listing.name())
            .map(generation -> of(generation, listing))
            .orElse(List.of());
      } catch (IndexException e) {
        return List.of();
      }
    }

    private List<GroupSize> of(Generation generation, Listing listing) {
      List<GroupRef> found = found(generation, listing.definition().group());
      return inspector.sizes(found, listing.definition().cells()).stream()
          .filter(size -> size.all() > 0)
          .sorted(
              Comparator.comparingLong(GroupSize::all)
                  .reversed()
                  .thenComparing(size -> size.group().group().text()))
          .limit(TOLD_MAX)
          .toList();
    }

    private List<GroupRef> found(Generation generation, GroupKey key) {
      List<GroupRef> found = new ArrayList<>();
      AtomicInteger met = new AtomicInteger();
      try {
        inspector.groups(
            generation.id(),
            chunk -> {
              chunk.stream()
                  .filter(group -> key.texts(group.group()).isPresent())
                  .forEach(found::add);
              if (found.size() >= FOUND_MAX || met.addAndGet(chunk.size()) >= MET_MAX) {
                throw new Enough();
              }
            });
      } catch (Enough e) {
        // These are enough.
      }
      return found.stream().distinct().limit(FOUND_MAX).toList();
    }

    /// Ends the scan of an index that may have millions of groups.
    private static final class Enough extends RuntimeException {
      Enough() {
        super("", null, false, false);
      }
    }
  }
}
