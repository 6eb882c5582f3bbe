package pagemark.tree.read;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.tree.read.RandomGroup.GROUP;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.IndexException;
import pagemark.index.PageQuery;
import pagemark.index.Window;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.Tally;
import pagemark.tree.request.MissingGenerationException;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;

/// Reads a small tree of which a replica shows one node as it was or will be:
///
/// ```
/// root: children 10 (from the start) and 20 (from "m")
/// 10:   leaves 11 "a" "b", 12 (from "d") nothing, 13 (from "g") "h"
/// 20:   leaf 21 "n"
/// ```
final class TornNodesTest {
  private static final long EMPTY = 12;
  private static final List<String> ALL = List.of("a", "b", "h", "n");
  private static final int ATTEMPTS = 4;

  /// The items of a replica, by the node's id.
  private record Replica(Map<Long, Item.Content> contents, Map<Long, InnerCounts> counts) {
    Replica leaf(long id, long version, String... members) {
      TreeMap<Bytes, Register> registers = new TreeMap<>();
      for (String member : members) {
        registers.put(place(member), new Register(Cell.WHOLE, null));
      }
      contents.put(id, new Leaf(version, 1, registers));
      return this;
    }

    Replica inner(long id, @Nullable String end, boolean overLeaves, Object... children) {
      List<Child> all = new ArrayList<>();
      Map<Long, Tally> tallies = new HashMap<>();
      for (int i = 0; i < children.length; i += 2) {
        long child = (int) children[i + 1];
        all.add(new Child(i == 0 ? Child.FIRST : place((String) children[i]), child, 100 + child));
        tallies.put(
            100 + child,
            contents.get(child) instanceof Leaf leaf ? leaf.tally() : countsOf(child).tally());
      }
      contents.put(id, new Inner(5, end == null ? null : place(end), overLeaves, 200, all, null));
      counts.put(id, new InnerCounts(50, tallies));
      return this;
    }

    InnerCounts countsOf(long id) {
      return requireNonNull(counts.get(id));
    }

    NodeAnswer answer(NodeRequest request) {
      return switch (request) {
        case NodeRequest.Get get -> new NodeAnswer.Content(contents.get(get.node().id()));
        case NodeRequest.GetNode get ->
            new NodeAnswer.Node(contents.get(get.node().id()), counts.get(get.node().id()));
        default -> throw new AssertionError("a reader writes: " + request);
      };
    }
  }

  private static Bytes place(String member) {
    return Place.of(new Position(0, Bytes.utf8(member)));
  }

  private static Replica leaves() {
    return new Replica(new HashMap<>(), new HashMap<>())
        .leaf(11, 7, "a", "b")
        .leaf(12, 7)
        .leaf(13, 7, "h")
        .leaf(21, 7, "n");
  }

  private static Replica whole(Replica leaves) {
    return leaves
        .inner(10, "m", true, "", 11, "d", 12, "g", 13)
        .inner(20, null, true, "", 21)
        .inner(0, null, false, "", 10, "m", 20);
  }

  private final List<Boolean> sends = new ArrayList<>();

  /// Consistent reads see `now`, others the replica.
  private Nodes nodes(Replica replica, Replica now) {
    return requests -> {
      boolean consistent = ((NodeRequest.Read) requests.getFirst()).consistent();
      sends.add(consistent);
      return requests.stream().map((consistent ? now : replica)::answer).toList();
    };
  }

  private static List<String> page(Nodes nodes, Anchor anchor) {
    PageQuery query =
        new PageQuery(GROUP, Layout.SCORE, Order.ASCENDING, Window.WHOLE, anchor, 100, 0);
    return new TreeReader(nodes, _ -> () -> true, _ -> {}, 1 << 20)
        .page(query).positions().stream().map(position -> position.member().text()).toList();
  }

  private List<String> page(Replica replica, Replica now) {
    return page(nodes(replica, now), new Anchor.Rank(0));
  }

  @Test
  void nodesThatFitTogetherAreReadOnceALevel() {
    assertEquals(ALL, page(whole(leaves()), whole(leaves())));
    assertEquals(List.of(false, false, false), sends);
  }

  /// A replica that shows one node wrongly is not believed. If that does not change, the tree is
  /// torn.
  private void assertTorn(Consumer<Replica> change) {
    Replica torn = whole(leaves());
    change.accept(torn);
    assertEquals(ALL, page(torn, whole(leaves())));
    assertEquals(List.of(true, true, true), sends.subList(sends.indexOf(true), sends.size()));
    sends.clear();
    IndexException.Torn told = assertThrows(IndexException.Torn.class, () -> page(torn, torn));
    assertEquals(GROUP, told.group());
    assertTrue(
        String.valueOf(told.getMessage()).endsWith("; rebuild the listing " + GROUP.listing()));
    int eventual = sends.indexOf(true);
    assertTrue(sends.size() > ATTEMPTS * eventual, "two looks more");
    assertFalse(sends.subList(eventual, sends.size()).contains(false));
  }

