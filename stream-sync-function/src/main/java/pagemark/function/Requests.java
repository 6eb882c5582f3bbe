package pagemark.function;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.TreeSet;
import pagemark.words.WrongValue;

/// Reads an event as a record, with a component for each field: null, 0 or false if it is missing.
/// A number may be a text, because a state machine's definition may write it so.
final class Requests {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT).build();

  private Requests() {}

  /// @throws IllegalArgumentException naming the field that is wrong, and what is valid
  static <T> T read(Object event, Class<T> type) {
    try {
      return JSON.convertValue(event, type);
    } catch (IllegalArgumentException e) {
      throw e.getCause() instanceof JsonMappingException wrong ? refusal(wrong) : e;
    }
  }

  private static IllegalArgumentException refusal(JsonMappingException wrong) {
    String field = wrong.getPath().isEmpty() ? "input" : wrong.getPath().getLast().getFieldName();
    if (wrong instanceof UnrecognizedPropertyException unknown) {
      return WrongValue.of("\"fields\"", field, new TreeSet<>(unknown.getKnownPropertyIds()));
    }
    if (!(wrong instanceof MismatchedInputException mismatched)) {
      return new IllegalArgumentException(wrong.getOriginalMessage(), wrong);
    }
    Object value = wrong instanceof InvalidFormatException odd ? odd.getValue() : "of another type";
    return WrongValue.of(
        "\"%s\"".formatted(field), value, valid(mismatched.getTargetType().getSimpleName()));
  }

  private static String valid(String type) {
    return switch (type) {
      case "boolean", "Boolean" -> "true, false";
      case "String" -> "a text";
      case "int", "Integer", "double", "Double" -> "a number";
      default -> "an object";
    };
  }
}
