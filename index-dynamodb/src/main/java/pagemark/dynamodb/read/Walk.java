package pagemark.dynamodb.read;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Leaf;
import pagemark.entry.Bytes;
import pagemark.entry.Layout;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.entry.SortValue;

/// Answers parts of a question from the nodes that are known, and notes those that it needs.
final class Walk {
  private final Sight sight;
  private final Spot root;
  private final Map<Long, Spot> used = new LinkedHashMap<>();
  private final Map<Long, Spot> needed = new LinkedHashMap<>();

  Walk(Sight sight) {
    this.sight = sight;
    this.root = sight.root();
    used.put(root.id(), root);
  }

  /// The inner nodes, and the root, that were known and used.
  List<Spot> used() {
    return List.copyOf(used.values());
  }

  /// The nodes that were not known.
  List<Spot> needed() {
    return List.copyOf(needed.values());
  }

  private @Nullable List<Spot> kids(Spot inner) {
    List<Spot> kids = sight.kids(inner);
    (kids == null ? needed : used).put(inner.id(), inner);
    return kids;
  }

  private @Nullable Leaf leaf(Spot spot) {
    Leaf leaf = sight.leaf(spot);
    if (leaf == null) {
      needed.put(spot.id(), spot);
    }
    return leaf;
  }

  long total(Selection selection) {
    return selection.of(root.tally());
  }

  /// Counts the selection's entries before a boundary.
  Bounds before(Position boundary, Selection selection) {
    return before(Place.boundary(boundary), selection, root, 0);
  }

  /// @param at the node whose range has the place
  /// @param passed the number of the selection's entries before that node
  private Bounds before(Bytes place, Selection selection, Spot at, long passed) {
    long count = selection.of(at.tally());
    if (count == 0 || at.low().equals(place)) {
      return Bounds.exactly(passed);
    }
    Bounds within = new Bounds(passed, passed + count);
    if (at.leaf()) {
      Leaf leaf = leaf(at);
      return leaf == null ? within : Bounds.exactly(passed + before(place, selection, leaf));
    }
    List<Spot> kids = kids(at);
    if (kids == null) {
      return within;
    }
    long before = passed;
    Spot holder = kids.getFirst();
    for (Spot kid : kids.subList(1, kids.size())) {
      if (kid.low().compareTo(place) > 0) {
        break;
      }
      before += selection.of(holder.tally());
      holder = kid;
    }
    return before(place, selection, holder, before);
  }

  private static long before(Bytes place, Selection selection, Leaf leaf) {
    return leaf.registers().headMap(place).values().stream()
        .filter(register -> selection.has(register.cell()))
        .count();
  }

  /// Some ranks of a selection.
  ///
  /// @param positions those that are known, by rank
  /// @param unknown the nodes that hold the others
  record Found(NavigableMap<Long, Position> positions, List<Part> unknown) {}

  /// A node that is not known and holds ranks of a selection.
  ///
  /// @param first its first rank
  /// @param end the rank after its last
  record Part(Spot spot, long first, long end) {}

  /// Reads the entries of the ranks [first, end) of a selection.
  Found read(Selection selection, long first, long end) {
    RangeWalk walk = new RangeWalk(selection, first, end);
    walk.add(root, 0);
    return walk.found;
  }

  /// Notes the nodes in which the sort value of an entry begins.
  void expectBegin(Position entry, Layout layout, Selection selection) {
    before(SortValue.begin(entry, layout), selection);
  }

  /// Notes the nodes in which the sort value of an entry ends.
  void expectEnd(Position entry, Layout layout, Selection selection) {
    before(SortValue.end(entry, layout), selection);
  }

  /// Notes the nodes in which the sort value that a separator divides begins.
  void expectBegin(Bytes separator, Layout layout, Selection selection) {
    Position divided = SortValue.dividedBy(separator, layout);
    if (divided != null) {
      expectBegin(divided, layout, selection);
    }
  }

  /// Notes the nodes in which the sort value that a separator divides ends.
  ///
  /// @param separator null if there is none
  void expectEnd(@Nullable Bytes separator, Layout layout, Selection selection) {
    Position divided = separator == null ? null : SortValue.dividedBy(separator, layout);
    if (divided != null) {
      expectEnd(divided, layout, selection);
    }
  }

  /// Collects the entries of some ranks.
  private final class RangeWalk {
    private final Selection selection;
    private final long first;
    private final long end;
    private final Found found = new Found(new TreeMap<>(), new ArrayList<>());

    RangeWalk(Selection selection, long first, long end) {
      this.selection = selection;
      this.first = first;
      this.end = end;
    }

    /// @param passed the number of the selection's entries before the node
    void add(Spot at, long passed) {
      long count = selection.of(at.tally());
      if (count == 0 || passed + count <= first || passed >= end) {
        return;
      }
      boolean isKnown = at.leaf() ? addEntries(leaf(at), passed) : addKids(kids(at), passed);
      if (!isKnown) {
        found.unknown().add(new Part(at, passed, passed + count));
      }
    }

    private boolean addKids(@Nullable List<Spot> kids, long passed) {
      if (kids == null) {
        return false;
      }
      long before = passed;
      for (Spot kid : kids) {
        add(kid, before);
        before += selection.of(kid.tally());
      }
      return true;
    }

    private boolean addEntries(@Nullable Leaf leaf, long passed) {
      if (leaf == null) {
        return false;
      }
      long rank = passed;
      for (var entry : leaf.registers().entrySet()) {
        if (selection.has(entry.getValue().cell())) {
          if (rank >= first && rank < end) {
            found.positions().put(rank, Place.position(entry.getKey()));
          }
          rank++;
        }
      }
      return true;
    }
  }
}
