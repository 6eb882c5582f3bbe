package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.LookResult.Looked;
import pagemark.index.LookResult.Register;
import pagemark.index.WriteResult.Written;
import pagemark.index.WriteResult.Written.Unfit;

/// The contract of a store with limits below DynamoDB's: an op that does not fit is reported, no
/// other op is affected, and nothing of the item stays.
public abstract class BoundedIndexContract extends WitnessContract {
  private static final Bytes RITA = Bytes.utf8("rita");
  private static final Random RANDOM = new Random(20_261_122);

  /// The longest member that fits with any score.
  protected abstract int memberBytesMax();

  /// The longest name of a group that fits. Empty if there is no limit below DynamoDB's.
  protected abstract Optional<Integer> groupBytesMax();

  /// Random text, which a database cannot compress.
  private static Bytes noise(int bytes) {
    byte[] noise = new byte[bytes];
    RANDOM.nextBytes(noise);
    return Bytes.of(noise);
  }

  private Bytes tooLong() {
    return noise(memberBytesMax() + 100);
  }

  private static Entry at(double score, Bytes member) {
    return new Entry(FIVE_EN, new Position(score, member));
  }

  private static Op op(Bytes item, Rule rule, Entry entry, Entry... olds) {
    return new Op(item, rule, entry, Set.of(olds));
  }

  private static Rule newer(String sequence) {
    return new Rule.Newer(new Sequence(sequence));
  }

  private void assertTold(Op op, List<Unfit> told) {
    assertEquals(List.of(op), told.stream().map(Unfit::op).toList());
    Entry entry = op.entry();
    if (entry == null) {
      throw new AssertionError("a removal is told");
    }
    assertEquals(
        Optional.of(told.getFirst().reason()),
        index().writer().refusal(SHIRT, op.item(), entry),
        "the same reason before");
    assertTrue(told.getFirst().reason().matches(".*\\d,\\d{3}.*"), told.getFirst().reason());
  }

  @Test
  final void theLongestMemberIsHeldAndALongerOneIsReportedAlone() {
    Bytes longest = noise(memberBytesMax());
    Bytes longer = noise(memberBytesMax() + 1);
    Op good = put("a", "1", entry(FOUR_EN, 1, "a"));
    Op held = op(longest, newer("2"), at(5, longest));
    Op unfit = op(longer, newer("3"), at(5, longer));
    assertEquals(Optional.empty(), index().writer().refusal(SHIRT, longest, at(5, longest)));

    Written written = write(good, unfit, held);
    assertEquals(3, written.applied());
    assertTold(unfit, written.unfit());
    assertTrue(dump().all().contains(new Position(5, longest)));
    assertEquals(2, dump().all().size());
    assertEquals(new Fence(new Sequence("2"), held.entry()), dump().fences().get(longest));
  }

  @Test
  final void anItemMovedToAnUnfitPositionIsRemovedAndItsFenceRises() {
    Entry shortly = at(0, Bytes.utf8("may\0\1rita"));
    Op unfit = op(RITA, newer("2"), at(0, tooLong()), shortly);
    write(op(RITA, newer("1"), shortly));
    assertTold(unfit, write(unfit).unfit());
    assertEquals(List.of(), dump().all());
    assertEquals(Map.of(RITA, new Fence(new Sequence("2"), null)), dump().fences());

    Op late = op(RITA, newer("1"), shortly);
    assertEquals(new Written(0, 0, List.of(late)), write(late));
    Written again = write(unfit);
    assertEquals(1, again.duplicates());
    assertTold(unfit, again.unfit());

    Entry back = at(0, Bytes.utf8("june\0\1rita"));
    assertEquals(
        new Written(1, 0, List.of()),
        write(new Op(RITA, newer("3"), back, Set.of(at(0, tooLong())))));
    assertEquals(List.of(back.position()), dump().all());
  }

