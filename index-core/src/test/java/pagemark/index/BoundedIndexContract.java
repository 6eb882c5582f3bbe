package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
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

  private void assertRefused(GroupRef group, Op op) {
    Entry entry = op.entry();
    if (entry == null) {
      throw new AssertionError("a removal is refused");
    }
    String reason = index().writer().refusal(group, op.item(), entry).orElseThrow();
    assertTrue(reason.matches(".*\\d,\\d{3}.*"), reason);
    List<GroupWrite> writes = List.of(new GroupWrite(group, List.of(op)));
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> index().writer().write(writes));
    assertEquals(reason, thrown.getMessage());
  }

  @Test
  final void theLongestMemberIsHeldAndALongerOneIsRefusedBeforeItIsWritten() {
    Bytes longest = noise(memberBytesMax());
    Bytes longer = noise(memberBytesMax() + 1);
    Op held = op(longest, newer("2"), at(5, longest));
    assertEquals(Optional.empty(), index().writer().refusal(SHIRT, longest, at(5, longest)));
    assertEquals(2, write(put("a", "1", entry(FOUR_EN, 1, "a")), held).applied());
    assertTrue(dump().all().contains(new Position(5, longest)));
    assertEquals(
        fence(2, held.entry()), Looks.one(index().writer(), SHIRT, longest, held.entry()).fence());

    assertRefused(SHIRT, op(longer, newer("3"), at(5, longer)));
    assertRefused(SHIRT, op(RITA, new Rule.Unfenced(), at(0, tooLong())));
    assertEquals(2, dump().all().size());
  }

  @Test
  final void theRemovalOfWhatCannotBeHeldIsDone() {
    Bytes item = tooLong();
    Op removal = new Op(item, newer("2"), null, Set.of(at(5, item)));
    assertRefused(SHIRT, op(item, newer("1"), at(5, item)));
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
  final void theLongestGroupNameIsHeldAndALongerOneIsRefusedBeforeItIsWritten() {
    Optional<Integer> max = groupBytesMax();
    GroupRef longest = new GroupRef(GENERATION, "comments", group(max.orElse(2_732)));
    Op op = put("a", "1", entry(FOUR_EN, 1, "a"));
    assertEquals(
        List.of(new Written(1, 0, List.of())),
        index().writer().write(List.of(new GroupWrite(longest, List.of(op)))));
    assertEquals(1, total(longest));

    if (max.isPresent()) {
      GroupRef longer = new GroupRef(GENERATION, "comments", group(max.get() + 1));
      assertRefused(longer, op);
      assertEquals(0, total(longer));
      GroupLook look = new GroupLook(longer, List.of(new GroupLook.Item(RITA, null)));
      Looked looked =
          assertInstanceOf(Looked.class, index().writer().look(List.of(look)).getFirst());
      assertEquals(List.of(new Register(null, false)), looked.registers());
    }
  }

  private long total(GroupRef group) {
    PageQuery query = new PageQuery(group, Layout.SCORE, Order.ASCENDING, 0, 5, 0);
    return index().reader().page(query).total();
  }
}
