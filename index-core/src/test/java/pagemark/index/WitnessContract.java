package pagemark.index;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.WriteResult.Unmarked;
import pagemark.index.WriteResult.Written;

/// The contract of a page index that keeps fences by item. The tests of this class are those of
/// witnesses: a writer notices if its acknowledged writes are gone.
public abstract class WitnessContract extends RuleContract {
  /// Another group in the slot of [#SHIRT], by slot. The search tries thousands of names.
  private static final Map<Integer, GroupRef> BESIDE = new ConcurrentHashMap<>();

  private PageIndexWriter writer;
  private PageIndexWriter other;
  private GroupRef beside;

  /// The slot of a group.
  protected abstract int slot(GroupRef group);

  @BeforeEach
  final void openWriters() {
    writer = index().writer();
    other = index().writer();
    beside = BESIDE.computeIfAbsent(slot(SHIRT), this::groupOf);
  }

  private GroupRef groupOf(int slot) {
    return IntStream.range(0, 1_000_000)
        .mapToObj(i -> new GroupRef(GENERATION, "comments", new Group("beside" + i)))
        .filter(group -> slot(group) == slot)
        .findFirst()
        .orElseThrow();
  }

  private static void write(PageIndexWriter by, GroupRef group, Op... ops) {
    WriteResult result = by.write(List.of(new GroupWrite(group, List.of(ops)))).getFirst();
    assertEquals(new Written(ops.length, 0, List.of()), result);
  }

  private static Op row(String item) {
    return new Op(Bytes.utf8(item), new Rule.Unfenced(), entry(FOUR_EN, 1, item), Set.of());
  }

  private static Op row(String item, String sequence) {
    return put(item, sequence, entry(FOUR_EN, 1, item));
  }

  private Witnesses witnesses() {
    return writer.witnesses().orElseThrow();
  }

  private List<String> gone() {
    return witnesses().gone().stream().map(witness -> witness.item().text()).toList();
  }

  @Test
  final void aWriteReportsThatItsWritersLastWriteIsGone() {
    write(writer, SHIRT, row("a", "1"), row("b", "2"));
    write(writer, beside, row("c", "3"));
    assertEquals(List.of(), gone());
    forgetFences(beside);
    write(writer, SHIRT, row("d", "4"));
    assertEquals(List.of("c"), gone(), "in another group of the slot");
    assertEquals(
        4, dump().all().size() + GroupDump.of(index().inspector(), beside, CELLS).all().size());
    write(writer, beside, row("c", "5"));
    assertEquals(List.of("c"), gone(), "until it is settled");
    witnesses().settle(witnesses().gone());
    write(writer, SHIRT, row("e", "6"));
    assertEquals(List.of(), gone());
  }

  @Test
  final void aNewerWriteOfAnotherWriterIsNoLoss() {
    write(writer, SHIRT, row("a", "5"));
    write(other, SHIRT, row("a", "7"));
    write(writer, beside, row("b", "6"));
    assertEquals(List.of(), gone());
    write(other, beside, remove("b", "8"));
    write(writer, SHIRT, row("c", "9"));
    assertEquals(List.of(), gone());
  }

  @Test
  final void anOlderFenceIsALoss() {
    write(writer, SHIRT, row("a", "10"));
    forgetFences(SHIRT);
    write(other, SHIRT, row("a", "9"));
    write(writer, beside, row("b", "11"));
    assertEquals(List.of("a"), gone());
  }

  @Test
  final void removalsAndRepairsAreCheckedToo() {
    write(writer, SHIRT, remove("a", "1"));
    forgetFences(SHIRT);
    write(writer, SHIRT, row("b", "2"));
    assertEquals(List.of("a"), gone());
    witnesses().settle(witnesses().gone());
    Rule repair = Rule.Unchanged.of(null, Map.of(), new Sequence("0"));
    write(writer, SHIRT, new Op(Bytes.utf8("c"), repair, null, Set.of()));
    forgetFences(SHIRT);
    write(writer, SHIRT, row("d", "3"));
    assertEquals(List.of("c"), gone());
  }

  @Test
  final void aScannedRowNeedsItsEntryOrAnyFence() {
    write(writer, SHIRT, row("a"));
    write(writer, beside, row("b"));
    assertEquals(List.of(), gone());
    write(other, beside, remove("b", "1", entry(FOUR_EN, 1, "b")));
    write(writer, SHIRT, row("c"));
    assertEquals(List.of(), gone(), "a record has removed it");
    write(other, SHIRT, remove("c", "2", entry(FOUR_EN, 1, "c")));
    forgetFences(SHIRT);
    write(writer, beside, row("d"));
    assertEquals(List.of("c"), gone());
  }

