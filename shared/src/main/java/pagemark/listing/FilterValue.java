package pagemark.listing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributePath;
import pagemark.key.AttributeType;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A declared value of a filter or condition. A JSON number matches attributes of type N, a JSON
/// string those of type S, true and false those of type BOOL. A range matches numbers.
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

  record Bool(boolean value) implements FilterValue {
    @Override
    public boolean matches(AttributeValue attribute) {
      return attribute.bool() != null && value == attribute.bool();
    }

    @Override
    public String label() {
      return Boolean.toString(value);
    }
  }

  /// The numbers from one border to the next: `10..50` has 10 and not 50.
  ///
  /// @param from the smallest number; null if there is no border
  /// @param to the border above all numbers; null if there is none
  record Range(@Nullable BigDecimal from, @Nullable BigDecimal to) implements FilterValue {
    @Override
    public boolean matches(AttributeValue attribute) {
      if (attribute.n() == null) {
        return false;
      }
      BigDecimal number = new BigDecimal(attribute.n());
      return (from == null || number.compareTo(from) >= 0)
          && (to == null || number.compareTo(to) < 0);
    }

    @Override
    public String label() {
      return text(from) + ".." + text(to);
    }

    private static String text(@Nullable BigDecimal border) {
      return border == null ? "" : AttributeType.canonical(border);
    }
  }

  boolean matches(AttributeValue attribute);

  /// The text with which a request selects the value.
  String label();

  /// A value whose type this code knows.
  ///
  /// @throws UnfitException if this version of the SDK does not know the type: it could be a
  ///   declared value
  static AttributeValue known(AttributePath path, AttributeValue value) throws UnfitException {
    if (value.type() == AttributeValue.Type.UNKNOWN_TO_SDK_VERSION) {
      throw new UnfitException(path.attribute() + " must be of a known type");
    }
    return value;
  }

  /// Adds a field with these values, none of which is a range.
  static void put(ObjectNode json, String field, List<FilterValue> values) {
    ArrayNode array = json.putArray(field);
    for (FilterValue value : values) {
      switch (value) {
        case Text(var text) -> array.add(text);
        case Numeric(var number) -> array.add(number);
        case Bool(var bool) -> array.add(bool);
        case Range range -> throw new IllegalArgumentException("a range: " + range.label());
      }
    }
  }
}
