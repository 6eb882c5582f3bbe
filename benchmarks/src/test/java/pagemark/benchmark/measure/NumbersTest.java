package pagemark.benchmark.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "0.01234, 0.0123",
    "0.5, 0.50",
    "1.234, 1.23",
    "9.996, 10.0",
    "12.34, 12.3",
    "99.96, 100",
    "-3.456, -3.46"
  })
  void threeDigitsCount(double value, String text) {
    assertEquals(text, Numbers.text(value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"12345.6; 12,346", "1000000; 1,000,000"})
  void thousandsAreSetApart(double value, String text) {
    assertEquals(text, Numbers.text(value));
  }
}