  @Test
  final void aWitnessAsOldAsFencesLiveIsNotChecked() {
    Instant now = writer.time();
    Duration life = IndexSettings.DEFAULT.witnessed();
    expect("old", now.minus(life).minusSeconds(1));
    write(writer, SHIRT, row("a", "1"));
    assertEquals(List.of(), gone());
    expect("young", now.minus(life).plusSeconds(600));
    write(writer, SHIRT, row("b", "2"));
    assertEquals(List.of("young"), gone());
  }

  private void expect(String item, Instant at) {
    expect(item, "1", at);
  }

  private void expect(String item, String mark, Instant at) {
    Entry none = null;
    Witness witness = new Witness(SHIRT, Bytes.utf8(item), Fence.of(mark, none), none, at);
    witnesses().acknowledged(slot(SHIRT), witness);
  }

  /// An older fence may have the same sequence, because repairs do not raise it.
  @Test
  final void aRepairIsGoneIfTheFenceCountsFewerRepairs() {
    write(other, SHIRT, row("a", "5"));
    write(other, SHIRT, repair("a"));
    write(other, SHIRT, repair("a"));
    for (String mark : List.of("5", "5~1.x", "5~2.x", "4~9.x")) {
      expect("a", mark, writer.time());
      write(writer, SHIRT, row("b" + mark, "1"));
      assertEquals(List.of(), gone(), mark);
    }
    for (String mark : List.of("5~3.x", "5~10.x", "6")) {
      expect("a", mark, writer.time());
      write(writer, SHIRT, row("b" + mark, "1"));
      assertEquals(List.of("a"), gone(), mark);
      witnesses().settle(witnesses().gone());
    }
  }

  private Op repair(String item) {
    LookResult look =
        writer
            .look(
                List.of(new GroupLook(SHIRT, List.of(new GroupLook.Item(Bytes.utf8(item), null)))))
            .getFirst();
    Fence seen = assertInstanceOf(LookResult.Looked.class, look).registers().getFirst().fence();
    return new Op(
        Bytes.utf8(item),
        Rule.Unchanged.of(seen, Map.of(), new Sequence("0")),
        entry(FOUR_EN, 1, item),
        Set.of());
  }

  /// If a reply was lost, only the retry knows of the first write.
  @Test
  final void aDuplicateIsRememberedToo() {
    write(other, SHIRT, row("a", "1"));
    GroupWrite again = new GroupWrite(SHIRT, List.of(row("a", "1")));
    assertEquals(new Written(0, 1, List.of()), writer.write(List.of(again)).getFirst());
    Witness last = witnesses().last(GENERATION, slot(SHIRT));
    assertEquals(Fence.of("1", null), requireNonNull(last).fence());
  }

  @Test
  final void aDuplicateIsNoWitnessIfItsFenceMayGoToday() {
    write(other, SHIRT, row("a", "1"));
    ageFences(List.of(SHIRT), 1);
    GroupWrite again = new GroupWrite(SHIRT, List.of(row("a", "1")));
    assertEquals(new Written(0, 1, List.of()), writer.write(List.of(again)).getFirst());
    assertEquals(List.of(), witnesses().unnoted());
  }

  @Test
  final void aWitnessOfThePeriodBeforeIsNoLoss() {
    write(writer, SHIRT, row("a", "1"));
    ageFences(List.of(SHIRT), 1);
    write(writer, beside, row("b", "2"));
    assertEquals(List.of(), gone());
  }

  /// Redis keeps both until the older one's period is over, in hashes whose order changes daily.
  @Test
  final void ofTwoFencesOfAnItemTheNewerCounts() {
    write(writer, SHIRT, row("a", "1"));
    ageFences(List.of(SHIRT), 1);
    write(writer, SHIRT, row("a", "2"));
    Fence newer = Fence.of("2", entry(FOUR_EN, 1, "a"));
    assertEquals(newer, look(null).fence());
    ageFences(List.of(SHIRT), 1);
    assertEquals(newer, look(null).fence());
  }

  @Test
  final void aSlotWithoutAMarkerIsNoLoss() {
    write(writer, SHIRT, row("a", "1"));
    index().markers().drop(GENERATION);
    GroupWrite next = new GroupWrite(SHIRT, List.of(row("b", "2")));
    assertInstanceOf(Unmarked.class, writer.write(List.of(next)).getFirst());
    index().markers().building(GENERATION, "other", Instant.EPOCH);
    write(writer, SHIRT, row("b", "2"));
    assertEquals(List.of(), gone());
  }

  @Test
  final void aRefusedOpIsNoWitness() {
    write(other, SHIRT, row("a", "5"));
    writer.write(List.of(new GroupWrite(SHIRT, List.of(row("a", "4")))));
    assertEquals(List.of(), witnesses().unnoted());
    write(writer, SHIRT, row("b", "6"), row("c", "7"));
    assertEquals(
        List.of("c"),
        witnesses().unnoted().stream().map(witness -> witness.item().text()).toList());
  }
}
