package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.GroupKey.GroupPart;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class PositionCodecTest {
  private static final KeyAttribute PRODUCT = new KeyAttribute("PK2", AttributeType.STRING);
  private static final PositionCodec BY_TIME =
      new PositionCodec(
          Groups.by(PRODUCT),
          Sort.by("SK", DatetimeSort.of("uuuu-MM-dd HH:mm")),
          List.of(new KeyAttribute("PK", AttributeType.STRING)));
  private static final PositionCodec BY_ID =
      new PositionCodec(
          Groups.by(new KeyAttribute("Message", AttributeType.STRING)),
          Sort.by("Id", new IntegerSort()),
          List.of(new KeyAttribute("Id", AttributeType.NUMBER)));

  private static PositionCodec codec(GroupKey group, Sort sort, KeyAttribute... key) {
    return new PositionCodec(group, sort, List.of(key));
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

  @Test
  void theLargestIntegerStandsBeforeItsBoundary() throws UnfitException {
    Map<String, AttributeValue> largest = Map.of("Id", fromN("9007199254740992.0"));
    assertTrue(BY_ID.position(largest).compareTo(BY_ID.behind(fromN("9007199254740992"))) < 0);
  }

  @Test
  void aKeyOfAnotherTypeOrSizeIsUnfitAndTheErrorHidesItsValue() {
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

  private static final KeyAttribute USER = new KeyAttribute("user", AttributeType.NUMBER);
  private static final KeyAttribute TITLE = new KeyAttribute("title", AttributeType.STRING);
  private static final Map<String, AttributeValue> RATING =
      Map.of("user", fromN("7"), "title", fromS("a\0z"), "stars", fromN("-2.5"));

  private static void assertThere(
      PositionCodec codec, Group group, String memberHex, String itemHex) throws UnfitException {
    Position position = codec.position(RATING);
    assertEquals("0x" + memberHex, position.member().toString());
    assertEquals("0x" + itemHex, codec.itemKey(RATING).toString());
    assertEquals(codec.itemKey(RATING), codec.itemKey(position));
    assertEquals(
        codec.key().stream().map(KeyAttribute::name).toList(),
        List.copyOf(codec.keyAttributes(group, position).keySet()));
    codec.keyAttributes(group, position).forEach((k, v) -> assertEquals(RATING.get(k), v));
    assertEquals(RATING.get(codec.sortAttribute()), codec.sortValue(position));
  }

  @Test
  void inTheBytesLayoutTheSortValueComesFirst() throws UnfitException {
    KeyAttribute shop = new KeyAttribute("shop", AttributeType.STRING);
    PositionCodec codec = codec(Groups.by(shop), Sort.by("stars", new NumberSort()), TITLE);
    assertThere(codec, new Group("x"), "017de5ff0001" + "61007a", "61007a");
    PositionCodec two = codec(Groups.by(shop), Sort.by("stars", new NumberSort()), TITLE, USER);
    assertThere(two, new Group("x"), "017de5ff0001" + "6100ff7a000137", "6100ff7a000137");
  }

  @Test
  void aKeyAttributeThatIsTheGroupComesBackWithItsPrefix() throws UnfitException {
    GroupPart title = new GroupPart(AttributePath.of("title"), AttributeType.STRING, "a", false);
    PositionCodec table =
        codec(new GroupKey(List.of(title), false), Sort.by("stars", new NumberSort()), TITLE, USER);
    assertThere(table, new Group("\0z"), "017de5ff0001" + "37", "37");
  }

  @Test
  void aKeyAttributeThatIsTheGroupOrTheSortValueIsStoredOnce() throws UnfitException {
    PositionCodec table = codec(Groups.by(USER), Sort.by("title", new StringSort()), USER, TITLE);
    assertThere(table, new Group("7"), "6100ff7a0001", "61007a");
    PositionCodec gsi = codec(Groups.by(TITLE), Sort.by("user", new NumberSort()), USER, TITLE);
    assertThere(gsi, new Group("a\0z"), "0382470001", "37");
    PositionCodec other =
        codec(
            Groups.by(new KeyAttribute("shop", AttributeType.STRING)),
            Sort.by("title", new StringSort()),
            USER,
            TITLE);
    assertThere(other, new Group("x"), "6100ff7a000137", "37000161007a");
    PositionCodec score = codec(Groups.by(TITLE), Sort.by("user", new IntegerSort()), TITLE, USER);
    assertEquals(new Position(7, Bytes.utf8("7")), score.position(RATING));
    assertEquals(
        Map.of("title", fromS("a\0z"), "user", fromN("7")),
        score.keyAttributes(new Group("a\0z"), score.position(RATING)));
  }

  /// `2024-05-01` and `2024-05-01T00:00Z` are at the same place, so it gives no key attribute back.
  @Test
  void theKeyIsWholeIfTheSortValueIsNotTheOnlyOneAtItsPlace() throws UnfitException {
    KeyAttribute id = new KeyAttribute("id", AttributeType.STRING);
    KeyAttribute at = new KeyAttribute("at", AttributeType.STRING);
    List<KeyAttribute> key = List.of(id, at);
    Map<String, AttributeValue> day = Map.of("id", fromS("a"), "at", fromS("2024-05-01"));
    Map<String, AttributeValue> hour = Map.of("id", fromS("a"), "at", fromS("2024-05-01T00:00Z"));
    PositionCodec codec = new PositionCodec(Groups.by(id), Sort.by("at", new InstantSort()), key);
    assertEquals(codec.sortBytes(codec.position(day)), codec.sortBytes(codec.position(hour)));
    for (Map<String, AttributeValue> item : List.of(day, hour)) {
      Position position = codec.position(item);
      assertEquals(item, codec.keyAttributes(new Group("a"), position));
      assertEquals(codec.itemKey(item), codec.itemKey(position));
      assertEquals(position, codec.position(codec.sortBytes(position), item));
    }
  }

  @Test
  void digitsKeepTheirFormInAKey() throws UnfitException {
    KeyAttribute user = new KeyAttribute("user", AttributeType.STRING);
    KeyAttribute at = new KeyAttribute("at", AttributeType.STRING);
    PositionCodec codec =
        codec(Groups.by(user), Sort.by("at", EpochSort.SECONDS_AS_TEXT), user, at);
    Map<String, AttributeValue> item = Map.of("user", fromS("u"), "at", fromS("007"));
    Position position = codec.position(item);
    assertEquals(new Position(7, Bytes.utf8("u\0\u0001007")), position);
    assertEquals(item, codec.keyAttributes(new Group("u"), position));
    assertEquals(position, codec.position(codec.sortBytes(position), item));
  }

  @Test
  void aKeyAttributeThatAPositionDoesNotHoldMustFitToo() {
    List<KeyAttribute> key = List.of(new KeyAttribute("title", AttributeType.UUID), USER);
    PositionCodec codec =
        new PositionCodec(Groups.by(TITLE), Sort.by("stars", new NumberSort()), key);
    assertThrows(UnfitException.class, () -> codec.position(RATING));
  }

  @Test
  void anOnlyKeyAttributeThatIsTheGroupIsKept() throws UnfitException {
    PositionCodec codec = codec(Groups.by(USER), Sort.by("stars", new NumberSort()), USER);
    assertThere(codec, new Group("7"), "017de5ff000137", "37");
  }

  /// In a listing with open filters, a group's name is not the value that an item has.
  @Test
  void aKeyHasItsGroupIfTheNameIsEscaped() throws UnfitException {
    GroupKey open = new GroupKey(Groups.by(TITLE).parts(), true);
    PositionCodec table = codec(open, Sort.by("user", new NumberSort()), TITLE, USER);
    assertThere(table, new Group("none"), "0382470001" + "61007a", "6100ff7a0001" + "37");
  }

  @Test
  void aPositionTellsTheSortValuesThatItHoldsWhole() throws UnfitException {
    assertTold(new BooleanSort(), fromBool(true), true);
    assertTold(EpochSort.SECONDS, fromN("7"), true);
    assertTold(EpochSort.SECONDS_AS_TEXT, fromS("007"), false);
    assertTold(new StringSort(), fromS("A"), true);
    assertTold(new TextSort(), fromS("A"), false);
  }

  private static void assertTold(SortType type, AttributeValue value, boolean isTold)
      throws UnfitException {
    for (AttributePath path :
        List.of(AttributePath.of("s"), new AttributePath(List.of("s", "s")))) {
      Sort.Part part = new Sort.Part(path, type, Order.ASCENDING, Sort.Missing.OMIT);
      PositionCodec codec = codec(GroupKey.NONE, new Sort(List.of(part)), USER);
      AttributeValue held = path.isNested() ? fromM(Map.of("s", value)) : value;
      Position position = codec.position(Map.of("user", fromN("7"), "s", held));
      assertEquals(
          isTold && !path.isNested(), codec.attributes(new Group(""), position).containsKey("s"));
    }
  }

  @Test
  void codecsOfAnotherGroupOrKeyDiffer() {
    Sort sort = Sort.by("stars", new NumberSort());
    PositionCodec codec = codec(Groups.by(USER), sort, USER);
    assertNotEquals(codec, codec(Groups.by(TITLE), sort, USER));
    assertNotEquals(codec, codec(Groups.by(USER), sort, TITLE));
  }

  @Test
  void aBoundaryHasUpTo1024Bytes() throws UnfitException {
    PositionCodec codec = codec(Groups.by(USER), Sort.by("title", new StringSort()), USER, TITLE);
    assertEquals(1026, codec.before(fromS("x".repeat(1024))).member().length());
    assertThrows(UnfitException.class, () -> codec.before(fromS("x".repeat(1025))));
  }
}
