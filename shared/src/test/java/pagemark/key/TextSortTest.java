package pagemark.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.folding.Folding;

final class TextSortTest {
  private static final TextSort TYPE = new TextSort();

  @Test
  void onlyTheFirst256BytesCountAndNoCodePointIsCut() throws UnfitException {
    long seed = 20_261_126;
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      while (text.length() < 400) {
        text.append(new String[] {"a", "é", "ß", "語", "😀", "\u05BC", "각"}[random.nextInt(7)]);
      }
      Bytes bytes = TYPE.bytes(fromS(text.toString()));
      String folded = Folding.fold(text.toString());
      assertTrue(folded.startsWith(bytes.text()), "seed " + seed);
      int next = folded.codePointAt(bytes.text().length());
      int one = Character.toString(next).getBytes(UTF_8).length;
      assertTrue(bytes.length() <= 256 && bytes.length() + one > 256, "seed " + seed);
    }
    assertEquals(Bytes.utf8("x".repeat(256)), TYPE.bytes(fromS("X".repeat(300_000))));
    assertEquals(Bytes.utf8("x".repeat(255)), TYPE.bytes(fromS("X".repeat(255) + "ж")));
  }

  @Test
  void anotherFoldingIsAnotherFormat() {
    assertFalse(new TextSort(Folding.NUMBER - 1).isOfThisFormat());
  }

  @Test
  void aNumberIsRefused() {
    UnfitException refused = assertThrows(UnfitException.class, () -> TYPE.bytes(fromN("7")));
    assertEquals("must be a string (S)", refused.reason());
  }
}
