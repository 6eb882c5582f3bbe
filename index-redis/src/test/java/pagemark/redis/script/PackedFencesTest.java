package pagemark.redis.script;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.Sequence;
import pagemark.redis.script.PackedFence.ItemDigest;

final class PackedFencesTest {
  private static final String GENERATION = "g1";
  private static final Bytes ITEM = Bytes.utf8("rita");
  private static final Bytes LONG_ITEM = Bytes.utf8("a key of more than eleven bytes");

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void shortKeysAreInTheirDigests() {
    byte[] digest = ItemDigest.of(GENERATION, ITEM);
    assertEquals("726974610000000000000004", hex(digest).substring(8));
    assertEquals(ITEM, ItemDigest.item(digest));
    assertEquals(Bytes.utf8(""), ItemDigest.item(ItemDigest.of(GENERATION, Bytes.utf8(""))));
    Bytes eleven = Bytes.utf8("12345678901");
    assertEquals(eleven, ItemDigest.item(ItemDigest.of(GENERATION, eleven)));
  }

  @Test
  void theFieldOfAKeyDependsOnTheGeneration() {
    String here = hex(ItemDigest.of(GENERATION, ITEM)).substring(0, 8);
    String there = hex(ItemDigest.of("g2", ITEM)).substring(0, 8);
    assertNotEquals(here, there);
  }

  @Test
  void longKeysHaveAHash() {
    byte[] digest = ItemDigest.of(GENERATION, LONG_ITEM);
    assertEquals(16, digest.length);
    assertEquals((byte) 0xFF, digest[15]);
    assertEquals(Bytes.of(digest), ItemDigest.item(digest));
  }

  @Test
  void sevenDigitsTakeThreeBytes() {
    assertArrayEquals(new byte[9], PackedFence.packed(new Sequence("0")));
    assertEquals("00000000000000002a", hex(PackedFence.packed(new Sequence("42"))));
    assertEquals("98967f98967f98967f", hex(PackedFence.packed(new Sequence("9".repeat(21)))));
    assertEquals(18, PackedFence.packed(new Sequence("1".repeat(22))).length);
  }

  @Test
  void anEntryWithoutCellAndMemberTakes27Bytes() {
    Entry entry = new Entry(Cell.WHOLE, new Position(7, ITEM));
    byte[] fence =
        PackedFence.of(ItemDigest.of(GENERATION, ITEM), ITEM, new Sequence("42"), "", entry);
    assertEquals(
        hex(ItemDigest.of(GENERATION, ITEM)) + "0a" + "01" + "00000000000000002a", hex(fence));
  }

  private static void assertRead(Fence expected, Bytes item, @Nullable Entry entry) {
    byte[] fence =
        PackedFence.of(
            ItemDigest.of(GENERATION, item), item, expected.sequence(), expected.tag(), entry);
    byte[] member =
        entry == null || entry.position().member().equals(item)
            ? new byte[0]
            : entry.position().member().toArray();
    byte[] head = new byte[8 + fence.length + member.length];
    System.arraycopy(fence, 0, head, 8, fence.length);
    System.arraycopy(member, 0, head, 8 + fence.length, member.length);
    List<Position> all = entry == null ? List.of() : List.of(entry.position());
    assertEquals(Map.of(item, expected), PackedFences.of(GENERATION, all).in(head, List.of()));
  }

  @Test
  void everyPartIsReadBack() {
    for (String digits : List.of("0", "42", "1".repeat(21), "1".repeat(22), "9".repeat(40))) {
      Sequence sequence = new Sequence(digits);
      assertRead(new Fence(sequence, null), ITEM, null);
      assertRead(new Fence(sequence, null, "1.k3x9f0"), ITEM, null);
      for (Cell cell : List.of(Cell.WHOLE, new Cell("4.12"))) {
        for (Bytes member : List.of(ITEM, Bytes.utf8("x".repeat(300) + "\0\1rita"))) {
          Entry entry = new Entry(cell, new Position(7, member));
          assertRead(new Fence(sequence, entry), ITEM, entry);
          assertRead(new Fence(sequence, entry, "k3"), ITEM, entry);
        }
      }
    }
  }

  @Test
  void anEntryThatIsGoneHasAScoreThatNoEntryHas() {
    Entry entry = new Entry(Cell.WHOLE, new Position(7, ITEM));
    byte[] fence =
        PackedFence.of(ItemDigest.of(GENERATION, ITEM), ITEM, new Sequence("42"), "", entry);
    Entry gone = new Entry(Cell.WHOLE, new Position(-0x1p63, ITEM));
    assertEquals(
        Map.of(ITEM, new Fence(new Sequence("42"), gone)),
        PackedFences.of(GENERATION, List.of()).in(new byte[8], List.of(fence)));
  }
}
