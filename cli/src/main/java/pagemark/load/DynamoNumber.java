package pagemark.load;

import java.math.BigDecimal;

/// Converts a JSON number to DynamoDB's type N, which has 38 digits and a bounded exponent.
final class DynamoNumber {
  private static final int DIGITS_MAX = 38;
  private static final int EXPONENT_MIN = -130;
  private static final int EXPONENT_MAX = 125;
  private static final int TOLD_CHARS_MAX = 40;
  private static final String VALID =
      ". Valid numbers: 0, and up to %d digits from 1E%d to 9.%sE+%d, positive or negative"
          .formatted(DIGITS_MAX, EXPONENT_MIN, "9".repeat(DIGITS_MAX - 1), EXPONENT_MAX);

  private DynamoNumber() {}

  /// The shortest text of a number.
  ///
  /// @param json a number as JSON writes it, of bounded length
  /// @throws LineException if DynamoDB cannot store the number; the message names it
  static String of(String json) throws LineException {
    try {
      BigDecimal number = new BigDecimal(json);
      // Without its trailing zeros the exponent could be beyond BigDecimal's bounds.
      long exponent = (long) number.precision() - number.scale() - 1;
      if (number.signum() == 0) {
        return "0";
      }
      if (exponent >= EXPONENT_MIN
          && exponent <= EXPONENT_MAX
          && number.stripTrailingZeros().precision() <= DIGITS_MAX) {
        return number.stripTrailingZeros().toString();
      }
    } catch (NumberFormatException e) {
      // Its exponent is beyond BigDecimal's bounds. It is refused below, with the same message.
    }
    throw new LineException("is " + told(json) + ", which DynamoDB cannot store" + VALID);
  }

  private static String told(String json) {
    return json.length() <= TOLD_CHARS_MAX ? json : json.substring(0, TOLD_CHARS_MAX) + "...";
  }
}
