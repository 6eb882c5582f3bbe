package pagemark.load;

import java.math.BigDecimal;
import java.math.BigInteger;

/// Converts a JSON number to DynamoDB's type N, which has 38 digits and a bounded exponent.
///
/// It works on the text, in time linear in its length. BigDecimal would fail at `1e-2147483648`,
/// and would take time quadratic in the length.
final class DynamoNumber {
  private static final int DIGITS_MAX = 38;
  private static final int EXPONENT_MIN = -130;
  private static final int EXPONENT_MAX = 125;
  private static final int EXPONENT_DIGITS_MAX = 12;
  private static final int TOLD_CHARS_MAX = 40;
  private static final String VALID =
      ". Valid numbers: 0, and up to %d digits from 1E%d to 9.%sE+%d, positive or negative"
          .formatted(DIGITS_MAX, EXPONENT_MIN, "9".repeat(DIGITS_MAX - 1), EXPONENT_MAX);

  private DynamoNumber() {}

  /// The shortest text of a number.
  ///
  /// @param json a number as JSON writes it
  /// @throws LineException if DynamoDB cannot store the number; the message names it
  static String of(String json) throws LineException {
    int exponentAt = Math.max(json.indexOf('e'), json.indexOf('E'));
    String mantissa = exponentAt < 0 ? json : json.substring(0, exponentAt);
    String unsigned = mantissa.startsWith("-") ? mantissa.substring(1) : mantissa;
    int point = unsigned.indexOf('.');
    String digits = unsigned.replace(".", "");
    int first = first(digits);
    if (first == digits.length()) {
      return "0";
    }
    int last = last(digits);
    long exponent =
        (exponentAt < 0 ? 0 : exponent(json.substring(exponentAt + 1)))
            + (point < 0 ? digits.length() : point)
            - 1
            - first;
    if (last - first >= DIGITS_MAX || exponent < EXPONENT_MIN || exponent > EXPONENT_MAX) {
      throw new LineException("is " + told(json) + ", which DynamoDB cannot store" + VALID);
    }
    BigInteger value = new BigInteger(digits.substring(first, last + 1));
    return new BigDecimal(
            mantissa.startsWith("-") ? value.negate() : value,
            Math.toIntExact(last - first - exponent))
        .toString();
  }

  /// The index of the first digit that is not 0.
  private static int first(String digits) {
    int at = 0;
    while (at < digits.length() && digits.charAt(at) == '0') {
      at++;
    }
    return at;
  }

  private static int last(String digits) {
    int at = digits.length() - 1;
    while (digits.charAt(at) == '0') {
      at--;
    }
    return at;
  }

  /// The exponent. One with too many digits is replaced by a bound that is out of range too.
  private static long exponent(String text) {
    boolean negative = text.startsWith("-");
    String unsigned = negative || text.startsWith("+") ? text.substring(1) : text;
    String digits = unsigned.substring(first(unsigned));
    String bounded =
        digits.length() > EXPONENT_DIGITS_MAX ? "9".repeat(EXPONENT_DIGITS_MAX) : "0" + digits;
    return negative ? -Long.parseLong(bounded) : Long.parseLong(bounded);
  }

  private static String told(String json) {
    return json.length() <= TOLD_CHARS_MAX ? json : json.substring(0, TOLD_CHARS_MAX) + "...";
  }
}
