package pagemark.key;

import java.math.BigDecimal;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts whole numbers from -2^53 to 2^53. The score is the number itself, because a double holds
/// all of these exactly.
public record IntegerSort() implements SortType.AsScore {
  private static final BigDecimal EXACT_MAX = BigDecimal.valueOf(1L << 53);

  @Override
  public double score(AttributeValue value) throws UnfitException {
    BigDecimal number = AttributeType.number(value);
    if (number.stripTrailingZeros().scale() > 0 || number.abs().compareTo(EXACT_MAX) > 0) {
      throw new UnfitException("must be a whole number within 2^53 (else use type number)");
    }
    return number.doubleValue();
  }

  @Override
  public AttributeValue value(double score) {
    return AttributeValue.fromN(Long.toString((long) score));
  }
}
