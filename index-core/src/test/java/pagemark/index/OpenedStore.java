package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.LookResult.Register;
import pagemark.index.WriteResult.Written;

/// The store of a test, with an empty READY generation, and words to write to it and to look at it.
abstract class OpenedStore {
  protected static final String GENERATION = "g1";
  protected static final GroupRef SHIRT =
      new GroupRef(GENERATION, "comments", new Group("DAFT_PUNK_TSHIRT"));
  static final Cell FOUR_EN = new Cell("4.2");
  static final Cell FIVE_EN = new Cell("5.2");
  static final List<Cell> CELLS = List.of(FOUR_EN, FIVE_EN);
  static final Bytes A = Bytes.utf8("a");
  static final Entry OLD = entry(FOUR_EN, 1, "a");
  static final Entry NEW = entry(FIVE_EN, 2, "a");

  private IndexStore store;

  /// An empty store without markers.
  protected abstract IndexStore emptyStore();

  /// A store with a READY and empty generation `g1`.
  protected IndexStore readyStore() {
    IndexStore empty = emptyStore();
    empty.markers().building(GENERATION, "nonce", Instant.EPOCH);
    assertEquals(0, empty.markers().ready(GENERATION, "nonce"));
    return empty;
  }

  /// Drops the fences of a group, as if time had passed.
  protected abstract void forgetFences(GroupRef group);

  /// Makes the fences of groups older by some fence periods, as if time had passed.
  protected abstract void ageFences(Collection<GroupRef> groups, int periods);

  /// The number of keys, rows or items of the store.
  protected abstract long size();

  /// What a look reports at another place than the item's.
  ///
  /// @param fence the item's fence, or that of its place
  abstract Register elsewhere(Fence fence);

  @BeforeEach
  final void openStore() {
    store = readyStore();
  }

  /// The [#readyStore] of the current test.
  final IndexStore index() {
    return store;
  }

  static Entry entry(Cell cell, double score, String member) {
    return new Entry(cell, new Position(score, Bytes.utf8(member)));
  }

  /// A position in the bytes layout: the sort value, 00 01, then the key.
  static Entry bytesEntry(Cell cell, String sort, String key) {
    return entry(cell, 0, sort + "\0\1" + key);
  }

  static Op put(String item, String sequence, Entry entry, Entry... olds) {
    return new Op(Bytes.utf8(item), new Sequence(sequence), entry, Set.of(olds));
  }

  static Op remove(String item, String sequence, Entry... olds) {
    return new Op(Bytes.utf8(item), new Sequence(sequence), null, Set.of(olds));
  }

  /// An op of the item `a`.
  static Op op(Rule rule, @Nullable Entry entry, Entry... olds) {
    return new Op(A, rule, entry, Set.of(olds));
  }

  static Rule newer(int sequence) {
    return new Rule.Newer(new Sequence("" + sequence));
  }

  static Fence fence(int sequence, @Nullable Entry entry) {
    return new Fence(new Sequence("" + sequence), entry);
  }

  final WriteResult result(GroupWrite write) {
    return store.writer().write(List.of(write)).getFirst();
  }

  final Written write(Op... ops) {
    return assertInstanceOf(Written.class, result(new GroupWrite(SHIRT, List.of(ops))));
  }

  final void assertApplied(Op op) {
    assertEquals(new Written(1, 0, List.of()), write(op));
  }

  final void assertDuplicate(Op op) {
    assertEquals(new Written(0, 1, List.of()), write(op));
  }

  final void assertRefused(Op op) {
    assertEquals(new Written(0, 0, List.of(op)), write(op));
  }

  final GroupDump dump() {
    GroupDump dump = GroupDump.of(store.inspector(), SHIRT, CELLS);
    assertEquals(List.of(), Contradictions.of(dump));
    return dump;
  }

  final void assertHolds(Entry... entries) {
    Set<Entry> found = new HashSet<>();
    dump().cells().forEach((cell, all) -> all.forEach(p -> found.add(new Entry(cell, p))));
    assertEquals(Set.of(entries), found);
  }

  /// Looks at the item `a`.
  final Register look(@Nullable Entry entry) {
    return Looks.one(store.writer(), SHIRT, A, entry);
  }

  /// Whether a record or a repair has left a fence of the item `a`, or of an entry's place.
  final boolean isFenced(Entry entry) {
    Fence fence = look(entry).fence();
    return fence != null && fence.isNumbered();
  }

  /// Leaves the fence of a case for an item of its own, and lets the store judge the case's op.
  final void assertJudged(VerdictCases.Case of, Verdict verdict) {
    Bytes item = Bytes.utf8(of.toString());
    Position place = new Position(1, item);
    Op before = of.before(item, place);
    if (before != null) {
      assertEquals(new Written(1, 0, List.of()), write(before), of::line);
    }
    Op op = of.op(item, place);
    Written expected =
        switch (verdict) {
          case APPLIED -> new Written(1, 0, List.of());
          case DUPLICATE -> new Written(0, 1, List.of());
          case REFUSED -> new Written(0, 0, List.of(op));
        };
    assertEquals(expected, write(op), of::line);
  }
}
