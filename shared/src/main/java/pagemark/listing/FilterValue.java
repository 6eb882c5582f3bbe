package pagemark.listing;

import java.math.BigDecimal;
import pagemark.key.AttributeType;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A declared value of a filter. A JSON number matches attributes of type N, a JSON string those of
/// type S.
public sealed interface FilterValue {
  record Text(String value) implements FilterValue {
    @Override
    public boolean matches(AttributeValue attribute) {
      return value.equals(attribute.s());
    }

    @Override
    public String label() {
      return value;
    }
  }

  record Numeric(BigDecimal value) implements FilterValue {
    @Override
    public boolean matches(AttributeValue attribute) {
      return attribute.n() != null && value.compareTo(new BigDecimal(attribute.n())) == 0;
    }

    @Override
    public String label() {
      return AttributeType.canonical(value);
    }
  }

  boolean matches(AttributeValue attribute);

  /// The text with which a request selects the value.
  String label();
}
