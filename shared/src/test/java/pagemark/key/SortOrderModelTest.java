package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.folding.Folding;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Checks with random values of every sort type that they can be read back exactly, and that
/// positions order as the values do.
final class SortOrderModelTest {
  private static final int VALUES = 3_000;
  private static final KeyAttribute KEY = new KeyAttribute("k", AttributeType.BINARY);
  private static final KeyAttribute GROUP = new KeyAttribute("g", AttributeType.STRING);

  private interface Sorted<T> {
    T next(Random random);
  }

  private static <T> void check(
      SortType type, Sorted<T> values, Comparator<T> order, Function<T, AttributeValue> write)
      throws UnfitException {
    long seed = type.definitionName().hashCode();
    Random random = new Random(seed);
    PositionCodec codec = new PositionCodec(Groups.by(GROUP), Sort.by("s", type), List.of(KEY));
    List<T> drawn = new ArrayList<>();
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < VALUES; i++) {
      T value = values.next(random);
      byte[] key = new byte[1 + random.nextInt(4)];
      random.nextBytes(key);
      AttributeValue binary = AttributeValue.fromB(SdkBytes.fromByteArray(key));
      Position position = codec.position(Map.of("s", write.apply(value), "k", binary));
      assertEquals(
          Map.of("k", binary), codec.keyAttributes(new Group("g"), position), "seed " + seed);
      assertEquals(
          position,
          codec.position(Map.of("s", codec.sortValue(position), "k", binary)),
          "seed " + seed);
      assertEquals(
          position, codec.position(codec.sortBytes(position), Map.of("k", binary)), "seed " + seed);
      drawn.add(value);
      positions.add(position);
    }
    for (int i = 1; i < VALUES; i++) {
      int expected = Integer.signum(order.compare(drawn.get(i - 1), drawn.get(i)));
      int actual = Integer.signum(positions.get(i - 1).compareTo(positions.get(i)));
      if (expected != 0) {
        assertEquals(
            expected, actual, drawn.get(i - 1) + " and " + drawn.get(i) + ", seed " + seed);
      }
    }
  }

  @Test
  void numbers() throws UnfitException {
    check(
        new NumberSort(),
        SortOrderModelTest::number,
        Comparator.<BigDecimal>naturalOrder(),
        number -> fromN(number.toString()));
  }

  /// Numbers with few digits and near exponents are as frequent as any others, so that neighbours
  /// meet.
  private static BigDecimal number(Random random) {
    int digits = random.nextBoolean() ? 1 + random.nextInt(3) : 1 + random.nextInt(38);
    BigInteger unscaled = BigInteger.ZERO;
    for (int i = 0; i < digits; i++) {
      unscaled = unscaled.multiply(BigInteger.TEN).add(BigInteger.valueOf(random.nextInt(10)));
    }
    int exponent = random.nextBoolean() ? random.nextInt(5) - 2 : random.nextInt(-129, 126);
    BigDecimal number = new BigDecimal(unscaled, digits - exponent);
    return random.nextBoolean() ? number.negate() : number;
  }

  @Test
  void strings() throws UnfitException {
    check(
        new StringSort(),
        SortOrderModelTest::string,
        (a, b) -> Bytes.utf8(a).compareTo(Bytes.utf8(b)),
        AttributeValue::fromS);
  }

  @Test
  void texts() throws UnfitException {
    check(
        new TextSort(),
        random -> string(random) + "Éß ".charAt(random.nextInt(3)) + string(random),
        Comparator.comparing(text -> Bytes.utf8(Folding.fold(text))),
        AttributeValue::fromS);
  }

  private static String string(Random random) {
    int[] hostile = {
      0, 1, 'a', 0x7F, 0x80, 0xFF, 0x7FF, 0xFF61, 0xFFFD, 0x10000, 0x1F600, 0x10FFFF
    };
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.appendCodePoint(hostile[random.nextInt(hostile.length)]);
    }
    return text.toString();
  }

  @Test
  void binaries() throws UnfitException {
    check(
        new BinarySort(),
        random -> {
          byte[] bytes = new byte[random.nextInt(4)];
          for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextBoolean() ? random.nextInt(3) : 0xFF - random.nextInt(3));
          }
          return bytes;
        },
        Arrays::compareUnsigned,
        bytes -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes)));
  }

  @Test
  void integers() throws UnfitException {
    check(
        new IntegerSort(),
        random ->
            random.nextBoolean() ? random.nextLong(-3, 3) : random.nextLong(-1L << 53, 1L << 53),
        Comparator.<Long>naturalOrder(),
        number -> fromN(Long.toString(number)));
  }

  @ParameterizedTest
  @EnumSource
  void times(EpochSort type) throws UnfitException {
    LocalDateTime first = LocalDateTime.of(0, 1, 1, 0, 0);
    LocalDateTime last = LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_000_000);
    long low = (long) type.score(type.value(first));
    long high = (long) type.score(type.value(last));
    check(
        type,
        random -> random.nextBoolean() ? random.nextLong(-3, 3) : random.nextLong(low, high + 1),
        Comparator.<Long>naturalOrder(),
        number -> type.stored(Long.toString(number)));
  }

  @Test
  void instants() throws UnfitException {
    long first = Instant.parse("0000-01-02T00:00:00Z").getEpochSecond();
    long last = Instant.parse("9999-12-30T00:00:00Z").getEpochSecond();
    check(
        new InstantSort(),
        random ->
            Instant.ofEpochSecond(
                random.nextBoolean() ? random.nextLong(-3, 3) : random.nextLong(first, last),
                random.nextInt(3) * 1L + random.nextInt(3) * 100_000_000L),
        Comparator.<Instant>naturalOrder(),
        instant ->
            fromS(
                instant
                    .atOffset(ZoneOffset.ofHours(Math.floorMod(instant.hashCode(), 7)))
                    .toString()));
  }

  @Test
  void booleans() throws UnfitException {
    check(
        new BooleanSort(),
        Random::nextBoolean,
        Comparator.<Boolean>naturalOrder(),
        AttributeValue::fromBool);
  }

  @Test
  void theLargestKeysFit() throws UnfitException {
    PositionCodec codec =
        new PositionCodec(
            Groups.by(GROUP),
            Sort.by("s", new StringSort()),
            List.of(new KeyAttribute("k", AttributeType.STRING)));
    Map<String, AttributeValue> item =
        Map.of("s", fromS("\0".repeat(1024)), "k", fromS("k".repeat(2048)));
    Position position = codec.position(item);
    assertEquals(2 * 1024 + 2 + 2048, position.member().length());
    assertEquals(item.get("s"), codec.sortValue(position));
    assertEquals(Map.of("k", item.get("k")), codec.keyAttributes(new Group("g"), position));
  }
}
