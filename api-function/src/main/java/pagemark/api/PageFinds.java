package pagemark.api;

import java.util.ArrayList;
import java.util.HashSet;
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
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What is known of a page's items so far: a candidate was found, or is known to be gone, or
/// neither.
///
/// Candidates are the promised items and, behind them, the spares. Each is known by its item key.
final class PageFinds {
  private final PageRequest request;
  private final PositionCodec codec;
  private final int wanted;

  /// In the order in which they may be shown.
  private final Map<Bytes, Position> candidates = new LinkedHashMap<>();

  private final Map<Bytes, Placed> found = new LinkedHashMap<>();
  private final Set<Bytes> gone = new HashSet<>();

  PageFinds(PageRequest request, PageSlice slice) {
    this.request = request;
    this.codec = request.listing().definition().positions();
    this.wanted = put(slice.positions().stream());
    put(slice.spares().stream());
  }

  private int put(Stream<Position> positions) {
    positions.forEach(position -> candidates.putIfAbsent(codec.itemKey(position), position));
    return candidates.size();
  }

  /// Takes the promised items among those that belong to the selection by what was read. The first
  /// image of an item counts.
  void addFirst(TableRead read) {
    add(read, Set.copyOf(candidates.keySet().stream().limit(wanted).toList()));
  }

  /// Takes a consistent read of all that is [#unknown], or of what the one before it left.
  void addConsistent(TableRead read) {
    add(read, candidates.keySet());
    gone.addAll(candidates.keySet());
    gone.removeAll(found.keySet());
    read.left().keys().forEach(key -> gone.remove(itemKey(key)));
  }

  private void add(TableRead read, Set<Bytes> asked) {
    IndexDefinition definition = request.listing().definition();
    for (Map<String, AttributeValue> item : read.items()) {
      if (definition.indexable(item) instanceof Indexed(var group, var entry)
          && group.equals(request.group())
          && request.selection().holds(entry.cell())) {
        Bytes key = codec.itemKey(entry.position());
        if (asked.contains(key)) {
          found.putIfAbsent(key, new Placed(entry.position(), item));
        }
      }
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
    int shown = 0;
    for (Bytes key : candidates.keySet()) {
      if (shown == wanted) {
        return true;
      }
      if (found.containsKey(key)) {
        shown++;
      } else if (!gone.contains(key)) {
        return false;
      }
    }
    return true;
  }

  Stream<Position> unknown() {
    return candidates.entrySet().stream()
        .filter(each -> !found.containsKey(each.getKey()) && !gone.contains(each.getKey()))
        .map(Map.Entry::getValue);
  }

  /// What is shown, where it was promised; fewer than were where spares did not suffice.
  List<Placed> shown() {
    List<Placed> shown = new ArrayList<>();
    candidates.forEach(
        (key, position) -> {
          Placed image = found.get(key);
          if (image != null && shown.size() < wanted) {
            shown.add(new Placed(position, image.item()));
          }
        });
    return shown;
  }

  /// How many promised items are gone.
  int missing() {
    return (int) candidates.keySet().stream().limit(wanted).filter(gone::contains).count();
  }

  /// What the images speak against.
  List<Doubted> doubts() {
    List<Doubted> doubts = new ArrayList<>();
    candidates.forEach(
        (key, position) -> {
          Placed image = found.get(key);
          if (gone.contains(key)) {
            doubts.add(new Doubted(position, reason()));
          } else if (image != null && !image.position().equals(position)) {
            doubts.add(new Doubted(position, "the item stands elsewhere in the group"));
          }
        });
    return doubts;
  }

  private String reason() {
    return request.selection().isWhole()
        ? "the item is not in the group"
        : "the item is not in the selection";
  }
}
