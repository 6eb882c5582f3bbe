package pagemark.redis.script;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Sequence;
import pagemark.redis.script.PackedFence.ItemDigest;

final class PackedFenceTest {
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
    byte[] eleven = ItemDigest.of(GENERATION, Bytes.utf8("12345678901"));
    assertEquals("31323334353637383930310b", hex(eleven).substring(8));
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
}