  @Test
  final void anOlderUnfitOpIsRefusedAndNotReported() {
    Entry shortly = at(0, Bytes.utf8("may\0\1rita"));
    write(op(RITA, newer("5"), shortly));
    Op older = op(RITA, newer("4"), at(0, tooLong()));
    assertEquals(new Written(0, 0, List.of(older)), write(older));
    assertEquals(List.of(shortly.position()), dump().all());
  }

  @Test
  final void unfitScannedRowsAndRepairsAreReported() {
    Op row = op(RITA, new Rule.Unfenced(), at(0, tooLong()));
    Written scanned = write(row, op(Bytes.utf8("a"), new Rule.Unfenced(), entry(FOUR_EN, 1, "a")));
    assertTold(row, scanned.unfit());
    assertEquals(2, scanned.applied());
    assertEquals(Map.of(), dump().fences());

    Entry shortly = at(0, Bytes.utf8("may\0\1rita"));
    write(op(RITA, newer("1"), shortly));
    Fence seen = new Fence(new Sequence("1"), shortly);
    Rule.Unchanged unchanged = Rule.Unchanged.of(seen, new Sequence("4"));
    Op repair = op(RITA, unchanged, at(0, tooLong()), shortly);
    assertTold(repair, write(repair).unfit());
    assertEquals(Map.of(RITA, unchanged.leaves(null)), dump().fences());
    assertEquals(List.of(new Position(1, Bytes.utf8("a"))), dump().all());
    Written again = write(row);
    assertEquals(1, again.duplicates());
    assertTold(row, again.unfit());
  }

  @Test
  final void anItemKeyThatIsTooLongIsReportedAndItsRemovalIsDone() {
    Bytes item = tooLong();
    Op unfit = op(item, newer("1"), at(5, item));
    Op removal = new Op(item, newer("2"), null, Set.of(at(5, item)));
    assertTold(unfit, write(unfit).unfit());
    assertEquals(new Written(1, 0, List.of()), write(removal));
    assertEquals(List.of(), dump().all());
    GroupLook look = new GroupLook(SHIRT, List.of(new GroupLook.Item(item, at(5, item))));
    Looked looked = assertInstanceOf(Looked.class, index().writer().look(List.of(look)).getFirst());
    assertFalse(looked.registers().getFirst().present());
  }

  private Group group(int bytes) {
    StringBuilder name = new StringBuilder();
    RANDOM.ints(bytes, '0', 'z').forEach(c -> name.append((char) c));
    return new Group(name.toString());
  }

  @Test
  final void aGroupNameThatIsTooLongIsReportedAndOthersAreWritten() {
    Optional<Integer> max = groupBytesMax();
    GroupRef longest = new GroupRef(GENERATION, "comments", group(max.orElse(2_732)));
    GroupRef longer = new GroupRef(GENERATION, "comments", group(max.orElse(2_732) + 1));
    Op op = put("a", "1", entry(FOUR_EN, 1, "a"));
    List<WriteResult> results =
        index()
            .writer()
            .write(
                List.of(
                    new GroupWrite(longer, List.of(op, remove("b", "2", entry(FOUR_EN, 1, "b")))),
                    new GroupWrite(longest, List.of(op)),
                    new GroupWrite(SHIRT, List.of(op))));
    Written first = assertInstanceOf(Written.class, results.getFirst());
    assertEquals(2, first.applied());
    assertEquals(max.isPresent() ? 1 : 0, first.unfit().size());
    assertEquals(new Written(1, 0, List.of()), results.get(1));
    assertEquals(new Written(1, 0, List.of()), results.get(2));
    assertEquals(max.isPresent() ? 0 : 1, total(longer));
    assertEquals(1, total(longest));
    GroupLook look = new GroupLook(longer, List.of(new GroupLook.Item(RITA, null)));
    Looked looked = assertInstanceOf(Looked.class, index().writer().look(List.of(look)).getFirst());
    assertEquals(List.of(new Register(null, false)), looked.registers());
  }

  private long total(GroupRef group) {
    PageQuery query = new PageQuery(group, Layout.SCORE, Order.ASCENDING, 0, 5, 0);
    return index().reader().page(query).total();
  }
}
