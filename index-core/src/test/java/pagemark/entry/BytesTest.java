package pagemark.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class BytesTest {
  @Test
  void orderIsThatOfUnsignedBytes() {
    assertTrue(Bytes.utf8("Z").compareTo(Bytes.utf8("a")) < 0);
    assertTrue(Bytes.utf8("a").compareTo(Bytes.utf8("aa")) < 0);
    assertTrue(Bytes.of(new byte[] {0x7F}).compareTo(Bytes.of(new byte[] {(byte) 0x80})) < 0);
  }

  @Test
  void astralCharactersFollowTheBasicPlaneAsInUtf8() {
    String halfwidth = "\uFF61";
    String emoji = "\uD83D\uDE00";
    assertTrue(halfwidth.compareTo(emoji) > 0, "Java's own order is another");
    assertTrue(Bytes.utf8(halfwidth).compareTo(Bytes.utf8(emoji)) < 0);
  }

  @Test
  void textComesBack() {
    assertEquals("größe \0 \uD83D\uDE00", Bytes.utf8("größe \0 \uD83D\uDE00").text());
    assertThrows(IllegalArgumentException.class, () -> Bytes.of(new byte[] {(byte) 0xFF}).text());
  }

  @Test
  void laterChangesOfTheArrayDoNotShow() {
    byte[] array = {1, 2};
    Bytes bytes = Bytes.of(array);
    array[0] = 9;
    bytes.toArray()[1] = 9;
    assertEquals("0x0102", bytes.toString());
  }
}
