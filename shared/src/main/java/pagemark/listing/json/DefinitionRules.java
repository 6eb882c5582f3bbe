package pagemark.listing.json;

import pagemark.key.AttributePath;
import pagemark.listing.IndexDefinition;

/// Refuses what DynamoDB has no table or index for, and filters that filter nothing. These rules
/// are for the definitions that people write. A definition that a generation stores is not checked
/// again, so that an index stays readable if a rule is added.
final class DefinitionRules {
  private static final String NAME = "[a-zA-Z0-9_.-]{3,255}";
  private static final String NAME_IN_WORDS = "3 to 255 letters, digits, _, . and -";

  private DefinitionRules() {}

  /// @param listing the node that the definition was read from
  static void check(JsonValue listing, IndexDefinition definition) {
    checkTable(listing.at("table"), definition.table());
    checkIndex(listing.at("index"));
    listing.at("filterIndexes").elements().forEach(each -> checkIndex(each.at("index")));
    definition.filters().forEach(f -> checkFilter(listing, definition, f.name(), f.path()));
    definition.open().forEach(f -> checkFilter(listing, definition, f.name(), f.path()));
  }

  private static void checkFilter(
      JsonValue listing, IndexDefinition definition, String name, AttributePath path) {
    if (definition.group().parts().stream()
            .anyMatch(part -> part.path().equals(path) && !part.each())
        && !path.attribute().isEmpty()) {
      listing
          .at("filters")
          .at(name)
          .at(path.isNested() ? "path" : "attribute")
          .refuse(
              "names the group, so it is the same for all items of a group. Leave this"
                  + " filter out: the group of a request selects them");
    }
  }

  private static void checkTable(JsonValue node, String name) {
    if (name.startsWith("arn:")) {
      node.refuse(
          "is an ARN; write the table's name alone: \"%s\""
              .formatted(name.substring(name.lastIndexOf('/') + 1)));
    } else if (!name.isEmpty() && !name.matches(NAME)) {
      node.refuse("must be the name of a table, which has " + NAME_IN_WORDS);
    }
  }

  private static void checkIndex(JsonValue node) {
    String name = node.json().textValue();
    if (name != null && !name.isEmpty() && !name.contains("${") && !name.matches(NAME)) {
      node.refuse("must be the name of an index, which has " + NAME_IN_WORDS);
    }
  }
}
