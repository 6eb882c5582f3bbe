package pagemark.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import pagemark.api.Checked.Doubted;
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
/// 1. One read, planned from the positions. An item counts only if its image belongs to the
///    selection and its key is promised.
/// 2. Only where a promised item did not come, one consistent read by key of the missing ones and
///    the spares. What is there now is shown (a GSI lags behind its table); what is not is a
///    suspect, and the first spare that is there is shown instead, at the end.
///
/// An item that stands elsewhere in the group by its image is shown, and its position doubted.
///
/// So every item shown belongs to the selection in the image read, and none is shown twice.
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
    Map<Bytes, Placed> found = belonging(request, first);
    found.keySet().retainAll(promised.keySet());
    if (found.size() == promised.size()) {
      return Checked.of(shown(promised, found, promised.size()), plan.plan(), List.of(first))
          .doubting(0, doubts(promised, Set.of(), found));
    }
    Map<Bytes, Position> candidates = byKey(request, candidates(slice));
    Map<Bytes, Position> asked = missing(candidates, found.keySet());
    TableRead second =
        table.read(request.listing(), FetchPlan.byKey(request, asked.values().stream(), true));
    found.putAll(belonging(request, second));
    int missing = (int) promised.keySet().stream().filter(key -> !found.containsKey(key)).count();
    return Checked.of(
            shown(candidates, found, promised.size()), plan.plan(), List.of(first, second))
        .doubting(missing, doubts(candidates, asked.keySet(), found));
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

  /// The items of a read that belong to the selection, where they stand by what was read, by item
  /// key.
  private static Map<Bytes, Placed> belonging(PageRequest request, TableRead read) {
    IndexDefinition definition = request.listing().definition();
    Map<Bytes, Placed> belonging = new LinkedHashMap<>();
    for (Map<String, AttributeValue> item : read.items()) {
      if (definition.indexable(item) instanceof Indexed(var group, var entry)
          && group.equals(request.group())
          && request.selection().holds(entry.cell())) {
        Position position = entry.position();
        belonging.putIfAbsent(definition.positions().itemKey(position), new Placed(position, item));
      }
    }
    return belonging;
  }

  /// The candidates that were not found, as many as one read takes.
  private static Map<Bytes, Position> missing(Map<Bytes, Position> candidates, Set<Bytes> found) {
    LinkedHashMap<Bytes, Position> missing = new LinkedHashMap<>(candidates);
    missing.keySet().removeAll(found);
    while (missing.size() > PageSize.LIMIT) {
      missing.sequencedKeySet().removeLast();
    }
    return missing;
  }

  /// What the images speak against.
  ///
  /// @param asked the candidates that were read consistently
  private static List<Doubted> doubts(
      Map<Bytes, Position> candidates, Set<Bytes> asked, Map<Bytes, Placed> found) {
    List<Doubted> doubts = new ArrayList<>();
    candidates.forEach(
        (key, position) -> {
          Placed image = found.get(key);
          if (image == null && asked.contains(key)) {
            doubts.add(new Doubted(position, "the item is not in the selection"));
          } else if (image != null && !image.position().equals(position)) {
            doubts.add(new Doubted(position, "the item stands elsewhere in the group"));
          }
        });
    return doubts;
  }

  /// The first `max` candidates that were found, where they were promised.
  private static List<Placed> shown(
      Map<Bytes, Position> candidates, Map<Bytes, Placed> found, int max) {
    List<Placed> shown = new ArrayList<>();
    candidates.forEach(
        (key, position) -> {
          Placed image = found.get(key);
          if (image != null && shown.size() < max) {
            shown.add(new Placed(position, image.item()));
          }
        });
    return shown;
  }
}
