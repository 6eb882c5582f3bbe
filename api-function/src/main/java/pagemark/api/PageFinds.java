package pagemark.api;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.api.Checked.Doubted;
import pagemark.index.PageSlice;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Position;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What is known of a page's items so far: a candidate was found, or is known to be gone, or
/// neither.
///
/// Candidates are the promised items and, behind them, the spares. Each is known by its item key.
/// An item may have moved since the index heard of it: it is shown only if the page stays in order
/// with the position of its image, and in the window.
final class PageFinds {
  private static final String ELSEWHERE = "the item stands elsewhere in the group";
  private static final String NOT_IN_INDEX = "the index does not have the item here";

  private final PageRequest request;
  private final PositionCodec codec;
  private final PageReach reach;
  private final int wanted;

  /// In the order in which they may be shown.
  private final Map<Bytes, Position> candidates = new LinkedHashMap<>();

  private final Map<Bytes, Placed> found = new LinkedHashMap<>();
  private final Set<Bytes> gone = new HashSet<>();
  private @Nullable Doubted hole;

  /// @param order of the slice
  PageFinds(PageRequest request, PageSlice slice, Order order) {
    this.request = request;
    this.codec = request.listing().definition().positions();
    this.reach = PageReach.of(slice, order, request.window());
    this.wanted = put(slice.positions().stream());
    put(slice.spares().stream());
  }

  private int put(Stream<Position> positions) {
    positions.forEach(position -> candidates.putIfAbsent(codec.itemKey(position), position));
    return candidates.size();
  }

  /// Takes the promised items that belong to the selection and stand where they were promised. All
  /// others are left to a consistent read: what was read may be older than the index.
  void addFirst(TableRead read) {
    Set<Bytes> asked = Set.copyOf(candidates.keySet().stream().limit(wanted).toList());
    for (Map<String, AttributeValue> item : read.items()) {
      Entry entry = selected(item);
      if (entry != null) {
        Bytes key = codec.itemKey(entry.position());
        Position promised = candidates.get(key);
        if (promised == null) {
          noteHole(entry);
        } else if (asked.contains(key) && promised.equals(entry.position())) {
          found.putIfAbsent(key, new Placed(promised, item));
        }
      }
    }
  }

  /// Takes a consistent read of all that is [#unknown], or of what the one before it left.
  void addConsistent(TableRead read) {
    for (Map<String, AttributeValue> item : read.items()) {
      Entry entry = selected(item);
      if (entry != null) {
        found.putIfAbsent(codec.itemKey(entry.position()), new Placed(entry.position(), item));
      }
    }
    gone.addAll(candidates.keySet());
    gone.removeAll(found.keySet());
    read.left().keys().forEach(key -> gone.remove(itemKey(key)));
  }

  /// Where an item stands; null if it does not belong to the group and selection.
  private @Nullable Entry selected(Map<String, AttributeValue> item) {
    IndexDefinition definition = request.listing().definition();
    return definition.indexable(item) instanceof Indexed(var group, var entry)
            && group.equals(request.group())
            && request.selection().holds(entry.cell())
        ? entry
        : null;
  }

  /// One is enough: the next page read shows the next one.
  private void noteHole(Entry entry) {
    if (hole == null && reach.holds(entry.position())) {
      Cell cell = request.selection().isWhole() ? Cell.WHOLE : entry.cell();
      hole = new Doubted(new Entry(cell, entry.position()), NOT_IN_INDEX, true);
    }
  }

  private Bytes itemKey(Map<String, AttributeValue> key) {
    try {
      return codec.itemKey(key);
    } catch (UnfitException e) {
      throw new IllegalStateException("DynamoDB names a key that was not asked for", e);
    }
  }

  /// Whether it is known which items the page shows.
  boolean isDecided() {
    Set<Bytes> fitting = fitting();
    int shown = 0;
    for (Bytes key : candidates.keySet()) {
      if (shown == wanted) {
        return true;
      }
      if (fitting.contains(key)) {
        shown++;
      } else if (isUnknown(key)) {
        return false;
      }
    }
    return true;
  }

  private boolean isUnknown(Bytes key) {
    return !found.containsKey(key) && !gone.contains(key);
  }

  Stream<Position> unknown() {
    return candidates.entrySet().stream()
        .filter(each -> isUnknown(each.getKey()))
        .map(Map.Entry::getValue);
  }

  /// The candidates that were found and may be shown. One that moved may be shown only if it still
  /// fits between its neighbours.
  private Set<Bytes> fitting() {
    List<Bytes> keys = List.copyOf(candidates.keySet());
    Set<Bytes> fitting = new LinkedHashSet<>();
    Position before = reach.first();
    for (int i = 0; i < keys.size(); i++) {
      Placed image = found.get(keys.get(i));
      if (image != null
          && (!hasMoved(keys.get(i))
              || reach.fits(image.position(), before, behind(keys.subList(i + 1, keys.size()))))) {
        fitting.add(keys.get(i));
        before = image.position();
      }
    }
    return fitting;
  }

  /// Where the next of `keys` stands that has not moved; null if nothing follows.
  private @Nullable Position behind(List<Bytes> keys) {
    return keys.stream()
        .filter(key -> !gone.contains(key) && !hasMoved(key))
        .findFirst()
        .map(candidates::get)
        .orElse(reach.last());
  }

  /// Whether its image is another one than the index knows.
  private boolean hasMoved(Bytes key) {
    Placed image = found.get(key);
    return image != null && !image.position().equals(candidates.get(key));
  }

  /// What is shown, where it was promised; fewer than were where spares did not suffice.
  List<Placed> shown() {
    Set<Bytes> fitting = fitting();
    List<Placed> shown = new ArrayList<>();
    candidates.forEach(
        (key, position) -> {
          Placed image = found.get(key);
          if (image != null && fitting.contains(key) && shown.size() < wanted) {
            shown.add(new Placed(position, image.item()));
          }
        });
    return shown;
  }

  /// How many promised items the page cannot show: they are gone, or moved elsewhere.
  int missing() {
    Set<Bytes> fitting = fitting();
    return (int)
        candidates.keySet().stream()
            .limit(wanted)
            .filter(key -> !isUnknown(key) && !fitting.contains(key))
            .count();
  }

  /// What the images speak against.
  List<Doubted> doubts() {
    List<Doubted> doubts = new ArrayList<>();
    candidates.forEach(
        (key, position) -> {
          if (gone.contains(key)) {
            doubts.add(new Doubted(new Entry(Cell.WHOLE, position), reason(), false));
          } else if (hasMoved(key)) {
            doubts.add(new Doubted(new Entry(Cell.WHOLE, position), ELSEWHERE, false));
          }
        });
    if (hole != null) {
      doubts.add(hole);
    }
    return doubts;
  }

  private String reason() {
    return request.selection().isWhole()
        ? "the item is not in the group"
        : "the item is not in the selection";
  }
}
