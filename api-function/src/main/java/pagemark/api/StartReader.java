package pagemark.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Parses where a page starts: `page`, `skip`, `at`, `item` or `cursor`. Without any of them it is
/// the first page, or with `numbering=stable` the newest one.
record StartReader(Cursors cursors) {
  private static final List<String> STARTS = List.of("page", "skip", "at", "item", "cursor");

  /// @throws ProblemException if the parameter is malformed, or more than one is given
  Start read(CursorScope scope, Parameters parameters) {
    List<String> given = STARTS.stream().filter(parameters.byName()::containsKey).toList();
    if (given.isEmpty()) {
      return scope.numbering() == Numbering.STABLE ? new Start.Newest() : new Start.Numbered(1);
    }
    String name = given.getFirst();
    if (given.size() > 1) {
      String other = given.getLast();
      throw Parameters.refusal(
          other, text(parameters, other), "%s or %s, not both".formatted(name, other));
    }
    String text = text(parameters, name);
    return switch (name) {
      case "page" -> PagingText.page(text);
      case "skip" -> skip(scope, text);
      case "at" -> new Start.At(SortText.at(codec(scope), scope.order(), text), text);
      case "item" -> item(scope, parameters.all(name));
      default -> cursor(scope, text);
    };
  }

  private static String text(Parameters parameters, String name) {
    return parameters.all(name).getFirst();
  }

  private static Start skip(CursorScope scope, String text) {
    if (scope.numbering() == Numbering.STABLE) {
      throw Parameters.refusal("skip", text, "page, at, item or cursor with numbering=stable");
    }
    return PagingText.skip(text);
  }

  private static PositionCodec codec(CursorScope scope) {
    return scope.listing().definition().positions();
  }

  /// All cursors that cannot be opened get the same answer.
  private Start cursor(CursorScope scope, String text) {
    return cursors
        .open(scope, text)
        .map(point -> new Start.Cursor(point, text))
        .orElseThrow(() -> new ProblemException(Problem.cursor()));
  }

  private static Start item(CursorScope scope, List<String> texts) {
    List<KeyAttribute> key = codec(scope).key();
    if (texts.size() != key.size()) {
      throw Parameters.refusal(
          "item",
          texts.getLast(),
          key.size() == 1 ? "item once" : "item twice, once for each attribute of the key");
    }
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      values.put(key.get(i).name(), value(key.get(i), texts.get(i)));
    }
    return new Start.Item(values, texts);
  }

  private static String form(AttributeType type) {
    return switch (type) {
      case STRING, BINARY -> type.textForm() + ", 1 to 2048 bytes";
      case NUMBER, UUID, ULID -> type.textForm();
    };
  }

  private static AttributeValue value(KeyAttribute attribute, String text) {
    try {
      AttributeValue value = attribute.type().value(text);
      attribute.text(Map.of(attribute.name(), value));
      return value;
    } catch (UnfitException e) {
      throw Parameters.refusal("item", text, form(attribute.type()));
    }
  }
}
