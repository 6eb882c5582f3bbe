package pagemark.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import pagemark.index.PageSlice;
import pagemark.key.Bytes;
import pagemark.key.Position;
import pagemark.key.PositionCodec;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.PageSize;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the items that an index promises for a page, and checks them:
///
/// 1. One read, planned from the positions. An item counts only if its image belongs to the group
///    and its key is promised.
/// 2. Only where a promised item did not come, one consistent read by key of the missing ones and
///    the spares. What is there now is shown (a GSI lags behind its table); what is not is a
///    suspect, and the first spare that is there is shown instead, at the end.
///
/// So every item shown belongs to the group in the image read, and none is shown twice.
final class PageItems {
  private final TableReader table;
  private final ItemSizes sizes = new ItemSizes();

  PageItems(TableReader table) {
    this.table = table;
  }

  Checked read(PageRequest request, PageSlice slice) {
    if (slice.positions().isEmpty()) {
      return Checked.NONE;
    }
    FetchPlan plan = FetchPlan.of(request, slice, sizes.of(request.listing()));
    TableRead first = table.read(request.listing(), plan);
    sizes.learn(request.listing(), plan, first);
    Map<Bytes, Position> promised = byKey(request, slice.positions().stream());
    Map<Bytes, Map<String, AttributeValue>> found = belonging(request, first);
    found.keySet().retainAll(promised.keySet());
    if (found.size() == promised.size()) {
      return Checked.of(shown(promised, found, promised.size()), plan, List.of(first), 0);
    }
    Map<Bytes, Position> candidates = byKey(request, candidates(slice));
    TableRead second = table.read(request.listing(), missing(request, candidates, found.keySet()));
    found.putAll(belonging(request, second));
    int suspects = (int) promised.keySet().stream().filter(key -> !found.containsKey(key)).count();
    return Checked.of(
        shown(candidates, found, promised.size()), plan, List.of(first, second), suspects);
  }

  /// In the order in which they may be shown.
  private static Stream<Position> candidates(PageSlice slice) {
    return Stream.concat(slice.positions().stream(), slice.spares().stream());
  }

  private static Map<Bytes, Position> byKey(PageRequest request, Stream<Position> positions) {
    PositionCodec codec = request.listing().definition().positions();
    Map<Bytes, Position> byKey = new LinkedHashMap<>();
    positions.forEach(position -> byKey.putIfAbsent(codec.itemKey(position), position));
    return byKey;
  }

  /// The items of a read that belong to the group, by item key.
  private static Map<Bytes, Map<String, AttributeValue>> belonging(
      PageRequest request, TableRead read) {
    IndexDefinition definition = request.listing().definition();
    Map<Bytes, Map<String, AttributeValue>> belonging = new LinkedHashMap<>();
    for (Map<String, AttributeValue> item : read.items()) {
      if (definition.indexable(item) instanceof Indexed(var group, var entry)
          && group.equals(request.group())) {
        belonging.putIfAbsent(definition.positions().itemKey(entry.position()), item);
      }
    }
    return belonging;
  }

  /// A consistent read of the candidates that were not found.
  private static FetchPlan missing(
      PageRequest request, Map<Bytes, Position> candidates, Set<Bytes> found) {
    Stream<Position> missing =
        candidates.entrySet().stream()
            .filter(candidate -> !found.contains(candidate.getKey()))
            .map(Map.Entry::getValue)
            .limit(PageSize.LIMIT);
    return FetchPlan.byKey(request, missing, true);
  }

  /// The first `max` candidates that were found.
  private static List<Map<String, AttributeValue>> shown(
      Map<Bytes, Position> candidates, Map<Bytes, Map<String, AttributeValue>> found, int max) {
    return candidates.keySet().stream()
        .filter(found::containsKey)
        .limit(max)
        .<Map<String, AttributeValue>>map(found::get)
        .toList();
  }
}
