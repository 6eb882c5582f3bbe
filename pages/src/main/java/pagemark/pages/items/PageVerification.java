package pagemark.pages.items;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.pages.items.PageItems.FetchedItems.DoubtfulEntry;
import pagemark.pages.items.PageItems.FetchedItems.PositionedItem;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;
import pagemark.pages.table.TableRead;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Decides which items a page shows, from the positions that the index returned and the items read
/// so far.
///
/// The candidates are the items of the page and, behind them, the spare ones, each identified by
/// its key. A candidate is found, gone, expired, or unknown until a consistent read tells. The page
/// shows the first candidates that are found and fit, as many as the index returned for the page.
///
/// An item may have moved since the index learned of it. It is shown only if its new position lies
/// between its neighbours on the page, and in the window.
///
/// An item that has expired by a consistent read is hidden, and the index is not wrong about it: it
/// learns of it within minutes. An older read is no proof, as the item may have been renewed.
final class PageVerification {
  private static final String ELSEWHERE = "the item stands elsewhere in the group";
  static final String NOT_IN_INDEX = "the index does not have the item here";

  private final Scope scope;
  private final PositionCodec codec;
  private final PageReach reach;
  private final int wanted;
  private final Instant now;

  /// By item key, in the order in which they may be shown.
  private final Map<Bytes, Position> candidates = new LinkedHashMap<>();

  private final Map<Bytes, PositionedItem> found = new LinkedHashMap<>();
  private final Set<Bytes> gone = new HashSet<>();
  private final Set<Bytes> expired = new HashSet<>();
  private @Nullable DoubtfulEntry hole;

  /// @param order of the slice
  /// @param now what has expired by then is hidden
  PageVerification(Scope scope, PageSlice slice, Order order, Instant now) {
    this.scope = scope;
    this.now = now;
    this.codec = scope.positions();
    this.reach = PageReach.of(slice, order, scope.window());
    this.wanted = put(slice.positions().stream());
    put(slice.spares().stream());
  }

  private int put(Stream<Position> positions) {
    positions.forEach(position -> candidates.putIfAbsent(codec.itemKey(position), position));
    return candidates.size();
  }

  /// Takes the first read, which may be older than the index. It counts only for items of the page
  /// that belong to the selection and stand exactly where the index has them. All others wait for
  /// the consistent read.
  void addFirst(TableRead read) {
    Set<Bytes> asked = Set.copyOf(candidates.keySet().stream().limit(wanted).toList());
    for (Map<String, AttributeValue> item : read.items()) {
      if (!scope.isExpired(item, now)) {
        scope.entry(item).ifPresent(entry -> addFirst(item, entry, asked));
      }
    }
  }

  private void addFirst(Map<String, AttributeValue> item, Entry entry, Set<Bytes> asked) {
    Bytes key = codec.itemKey(entry.position());
    Position promised = candidates.get(key);
    if (promised == null) {
      noteHole(entry);
    } else if (asked.contains(key) && promised.equals(entry.position())) {
      found.putIfAbsent(key, new PositionedItem(promised, item));
    }
  }

  /// Takes a consistent read of all candidates that are [#unknown], or of the keys that the read
  /// before it left unread.
  void addConsistent(TableRead read) {
    for (Map<String, AttributeValue> item : read.items()) {
      scope.entry(item).map(Entry::position).ifPresent(at -> addConsistent(item, at));
    }
    gone.addAll(candidates.keySet());
    gone.removeAll(found.keySet());
    gone.removeAll(expired);
    read.left().keys().forEach(key -> gone.remove(itemKey(key)));
  }

  private void addConsistent(Map<String, AttributeValue> item, Position at) {
    Bytes key = codec.itemKey(at);
    if (scope.isExpired(item, now)) {
      expired.add(key);
    } else {
      found.putIfAbsent(key, new PositionedItem(at, item));
    }
  }

  /// Notes an item that the index seems to lack. One for each page is enough: the next read finds
  /// the next one.
  private void noteHole(Entry entry) {
    if (hole == null && reach.holds(entry.position())) {
      Cell cell = scope.selection().isWhole() ? Cell.WHOLE : entry.cell();
      hole = new DoubtfulEntry(new Entry(cell, entry.position()), NOT_IN_INDEX);
    }
  }

  private Bytes itemKey(Map<String, AttributeValue> key) {
    try {
      return codec.itemKey(key);
    } catch (UnfitException e) {
      throw new IllegalStateException("DynamoDB names a key that was not asked for", e);
    }
  }

