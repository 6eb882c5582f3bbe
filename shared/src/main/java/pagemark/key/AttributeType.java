package pagemark.key;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How a group or key attribute is written as text, and read back.
public enum AttributeType {
  /// A DynamoDB string, verbatim.
  STRING {
    @Override
    public String text(AttributeValue value) throws UnfitException {
      return present(value.s(), "a string (S)");
    }

    @Override
    public AttributeValue value(String text) {
      return AttributeValue.fromS(text);
    }
  },
  /// A DynamoDB number as canonical decimal: no exponent, no leading or trailing zeros.
  NUMBER {
    @Override
    public String text(AttributeValue value) throws UnfitException {
      return canonical(new BigDecimal(present(value.n(), "a number (N)")));
    }

    @Override
    public AttributeValue value(String text) {
      return AttributeValue.fromN(text);
    }
  };

  /// @throws UnfitException where `value` is of another DynamoDB type
  public abstract String text(AttributeValue value) throws UnfitException;

  /// The inverse of [#text].
  public abstract AttributeValue value(String text);

  /// The name in listing definitions, such as `string`.
  public String definitionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The one decimal text of a number: `1E+2` and `100.0` are both `100`.
  public static String canonical(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static String present(@Nullable String text, String wanted) throws UnfitException {
    if (text == null) {
      throw new UnfitException("must be " + wanted);
    }
    return text;
  }
}
