package pagemark.key;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts numbers of up to 38 digits, from 1E-130 to 9.99...E+125 of either sign, in numeric order.
///
/// A number is 0.d1d2d3... times 10^e with d1 above 0. Its bytes are:
///
/// 1. the sign: 01 negative, 02 zero, 03 positive;
/// 2. e + 129, in one byte;
/// 3. two digits at a time, each pair as a byte of 1 to 100.
///
/// For a negative number, every byte after the sign is complemented, and FF ends the number. So
/// -12.5 sorts before -12.
public record NumberSort() implements SortType.AsBytes {
  private static final int NEGATIVE = 1;
  private static final int ZERO = 2;
  private static final int POSITIVE = 3;
  static final int DIGITS_MAX = 38;
  private static final int EXPONENT_BIAS = 129;
  private static final int EXPONENT_MAX = 126;

  @Override
  public Bytes bytes(AttributeValue value) throws UnfitException {
    BigDecimal number = AttributeType.number(value).stripTrailingZeros();
    if (number.signum() == 0) {
      return Bytes.of(new byte[] {ZERO});
    }
    int exponent = number.precision() - number.scale();
    if (number.precision() > DIGITS_MAX || exponent < -EXPONENT_BIAS || exponent > EXPONENT_MAX) {
      throw new UnfitException("must have at most 38 digits, within 1E-130 to 9.9E+125");
    }
    return encoded(number.unscaledValue(), exponent);
  }

  private static Bytes encoded(BigInteger unscaled, int exponent) {
    boolean negative = unscaled.signum() < 0;
    int complement = negative ? 0xFF : 0;
    String digits = unscaled.abs().toString();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(negative ? NEGATIVE : POSITIVE);
    out.write((exponent + EXPONENT_BIAS) ^ complement);
    for (int i = 0; i < digits.length(); i += 2) {
      int tens = digits.charAt(i) - '0';
      int ones = i + 1 < digits.length() ? digits.charAt(i + 1) - '0' : 0;
      out.write((10 * tens + ones + 1) ^ complement);
    }
    if (negative) {
      out.write(0xFF);
    }
    return Bytes.of(out.toByteArray());
  }

  @Override
  public AttributeValue value(Bytes bytes) {
    byte[] raw = bytes.toArray();
    if (raw[0] == ZERO) {
      return AttributeValue.fromN("0");
    }
    boolean negative = raw[0] == NEGATIVE;
    int complement = negative ? 0xFF : 0;
    int end = negative ? raw.length - 1 : raw.length;
    int exponent = ((raw[1] & 0xFF) ^ complement) - EXPONENT_BIAS;
    StringBuilder digits = new StringBuilder(negative ? "-" : "");
    for (int i = 2; i < end; i++) {
      int pair = ((raw[i] & 0xFF) ^ complement) - 1;
      digits.append(pair / 10).append(pair % 10);
    }
    int scale = 2 * (end - 2) - exponent;
    BigDecimal number = new BigDecimal(new BigInteger(digits.toString()), scale);
    return AttributeValue.fromN(AttributeType.canonical(number));
  }
}
