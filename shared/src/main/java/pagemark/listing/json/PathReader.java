package pagemark.listing.json;

import java.util.List;
import pagemark.key.AttributePath;

/// Reads a place in an item: the field `attribute`, or the field `path` for a value inside of maps.
final class PathReader {
  /// DynamoDB's limit on nested maps.
  private static final int NAMES_MAX = 32;

  private PathReader() {}

  /// @param node the object that has one of the two fields
  static AttributePath read(JsonValue node) {
    JsonValue path = node.at("path");
    if (path.isMissing()) {
      return AttributePath.of(node.at("attribute").text());
    }
    if (!node.at("attribute").isMissing()) {
      path.mistake("stands beside attribute; give one of them");
    }
    List<String> names = path.elements().stream().map(JsonValue::text).toList();
    if (names.isEmpty() || names.size() > NAMES_MAX) {
      path.refuse("must be a list of 1 to %d names, from the item inwards".formatted(NAMES_MAX));
      return AttributePath.of("");
    }
    return new AttributePath(names);
  }
}
