package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.Sequence;
import pagemark.redis.script.PackedFence.FenceText;

final class FenceTextTest {
  private static final Bytes ITEM = Bytes.utf8("rita");

  private static Fence parse(String text) {
    return FenceText.parse(ITEM, text.getBytes(ISO_8859_1));
  }

  @Test
  void aSequenceAloneIsARemoval() {
    assertEquals(new Fence(new Sequence("42"), null), parse("42"));
  }

  @Test
  void anEntryHasACellAScoreAndTheItemAsMember() {
    Entry entry = new Entry(new Cell("4.2"), new Position(-7, ITEM));
    assertEquals(new Fence(new Sequence("42"), entry), parse("42 4.2 -7"));
    Entry whole = new Entry(Cell.WHOLE, new Position(7, ITEM));
    assertEquals(new Fence(new Sequence("42"), whole), parse("42  7"));
  }

  @Test
  void aMemberOfItsOwnIsTheRestWhateverItsBytes() {
    byte[] member = {0, ' ', '\n', (byte) 0xFF};
    Entry entry = new Entry(Cell.WHOLE, new Position(0, Bytes.of(member)));
    assertEquals(
        new Fence(new Sequence("42"), entry), parse("42  0 " + new String(member, ISO_8859_1)));
  }

  @Test
  void theTagOfARepairFollowsTheSequence() {
    Entry entry = new Entry(new Cell("4.2"), new Position(-7, ITEM));
    assertEquals(new Fence(new Sequence("42"), null, "k3"), parse("42~k3"));
    Fence repaired = new Fence(new Sequence("42"), entry, "k3");
    assertEquals(repaired, parse("42~k3 4.2 -7"));
    assertEquals("=42~k3 4.2 -7", new String(FenceText.seen(ITEM, repaired), ISO_8859_1));
  }
}