  /// Whether no further read can change which items the page shows.
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
    return !found.containsKey(key) && !gone.contains(key) && !expired.contains(key);
  }

  Stream<Position> unknown() {
    return candidates.entrySet().stream()
        .filter(each -> isUnknown(each.getKey()))
        .map(Map.Entry::getValue);
  }

  /// The keys of the candidates that were found and may be shown. A candidate that moved must fit
  /// between its neighbours.
  private Set<Bytes> fitting() {
    List<Bytes> keys = List.copyOf(candidates.keySet());
    Set<Bytes> fitting = new LinkedHashSet<>();
    Position before = reach.first();
    for (int i = 0; i < keys.size(); i++) {
      PositionedItem image = found.get(keys.get(i));
      if (image != null
          && (!hasMoved(keys.get(i))
              || reach.fits(image.position(), before, behind(keys.subList(i + 1, keys.size()))))) {
        fitting.add(keys.get(i));
        before = image.position();
      }
    }
    return fitting;
  }

  /// The position of the first of `keys` that is not gone and has not moved. If there is none, the
  /// end of what the index told of; null if nothing follows.
  private @Nullable Position behind(List<Bytes> keys) {
    return keys.stream()
        .filter(key -> !gone.contains(key) && !hasMoved(key))
        .findFirst()
        .map(candidates::get)
        .orElse(reach.last());
  }

  /// Whether the item stands elsewhere than the index has it.
  private boolean hasMoved(Bytes key) {
    PositionedItem image = found.get(key);
    return image != null && !image.position().equals(candidates.get(key));
  }

  /// The items that the page shows, at the positions that the index has. They are fewer than
  /// promised if the spare ones did not suffice.
  List<PositionedItem> shown() {
    Set<Bytes> fitting = fitting();
    List<PositionedItem> shown = new ArrayList<>();
    candidates.forEach(
        (key, position) -> {
          PositionedItem image = found.get(key);
          if (image != null && fitting.contains(key) && shown.size() < wanted) {
            shown.add(new PositionedItem(position, image.item()));
          }
        });
    return shown;
  }

  /// How many of the promised items the page cannot show, as they are gone or moved elsewhere.
  int missing() {
    Set<Bytes> fitting = fitting();
    return (int)
        candidates.keySet().stream()
            .limit(wanted)
            .filter(key -> gone.contains(key) || (found.containsKey(key) && !fitting.contains(key)))
            .count();
  }

  /// The index entries that the items read contradict.
  List<DoubtfulEntry> doubts() {
    List<DoubtfulEntry> doubts = new ArrayList<>();
    candidates.forEach(
        (key, position) -> {
          if (gone.contains(key)) {
            doubts.add(new DoubtfulEntry(new Entry(Cell.WHOLE, position), reason()));
          } else if (hasMoved(key)) {
            doubts.add(new DoubtfulEntry(new Entry(Cell.WHOLE, position), ELSEWHERE));
          }
        });
    if (hole != null) {
      doubts.add(hole);
    }
    return doubts;
  }

  private String reason() {
    return scope.selection().isWhole()
        ? "the item is not in the group"
        : "the item is not in the selection";
  }

  /// The range of positions in which the index returned every entry that it has: from the first
  /// position of a page to its last spare one. At an end of the selection the range is open.
  ///
  /// @param comparator compares in the page's order
  /// @param first the first position; null if the selection begins there
  /// @param last the last position; null if the selection ends there
  /// @param window null for the whole group
  record PageReach(
      Comparator<Position> comparator,
      @Nullable Position first,
      @Nullable Position last,
      @Nullable SortWindow window) {

    /// @param slice has at least one position
    /// @param order the order of the slice
    static PageReach of(PageSlice slice, Order order, @Nullable SortWindow window) {
      List<Position> told =
          Stream.concat(slice.positions().stream(), slice.spares().stream()).toList();
      boolean begins = slice.from() == 0;
      boolean ends = slice.from() + told.size() >= slice.total();
      Comparator<Position> ascending = Comparator.naturalOrder();
      return new PageReach(
          order == Order.ASCENDING ? ascending : ascending.reversed(),
          begins ? null : told.getFirst(),
          ends ? null : told.getLast(),
          window);
    }

    /// Whether the index would have returned an entry at this position.
    boolean holds(Position position) {
      return fits(position, first, last);
    }

    /// Whether a position lies in the window and between two others.
    ///
    /// @param before null if there is none before
    /// @param behind null if there is none behind
    boolean fits(Position position, @Nullable Position before, @Nullable Position behind) {
      return (before == null || comparator.compare(before, position) < 0)
          && (behind == null || comparator.compare(position, behind) < 0)
          && (window == null || window.holds(position));
    }
  }
}
