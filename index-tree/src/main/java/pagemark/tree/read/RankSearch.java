package pagemark.tree.read;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Layout;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.entry.SortValue;
import pagemark.index.CountQuery;
import pagemark.index.Window;
import pagemark.tree.node.Leaf;
import pagemark.tree.read.ReadNodes.NodeRef;

/// Answers parts of a query from the nodes that are known, and notes those that it needs.
final class RankSearch {
  private final KnownNodes known;
  private final NodeRef root;
  private final Map<Long, NodeRef> used = new LinkedHashMap<>();
  private final Map<Long, NodeRef> needed = new LinkedHashMap<>();
  private final boolean isEndKnown;

  RankSearch(KnownNodes known) {
    this.known = known;
    this.root = known.root();
    used.put(root.id(), root);
    isEndKnown = walkToEnd();
  }

  /// Walks down the last children of the root, whose entries nobody else counts.
  private boolean walkToEnd() {
    NodeRef at = root;
    while (!at.leaf()) {
      List<NodeRef> children = children(at);
      if (children == null) {
        return false;
      }
      at = children.getLast();
    }
    return at.id() == NodeRef.ROOT || leaf(at) != null;
  }

  /// Whether the end leaf is known. If not, every count is a guess.
  boolean isEndKnown() {
    return isEndKnown;
  }

  /// The inner nodes, and the root, that were known and used.
  List<NodeRef> used() {
    return List.copyOf(used.values());
  }

  /// The nodes that were not known.
  List<NodeRef> needed() {
    return List.copyOf(needed.values());
  }

  private @Nullable List<NodeRef> children(NodeRef inner) {
    List<NodeRef> children = known.children(inner);
    (children == null ? needed : used).put(inner.id(), inner);
    return children;
  }

  private @Nullable Leaf leaf(NodeRef node) {
    Leaf leaf = known.leaf(node);
    if (leaf == null) {
      needed.put(node.id(), node);
    }
    return leaf;
  }

  long total(CellSelection selection) {
    return selection.of(root.tally());
  }

  /// Counts the selection's entries before a boundary.
  CountRange before(Position boundary, CellSelection selection) {
    return before(Place.boundary(boundary), selection, root, 0);
  }

  /// Counts the entries of cells in a window.
  ///
  /// @return null if they are not exactly known
  @Nullable List<Long> counts(CountQuery query) {
    Window window = query.window();
    List<Long> counts = new ArrayList<>();
    boolean isKnown = true;
    for (Cell cell : query.cells()) {
      CellSelection one = CellSelection.of(List.of(cell));
      CountRange low = window.from() == null ? CountRange.exactly(0) : before(window.from(), one);
      CountRange high =
          window.to() == null ? CountRange.exactly(total(one)) : before(window.to(), one);
      isKnown &= low.isExact() && high.isExact();
      counts.add(Math.max(0, high.least() - low.most()));
    }
    return isKnown ? counts : null;
  }

  /// @param at the node whose range has the place
  /// @param passed the number of the selection's entries before that node
  private CountRange before(Bytes place, CellSelection selection, NodeRef at, long passed) {
    long count = selection.of(at.tally());
    if (count == 0 || at.low().equals(place)) {
      return CountRange.exactly(passed);
    }
    CountRange within = new CountRange(passed, passed + count);
    if (at.leaf()) {
      Leaf leaf = leaf(at);
      return leaf == null ? within : CountRange.exactly(passed + before(place, selection, leaf));
    }
    List<NodeRef> children = children(at);
    if (children == null) {
      return within;
    }
    long before = passed;
    NodeRef holder = children.getFirst();
    for (NodeRef child : children.subList(1, children.size())) {
      if (child.low().compareTo(place) > 0) {
        break;
      }
      before += selection.of(holder.tally());
      holder = child;
    }
    return before(place, selection, holder, before);
  }

  private static long before(Bytes place, CellSelection selection, Leaf leaf) {
    return leaf.registers().headMap(place).values().stream()
        .filter(register -> selection.has(register.cell()))
        .count();
  }

  /// Some ranks of a selection.
  ///
  /// @param positions those that are known, by rank
  /// @param unknown the nodes that hold the others
  record FoundRanks(NavigableMap<Long, Position> positions, List<UnknownNode> unknown) {}

  /// A node that is not known and holds ranks of a selection.
  ///
  /// @param first its first rank
  /// @param end the rank after its last
  record UnknownNode(NodeRef node, long first, long end) {}

  /// Reads the entries of the ranks [first, end) of a selection.
  FoundRanks read(CellSelection selection, long first, long end) {
    RangeSearch search = new RangeSearch(selection, first, end);
    search.add(root, 0, total(selection));
    return search.found;
  }

  /// Notes the nodes in which the sort value of an entry begins.
  void expectBegin(Position entry, Layout layout, CellSelection selection) {
    before(SortValue.begin(entry, layout), selection);
  }

  /// Notes the nodes in which the sort value of an entry ends.
  void expectEnd(Position entry, Layout layout, CellSelection selection) {
    before(SortValue.end(entry, layout), selection);
  }

  /// Notes the nodes in which the sort value that a separator divides begins.
  void expectBegin(Bytes separator, Layout layout, CellSelection selection) {
    Position divided = SortValue.dividedBy(separator, layout);
    if (divided != null) {
      expectBegin(divided, layout, selection);
    }
  }

  /// Notes the nodes in which the sort value that a separator divides ends.
  ///
  /// @param separator null if there is none
  void expectEnd(@Nullable Bytes separator, Layout layout, CellSelection selection) {
    Position divided = separator == null ? null : SortValue.dividedBy(separator, layout);
    if (divided != null) {
      expectEnd(divided, layout, selection);
    }
  }

  /// Collects the entries of some ranks.
  private final class RangeSearch {
    private final CellSelection selection;
    private final long first;
    private final long end;
    private final FoundRanks found = new FoundRanks(new TreeMap<>(), new ArrayList<>());

    RangeSearch(CellSelection selection, long first, long end) {
      this.selection = selection;
      this.first = first;
      this.end = end;
    }

    /// @param passed the number of the selection's entries before the node
    /// @param count the number of those in it
    void add(NodeRef at, long passed, long count) {
      if (count == 0 || passed + count <= first || passed >= end) {
        return;
      }
      boolean isKnown =
          at.leaf() ? addEntries(leaf(at), passed) : addChildren(children(at), passed);
      if (!isKnown) {
        found.unknown().add(new UnknownNode(at, passed, passed + count));
      }
    }

    private boolean addChildren(@Nullable List<NodeRef> children, long passed) {
      if (children == null) {
        return false;
      }
      long before = passed;
      for (int i = 0; i < children.size() && before < end; i++) {
        long count = selection.of(children.get(i).tally());
        add(children.get(i), before, count);
        before += count;
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
