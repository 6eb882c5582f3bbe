package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PositionCodecTest {
  private static final PositionCodec BY_TIME =
      new PositionCodec(
          "SK",
          DatetimeSort.of("uuuu-MM-dd HH:mm"),
          List.of(new KeyAttribute("PK", AttributeType.STRING)));
  private static final PositionCodec BY_ID =
      new PositionCodec(
          "Id", new IntegerSort(), List.of(new KeyAttribute("Id", AttributeType.NUMBER)));

  @Test
  void theScoreIsTheSortValueAndTheMemberTheKeyVerbatim() throws UnfitException {
    Position position =
        BY_TIME.position(Map.of("PK", fromS("rita"), "SK", fromS("2024-05-01 00:00")));
    assertEquals(new Position(1_714_521_600, Bytes.utf8("rita")), position);
    assertEquals(Map.of("PK", fromS("rita")), BY_TIME.keyAttributes(position));
    assertEquals(fromS("2024-05-01 00:00"), BY_TIME.sortValue(position));
  }

  @ParameterizedTest
  @CsvSource({"101,101", "1.01E+2,101", "-0,0", "0.0,0", "-7.50,-7.5", "1E-3,0.001"})
  void aNumberKeyIsCanonicalDecimal(String number, String member) throws UnfitException {
    assertEquals(Bytes.utf8(member), BY_ID.itemKey(Map.of("Id", fromN(number))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "9007199254740993", "-9007199254740993", "1E+125"})
  void anIntegerThatADoubleDoesNotHoldIsUnfit(String number) {
    assertThrows(UnfitException.class, () -> BY_ID.position(Map.of("Id", fromN(number))));
  }

  @ParameterizedTest
  @CsvSource({"9007199254740992,9007199254740992", "1.0,1", "-0,0", "12E1,120"})
  void anIntegerComesBack(String number, String written) throws UnfitException {
    Position position = BY_ID.position(Map.of("Id", fromN(number)));
    assertEquals(fromN(written), BY_ID.sortValue(position));
  }

  @Test
  void aKeyOfAnotherTypeOrSizeIsUnfitAndItsValueIsNotTold() {
    UnfitException refusal =
        assertThrows(UnfitException.class, () -> BY_TIME.itemKey(Map.of("PK", fromN("4711"))));
    assertEquals("PK must be a string (S)", refusal.reason());
    assertThrows(UnfitException.class, () -> BY_TIME.itemKey(Map.of()));
    assertThrows(UnfitException.class, () -> BY_TIME.itemKey(Map.of("PK", fromS(""))));
    assertThrows(
        UnfitException.class, () -> BY_TIME.itemKey(Map.of("PK", fromS("ä".repeat(1025)))));
  }

  @Test
  void negativeZeroIsZero() {
    assertEquals(new Position(0.0, Bytes.utf8("a")), new Position(-0.0, Bytes.utf8("a")));
    assertThrows(IllegalArgumentException.class, () -> new Position(Double.NaN, Bytes.utf8("a")));
  }
}
