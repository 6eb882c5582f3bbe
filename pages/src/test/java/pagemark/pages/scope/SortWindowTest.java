package pagemark.pages.scope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.AttributePath;
import pagemark.key.AttributeType;
import pagemark.key.BinarySort;
import pagemark.key.BooleanSort;
import pagemark.key.DatetimeSort;
import pagemark.key.EpochSort;
import pagemark.key.Groups;
import pagemark.key.InstantSort;
import pagemark.key.IntegerSort;
import pagemark.key.KeyAttribute;
import pagemark.key.NumberSort;
import pagemark.key.PositionCodec;
import pagemark.key.Sort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;
import pagemark.key.UnfitException;
import pagemark.listing.json.Listings;
import pagemark.pages.Definitions;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class SortWindowTest {
  private static final long SEED = 20_261_123;
  private static final KeyAttribute KEY = new KeyAttribute("k", AttributeType.STRING);
  private static final PositionCodec STRINGS = codec(new StringSort());
  private static final PositionCodec SECONDS = codec(EpochSort.SECONDS);

  /// The edges of UTF-8's lengths and of the surrogates, and the first and last code points.
  private static final int[] CODE_POINTS = {
    0, 1, 'a', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFE, 0x10FFFF
  };

  private final Random random = new Random(SEED);

  private static PositionCodec codec(SortType type) {
    return new PositionCodec(
        Groups.by(new KeyAttribute("g", AttributeType.STRING)), Sort.by("s", type), List.of(KEY));
  }

  private static Position position(String sort) throws UnfitException {
    return STRINGS.position(
        Map.of("s", AttributeValue.fromS(sort), "k", AttributeValue.fromS("K")));
  }

  private String text(int codePointsMin) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(codePointsMin, 4); i > 0; i--) {
      text.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  @Test
  void aPrefixHoldsTheTextsThatBeginWithIt() throws UnfitException {
    int held = 0;
    for (int i = 0; i < 20_000; i++) {
      String prefix = text(1);
      String sort = random.nextBoolean() ? prefix + text(0) : text(0);
      SortWindow window = SortWindow.beginningWith(STRINGS, prefix);
      assertEquals(
          sort.startsWith(prefix),
          window.holds(position(sort)),
          () -> "seed %d: %s in %s".formatted(SEED, sort, prefix));
      held += window.holds(position(sort)) ? 1 : 0;
    }
    assertTrue(held > 5_000 && held < 15_000, "held " + held);
  }

  @Test
  void aPrefixMayHaveAllBytesThatItsEndLeaves() throws UnfitException {
    for (String last : List.of("p", "\u007F", "\u07FF", "\uFFFF")) {
      String prefix = "p".repeat(1023 - last.getBytes(UTF_8).length) + last;
      assertTrue(SortWindow.beginningWith(STRINGS, prefix).holds(position(prefix)));
    }
    for (String wrong : List.of("", "p".repeat(1024), "\uD83D", "a\uDE00")) {
      assertThrows(InvalidParameter.class, () -> SortWindow.beginningWith(STRINGS, wrong));
    }
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "mul,Müller,true",
        "MÜL,muller,true",
        "'  mul',Müller,true",
        "mull,Muel,false",
        "'new ',New  York,true",
        "'new ',Newton,false",
        "new,'new ',true",
        "STRASS,Straße,true",
        "stras,Straße,true",
        "ΟΔΥΣ,Οδυσσεύς,true",
        "하,한국,true",
        "z,z,true",
        "@,a,false",
        "@,A,false",
        "@,@,true",
        "😀,😀b,true",
      })
  void aPrefixOfTextsFoldsAsTheyDo(String prefix, String sort, boolean isHeld)
      throws UnfitException {
    PositionCodec texts = codec(new TextSort());
    SortWindow window = SortWindow.beginningWith(texts, prefix);
    Position position =
        texts.position(Map.of("s", AttributeValue.fromS(sort), "k", AttributeValue.fromS("K")));
    assertEquals(isHeld, window.holds(position));
    assertEquals(window, SortWindow.beginningWith(texts, String.valueOf(window.prefix())));
  }

  @Test
  void aTextThatFoldsToNothingIsNoPrefixAndNoEnd() {
    PositionCodec texts = codec(new TextSort());
    for (String wrong : List.of("", " ", "\u0301", "x".repeat(257), "ß".repeat(129), "\uD83D")) {
      var refused =
          assertThrows(InvalidParameter.class, () -> SortWindow.beginningWith(texts, wrong));
      assertEquals("a text of 1 to 256 bytes without case and accents", refused.valid());
    }
    SortWindow.beginningWith(texts, "É".repeat(256));
    assertThrows(InvalidParameter.class, () -> SortWindow.of(texts, " ", null));
    SortWindow window = SortWindow.of(texts, "Ärger", "Öl");
    assertEquals("arger", window.fromText());
    assertEquals("ol", window.toText());
    assertEquals(Optional.empty(), window.beside(texts, 1));
  }

  /// `missing` says where the items without a value are: never in a window.
  @ParameterizedTest
  @CsvSource({"ASCENDING, FIRST", "ASCENDING, LAST", "DESCENDING, FIRST", "DESCENDING, LAST"})
  void itemsWithoutAValueAreInNoWindow(Order order, Sort.Missing missing) throws UnfitException {
    Sort sort =
        new Sort(List.of(new Sort.Part(AttributePath.of("s"), new StringSort(), order, missing)));
    PositionCodec codec = new PositionCodec(Groups.by(KEY), sort, List.of(KEY));
    Position none = codec.position(Map.of("k", AttributeValue.fromS("K")));
    String last = Character.toString(Character.MAX_CODE_POINT);
    Position some =
        codec.position(Map.of("s", AttributeValue.fromS(last), "k", AttributeValue.fromS("K")));
    for (SortWindow window :
        List.of(
            SortWindow.of(codec, "a", null),
            SortWindow.of(codec, null, last + "z"),
            SortWindow.beginningWith(codec, last))) {
      assertTrue(window.holds(some));
      assertFalse(window.holds(none));
    }
    assertEquals(Map.of("from", "a"), SortWindow.of(codec, "a", null).parameters());
  }

  @Test
  void onlyStringsHavePrefixes() {
    for (SortType type :
        List.of(new BinarySort(), new NumberSort(), new IntegerSort(), EpochSort.MILLIS)) {
      assertThrows(InvalidParameter.class, () -> SortWindow.beginningWith(codec(type), "1"));
    }
  }

  /// The story: a reversed window of Unix time was refused in the form of links, which nobody had
  /// sent.
  @Test
  void reversedEndsAreNamedAsTheyWereSent() {
    PositionCodec codec = codec(EpochSort.SECONDS);
    var refused =
        assertThrows(
            InvalidParameter.class, () -> SortWindow.of(codec, "1714694400", "2024-05-02"));
    assertEquals("to", refused.name());
    assertEquals("2024-05-02", refused.value());
    assertEquals("a sort value larger than that of from, 1714694400", refused.valid());
  }

  @Test
  void anEmptyEndIsRefused() {
    assertThrows(InvalidParameter.class, () -> SortWindow.of(STRINGS, "", null));
    assertThrows(InvalidParameter.class, () -> SortWindow.of(STRINGS, "a", ""));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "epochSeconds, 2024-05-01, 2024-05-02T00:00+00:00, 2024-04-30T00:00:00Z,"
            + " 2024-05-01T00:00:00Z, 2024-05-02T00:00:00Z, 2024-05-03T00:00:00Z",
        "epochMillis, 1000, 1250, 1970-01-01T00:00:00.750Z, 1970-01-01T00:00:01Z,"
            + " 1970-01-01T00:00:01.250Z, 1970-01-01T00:00:01.500Z",
        "epochSeconds, 0000-01-01, 0000-01-02, -, 0000-01-01T00:00:00Z, 0000-01-02T00:00:00Z,"
            + " 0000-01-03T00:00:00Z",
        "epochSeconds, 2024-05-01, -, -, 2024-05-01T00:00:00Z, -, -",
        "epochSeconds, -, 2024-05-01, -, -, 2024-05-01T00:00:00Z, -",
        "instant, 2024-05-01, 2024-05-02T02:00+02:00, 2024-04-30T00:00:00Z, 2024-05-01T00:00:00Z,"
            + " 2024-05-02T00:00:00Z, 2024-05-03T00:00:00Z",
        "instant, 9999-12-31T23:59:59.8Z, 9999-12-31T23:59:59.9Z, 9999-12-31T23:59:59.700Z,"
            + " 9999-12-31T23:59:59.800Z, 9999-12-31T23:59:59.900Z, -",
        "instant, 0000-01-01, 0000-01-01T00:00:00.000000001Z, -, 0000-01-01T00:00:00Z,"
            + " 0000-01-01T00:00:00.000000001Z, 0000-01-01T00:00:00.000000002Z",
        "boolean, false, true, -, false, true, -",
        "boolean, true, -, -, true, -, -",
        "integer, 10, 14, 6, 10, 14, 18",
        "number, 0.5, 2, -1, 0.5, 2, 3.5",
        "uuuu-MM, 2024-03, 2024-05, 2023-12, 2024-03, 2024-05, 2024-07",
        "uuuu-MM, 2024-02, 2024-03, 2024-01, 2024-02, 2024-03, -",
        "string, a, b, -, a, b, -",
        "binary, AA, AQ, -, AA, AQ, -",
      })
  void neighboursHaveTheSameLength(
      String type, String from, String to, String earlier, String low, String high, String later) {
    PositionCodec codec = codec(type(type));
    SortWindow window = SortWindow.of(codec, from, to);
    assertEquals(low, window.fromText());
    assertEquals(high, window.toText());
    assertEquals(Optional.ofNullable(earlier), window.beside(codec, -1).map(SortWindow::fromText));
    assertEquals(Optional.ofNullable(later), window.beside(codec, 1).map(SortWindow::toText));
    window.beside(codec, -1).ifPresent(other -> assertEquals(low, other.toText()));
    window.beside(codec, 1).ifPresent(other -> assertEquals(high, other.fromText()));
  }

  private static SortType type(String name) {
    return switch (name) {
      case "epochSeconds" -> EpochSort.SECONDS;
      case "epochMillis" -> EpochSort.MILLIS;
      case "instant" -> new InstantSort();
      case "boolean" -> new BooleanSort();
      case "integer" -> new IntegerSort();
      case "number" -> new NumberSort();
      case "string" -> new StringSort();
      case "binary" -> new BinarySort();
      default -> DatetimeSort.of(name);
    };
  }

  @Test
  void differentWindowsAreDifferentScopes() {
    Scope whole =
        Scope.of(
            Listings.parse(Definitions.COMMENTS, Map.of("TABLE_NAME", "comments"))
                .find("comments")
                .orElseThrow(),
            List.of("x"));
    List<SortWindow> windows =
        List.of(
            SortWindow.of(STRINGS, "a", "b"),
            SortWindow.of(STRINGS, "a", null),
            SortWindow.of(STRINGS, null, "a"),
            SortWindow.of(STRINGS, null, "b"),
            SortWindow.beginningWith(STRINGS, "a"),
            SortWindow.beginningWith(STRINGS, "from"),
            During.window(SECONDS, "2024", null),
            During.window(SECONDS, "2024", "Europe/Berlin"),
            SortWindow.of(STRINGS, "2024", "Europe/Berlin"));
    Set<String> bytes = new HashSet<>(Set.of(Arrays.toString(whole.bytes())));
    windows.forEach(window -> bytes.add(Arrays.toString(whole.with(window).bytes())));
    assertEquals(1 + windows.size(), bytes.size());
  }

  /// A cursor opens in the scope whose bytes it was sealed with, so these must stay.
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, -, 00",
        "a, b, -, 010000000161" + "0000000162",
        "a, -, -, 02" + "0000000466726f6d" + "0000000161",
        "-, b, -, 02" + "00000002746f" + "0000000162",
        "-, -, c, 02" + "00000006707265666978" + "0000000163",
      })
  void theBytesOfWindowsStay(String from, String to, String prefix, String hex) {
    SortWindow ends = from == null && to == null ? null : SortWindow.of(STRINGS, from, to);
    SortWindow window = prefix == null ? ends : SortWindow.beginningWith(STRINGS, prefix);
    byte[] bytes = Scope.of(Definitions.comments(), List.of("x")).with(window).bytes();
    assertTrue(HexFormat.of().formatHex(bytes).endsWith(hex));
    int before = Scope.of(Definitions.comments(), List.of("x")).bytes().length - 1;
    assertEquals(before + hex.length() / 2, bytes.length);
  }
}
