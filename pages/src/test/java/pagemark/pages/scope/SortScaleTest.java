package pagemark.pages.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.key.DatetimeSort;
import pagemark.key.EpochSort;
import pagemark.key.InstantSort;
import pagemark.key.IntegerSort;
import pagemark.key.NumberSort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.BarBegin.SortScale;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class SortScaleTest {
  private static final long SEED = 20_261_127;

  @ParameterizedTest
  @CsvSource({
    "2022-01-03 11:08, 2024-05-01 00:00, 50, 2022-01-01 00:00, 2022-02-01 00:00, 29",
    "2022-01-03 11:08, 2024-05-01 00:00, 12, 2022-01-01 00:00, 2022-04-01 00:00, 10",
    "2022-01-03 11:08, 2024-05-01 00:00, 1, 2020-01-01 00:00, none, 1",
    "2024-05-01 07:41, 2024-05-01 08:10, 10, 2024-05-01 07:40, 2024-05-01 07:45, 7",
    "2024-05-01 07:41, 2024-05-01 07:41, 50, 2024-05-01 07:41, none, 1",
    "2024-05-01 07:41, 2024-05-20 07:41, 4, 2024-04-29 00:00, 2024-05-06 00:00, 4",
    "0000-01-01 00:00, 9999-12-31 23:59, 50, 0000-01-01 00:00, 0200-01-01 00:00, 50"
  })
  void timesBeginWhereTheCalendarDoes(
      String low, String high, int most, String first, String second, int count)
      throws UnfitException {
    List<AttributeValue> begins =
        SortScale.begins(DatetimeSort.of("uuuu-MM-dd HH:mm"), fromS(low), fromS(high), most, null);
    assertEquals(first, begins.getFirst().s());
    assertEquals(second, begins.size() == 1 ? "none" : begins.get(1).s());
    assertEquals(count, begins.size());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 100, 50, 0, 5, 21",
    "0, 99, 50, 0, 2, 50",
    "-7, 12, 5, -10, -5, 5",
    "3, 3, 50, 3, none, 1",
    "0.25, 0.5, 10, 0.25, 0.3, 0"
  })
  void numbersBeginAtRoundOnes(
      String low, String high, int most, String first, String second, int count)
      throws UnfitException {
    List<String> begins = numbers(new NumberSort(), low, high, most);
    if (count > 0) {
      assertEquals(first, begins.getFirst());
      assertEquals(second, begins.size() == 1 ? "none" : begins.get(1));
      assertEquals(count, begins.size());
    } else {
      assertEquals(List.of("0.25", "0.3", "0.35", "0.4", "0.45", "0.5"), begins);
    }
  }

  private static List<String> numbers(SortType type, String low, String high, int most)
      throws UnfitException {
    return SortScale.begins(type, fromN(low), fromN(high), most, null).stream()
        .map(AttributeValue::n)
        .toList();
  }

  @Test
  void integersHaveNoFractions() throws UnfitException {
    assertEquals(List.of("7", "8", "9"), numbers(new IntegerSort(), "7", "9", 50));
  }

  /// Whatever the range: at most so many, the first not above the smallest value, the last not
  /// above the largest, all in order, and not far fewer than asked for.
  @Test
  void anyRangeIsCovered() throws UnfitException {
    System.out.println("SortScaleTest seed " + SEED);
    Random random = new Random(SEED);
    for (int i = 0; i < 2_000; i++) {
      int most = 1 + random.nextInt(50);
      BigDecimal one = number(random);
      BigDecimal other = random.nextBoolean() ? number(random) : one.add(BigDecimal.ONE);
      BigDecimal low = one.min(other);
      BigDecimal high = one.max(other);
      List<BigDecimal> begins =
          numbers(new NumberSort(), low.toPlainString(), high.toPlainString(), most).stream()
              .map(BigDecimal::new)
              .toList();
      String what = "%s to %s in %d: %s".formatted(low, high, most, begins);
      assertTrue(begins.size() <= most, what);
      assertTrue(begins.getFirst().compareTo(low) <= 0, what);
      assertTrue(begins.getLast().compareTo(high) <= 0, what);
      assertEquals(begins.stream().sorted().distinct().toList(), begins, what);
      assertTrue(begins.size() * 5 + 5 >= most || high.compareTo(low) == 0, what);
    }
  }

  private static BigDecimal number(Random random) {
    return BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, random.nextInt(9) - 2);
  }

  @Test
  void instantsHaveMillisecondsAndDaysHaveNoHours() throws UnfitException {
    assertEquals(
        List.of("2024-05-01T00:00:00Z", "2024-05-01T00:00:00.001Z"),
        SortScale.begins(
                new InstantSort(),
                fromS("2024-05-01T00:00:00Z"),
                fromS("2024-05-01T00:00:00.0015Z"),
                50,
                null)
            .stream()
            .map(AttributeValue::s)
            .toList());
    assertEquals(
        2,
        SortScale.begins(
                DatetimeSort.of("uuuu-MM-dd"), fromS("2024-05-01"), fromS("2024-05-02"), 50, null)
            .size());
    assertEquals(
        "0",
        SortScale.begins(EpochSort.SECONDS, fromN("5"), fromN("5000000"), 50, null).getFirst().n());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Clocks go forward on March 31 and back on October 27.
        "2024-03-30T00:00:00Z | 2024-04-02T00:00:00Z | 5 | Europe/Berlin | 2024-03-29T23:00:00Z,"
            + "2024-03-30T23:00:00Z,2024-03-31T22:00:00Z,2024-04-01T22:00:00Z",
        "2024-03-31T00:30:00Z | 2024-03-31T02:10:00Z | 4 | Europe/Berlin | 2024-03-31T00:00:00Z,"
            + "2024-03-31T01:00:00Z,2024-03-31T02:00:00Z",
        "2024-10-27T00:10:00Z | 2024-10-27T02:10:00Z | 4 | Europe/Berlin | 2024-10-27T00:00:00Z,"
            + "2024-10-27T00:30:00Z,2024-10-27T02:00:00Z",
        "2024-01-15T00:00:00Z | 2024-03-15T00:00:00Z | 3 | Asia/Kolkata | 2023-12-31T18:30:00Z,"
            + "2024-01-31T18:30:00Z,2024-02-29T18:30:00Z",
      })
  void daysAndMonthsAreThoseOfTheZone(String low, String high, int most, String zone, String begins)
      throws UnfitException {
    assertEquals(
        List.of(begins.split(",")),
        SortScale.begins(new InstantSort(), fromS(low), fromS(high), most, zone).stream()
            .map(AttributeValue::s)
            .toList());
  }

  @Test
  void textsHaveNoDistance() {
    assertThrows(InvalidParameter.class, () -> SortScale.check(new StringSort(), 5));
    Stream.of(new NumberSort(), new IntegerSort(), new InstantSort(), EpochSort.MILLIS)
        .forEach(type -> SortScale.check(type, 5));
  }
}