  @Test
  void aMissingLeaf() {
    assertTorn(replica -> replica.contents().remove(13L));
  }

  @Test
  void aMissingInnerNode() {
    assertTorn(replica -> replica.contents().remove(20L));
  }

  @Test
  void aStructureWithoutCounts() {
    assertTorn(replica -> replica.counts().remove(0L));
  }

  @Test
  void countsWithoutAStructure() {
    assertTorn(replica -> replica.contents().remove(0L));
  }

  @Test
  void countsOfOtherChildren() {
    assertTorn(
        replica ->
            replica
                .counts()
                .put(10L, new InnerCounts(51, Map.of(111L, replica.countsOf(20).tally()))));
  }

  @Test
  void aLeafThatIsAnInnerNode() {
    assertTorn(replica -> replica.inner(13, "m", true, "", 11));
  }

  @Test
  void anInnerNodeThatIsALeaf() {
    assertTorn(replica -> replica.leaf(20, 60, "n"));
  }

  /// The left half of a split is there; the right one is not known to the parent yet.
  @Test
  void anInnerNodeThatEndsElsewhere() {
    assertTorn(replica -> replica.inner(10, "g", true, "", 11, "d", 12));
  }

  @Test
  void aLeafThatIsOlderThanItsParentKnows() {
    assertTorn(replica -> replica.leaf(13, 6));
  }

  @Test
  void anInnerNodeThatIsOlderThanItsParentKnows() {
    assertTorn(
        replica -> replica.counts().put(20L, new InnerCounts(49, replica.countsOf(20).children())));
  }

  /// Leaf 12 was unlinked, and leaf 13 took its range and an entry in it. The parent shows leaf 12
  /// all the same.
  @Test
  void aLeafOfAnotherRange() {
    Replica torn = whole(leaves()).leaf(13, 8, "e", "h");
    Replica now = whole(leaves().leaf(13, 8, "e", "h"));
    now.inner(10, "m", true, "", 11, "d", 13).inner(0, null, false, "", 10, "m", 20);
    Anchor behindIt = new Anchor.Following(new Position(0, Bytes.utf8("f")));
    assertEquals(List.of("h", "n"), page(nodes(torn, now), behindIt));
    assertEquals(true, sends.getLast());
  }

  /// Counts are told upwards a moment after a write. That is no reason to read again.
  @Test
  void aLeafThatIsNewerThanItsParentKnows() {
    Replica newer = whole(leaves()).leaf(11, 8, "a", "aa", "b", "c");
    assertEquals(List.of("a", "aa", "b", "c", "h", "n"), page(newer, newer));
    assertEquals(List.of(false, false, false), sends);
    Anchor behindIt = new Anchor.Following(new Position(0, Bytes.utf8("bb")));
    assertEquals(List.of("c", "h", "n"), page(nodes(newer, newer), behindIt));
  }

  @Test
  void emptyLeavesAreNotRead() {
    Replica without = whole(leaves());
    without.contents().remove(EMPTY);
    assertEquals(ALL, page(without, without));
  }

  @Test
  void aGroupWithoutARootIsEmpty() {
    Replica none = new Replica(Map.of(), Map.of());
    assertEquals(List.of(), page(none, none));
    assertEquals(List.of(false), sends);
  }

  @Test
  void aBusyTableIsUnavailable() {
    Nodes busy =
        requests -> requests.stream().map(_ -> (NodeAnswer) new NodeAnswer.Busy()).toList();
    assertThrowsExactly(IndexException.Unavailable.class, () -> page(busy, new Anchor.Rank(0)));
  }

  @Test
  void aGenerationWithoutTableOrReadyMarkerIsNotReady() {
    Nodes none =
        _ -> {
          throw new MissingGenerationException("g1");
        };
    assertThrows(IndexException.NotReady.class, () -> page(none, new Anchor.Rank(0)));
    Nodes nodes = nodes(whole(leaves()), whole(leaves()));
    TreeReader reader = new TreeReader(nodes, _ -> () -> false, _ -> {}, 1 << 20);
    CountQuery query = new CountQuery(GROUP, List.of(Cell.WHOLE), Layout.SCORE, Window.WHOLE);
    assertThrows(IndexException.NotReady.class, () -> reader.counts(query));
  }
}
