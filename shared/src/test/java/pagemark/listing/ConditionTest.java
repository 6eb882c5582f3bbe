package pagemark.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.listing.json.DefinitionReader;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Conditions of a listing, prefixes of its groups, and filters by booleans, ranges and values
/// inside of maps.
final class ConditionTest {
  private static final AttributeValue MAP = fromM(Map.of("b", fromS("x")));
  private static final Map<String, AttributeValue> VALUES =
      Map.ofEntries(
          Map.entry("ORDER#1", fromS("ORDER#1")),
          Map.entry("ORDER#", fromS("ORDER#")),
          Map.entry("order#1", fromS("order#1")),
          Map.entry("empty", fromS("")),
          Map.entry("seven", fromN("7.0")),
          Map.entry("yes", fromBool(true)),
          Map.entry("no", fromBool(false)),
          Map.entry("null", fromNul(true)),
          Map.entry("map", MAP));

  private static IndexDefinition definition(String fields) {
    return definition("{\"attribute\": \"g\"}", ", " + fields);
  }

  private static IndexDefinition definition(String group, String fields) {
    String json =
        """
        {"l": {"table": "tab", "group": %s, "sort": {"attribute": "s", "type": "integer"},
          "key": [{"attribute": "k"}]%s, "attributes": "*"}}
        """
            .formatted(group, fields);
    return Listings.parse(json, Map.of()).find("l").orElseThrow().definition();
  }

  private static Indexable place(IndexDefinition definition, @Nullable AttributeValue value) {
    Map<String, AttributeValue> item =
        new HashMap<>(Map.of("g", fromS("g"), "s", fromN("1"), "k", fromS("k")));
    if (value != null) {
      item.put("a", value);
    }
    return definition.indexable(item);
  }

  /// @param meets the values that meet the condition, `none` for a missing one
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"prefix\": \"ORDER#\" | ORDER#1 ORDER#",
        "\"values\": [\"ORDER#\", 7, true] | ORDER# seven yes",
        "\"values\": [\"7\", \"true\", \"a,b\", \"other\"] | ",
        "\"values\": [\"\"] | empty",
        "\"not\": [\"\"] | ORDER#1 ORDER# order#1 seven yes no null map none",
        "\"not\": [\"ORDER#\", 7, true] | ORDER#1 order#1 empty no null map none",
        "\"exists\": true | ORDER#1 ORDER# order#1 empty seven yes no map",
        "\"exists\": false | null none",
      })
  void itemsThatMeetItAreListed(String test, @Nullable String meets) {
    IndexDefinition definition =
        definition("\"where\": {\"attribute\": \"a\", %s}".formatted(test));
    Set<String> expected = meets == null ? Set.of() : Set.of(meets.split(" "));
    VALUES.forEach(
        (name, value) ->
            assertEquals(
                expected.contains(name), place(definition, value) instanceof Indexed, name));
    assertEquals(expected.contains("none"), place(definition, null) instanceof Indexed, "missing");
    assertEquals(definition, DefinitionReader.parse(definition.json()));
  }

  /// Mappers write NULL for a value that is missing.
  @Test
  void nullIsAsAMissingValue() {
    IndexDefinition definition =
        definition(
            "{\"attribute\": \"g\"}",
            ", \"expires\": {\"attribute\": \"e\"}, \"filters\": {"
                + "\"a\": {\"attribute\": \"a\", \"values\": [\"x\"]},"
                + "\"b\": {\"attribute\": \"b\", \"values\": \"any\"}}");
    Map<String, AttributeValue> without = Map.of("g", fromS("g"), "s", fromN("1"), "k", fromS("k"));
    Map<String, AttributeValue> item = new HashMap<>(without);
    List.of("a", "b", "e").forEach(name -> item.put(name, fromNul(true)));
    assertEquals(definition.indexable(without), definition.indexable(item));
    assertFalse(definition.isExpired(item, Instant.MAX));
    for (String name : List.of("g", "s")) {
      Map<String, AttributeValue> lacking = new HashMap<>(item);
      lacking.put(name, fromNul(true));
      assertInstanceOf(Absent.class, definition.indexable(lacking), name);
    }
  }

  @Test
  void allConditionsMustBeMet() {
    IndexDefinition definition =
        definition(
            "\"where\": [{\"attribute\": \"a\", \"prefix\": \"x\"}, {\"attribute\": \"a\", \"not\":"
                + " [\"xx\"]}]");
    assertInstanceOf(Indexed.class, place(definition, fromS("xy")));
    assertInstanceOf(Absent.class, place(definition, fromS("xx")));
    assertInstanceOf(Absent.class, place(definition, fromS("y")));
  }

  @Test
  void itemsThatDoNotMeetItAreNoPoison() {
    IndexDefinition definition = definition("\"where\": {\"attribute\": \"a\", \"exists\": true}");
    Map<String, AttributeValue> poison = Map.of("g", fromN("1"), "s", fromS("x"));
    assertInstanceOf(Absent.class, definition.indexable(poison));
    Map<String, AttributeValue> met = new HashMap<>(poison);
    met.put("a", fromS("x"));
    assertInstanceOf(Poison.class, definition.indexable(met));
  }

  @Test
  void aPathGoesIntoMapsAndADotIsPartOfAName() {
    IndexDefinition nested =
        definition("\"where\": {\"path\": [\"a\", \"b\"], \"values\": [\"x\"]}");
    assertInstanceOf(Indexed.class, place(nested, MAP));
    assertInstanceOf(Absent.class, place(nested, fromS("x")));
    assertEquals(Set.of("g", "s", "k", "a"), nested.placingAttributes());
    IndexDefinition dotted = definition("\"where\": {\"attribute\": \"a.b\", \"values\": [\"x\"]}");
    assertInstanceOf(Absent.class, place(dotted, MAP));
    assertEquals(Set.of("g", "s", "k", "a.b"), dotted.placingAttributes());
  }

  @ParameterizedTest
  @CsvSource({
    "9.99, ..10",
    "10, 10..50",
    "49.999, 10..50",
    "50.0, 50..",
    "-1, ..10",
    "x, other",
  })
  void rangesHaveTheirLowerBorder(String value, String label) {
    IndexDefinition definition =
        definition("\"filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [10, 50]}}");
    AttributeValue attribute = value.equals("x") ? fromS("20") : fromN(value);
    assertEquals(label, label(definition, attribute));
    assertEquals(definition, DefinitionReader.parse(definition.json()));
    assertEquals(4, definition.cells().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "epochSeconds | N 1704067199 | ..2024-01-01",
        "epochSeconds | N 1704067200 | 2024-01-01..2024-05-01T07:40",
        "epochSeconds | N 1714549199 | 2024-01-01..2024-05-01T07:40",
        "epochSeconds | N 1714549200.0 | 2024-05-01T07:40..",
        "epochSeconds | N 1714549200000 | other",
        "epochSeconds | N 0.5 | other",
        "epochSeconds | S 1704067200 | other",
        "epochSeconds | S 2024-01-01 | other",
        "epochMillis | N 1704067200000 | 2024-01-01..2024-05-01T07:40",
        "epochMillis | N 1704067199999 | ..2024-01-01",
        "epochMillis | N -1 | ..2024-01-01",
        "uuuu-MM-dd HH:mm | S 2024-05-01 07:39 | 2024-01-01..2024-05-01T07:40",
        "uuuu-MM-dd HH:mm | S 2024-05-01 07:40 | 2024-05-01T07:40..",
        "uuuu-MM-dd HH:mm | S 2024-05-01T07:40 | other",
        "uuuu-MM-dd HH:mm | N 2024 | other",
        "uuuuMM | S 202405 | 2024-01-01..2024-05-01T07:40",
        "uuuuMM | S 202406 | 2024-05-01T07:40..",
        "uuuuMM | S 202413 | other",
      })
  void rangesOfTimesHaveTheirLowerBorder(String type, String value, String label) {
    String stored =
        type.startsWith("epoch")
            ? "\"type\": \"%s\"".formatted(type)
            : "\"type\": \"datetime\", \"pattern\": \"%s\"".formatted(type);
    IndexDefinition definition =
        definition(
            "\"filters\": {\"p\": {\"attribute\": \"a\", %s, \"ranges\": [\"2024-01-01T00:00\", \"2024-05-01T07:40:00\"]}}"
                .formatted(stored));
    String text = value.substring(2);
    assertEquals(label, label(definition, value.startsWith("N") ? fromN(text) : fromS(text)));
    assertEquals(definition, DefinitionReader.parse(definition.json()));
    assertEquals(definition.json(), DefinitionReader.parse(definition.json()).json());
    assertEquals(4, definition.cells().size());
  }

  /// The rest of the value names the group, and a group's name gives the value back.
  @ParameterizedTest
  @CsvSource({"C#alice, alice", "C#C#, C#", "C#, ", "c#alice, ", "alice, "})
  void aPrefixIsNoPartOfAGroup(String value, @Nullable String group) {
    IndexDefinition definition = definition("{\"attribute\": \"g\", \"prefix\": \"C#\"}", "");
    Map<String, AttributeValue> item = Map.of("g", fromS(value), "s", fromN("1"), "k", fromS("k"));
    if (group == null) {
      assertInstanceOf(Absent.class, definition.indexable(item));
      return;
    }
    Indexed indexed = assertInstanceOf(Indexed.class, definition.indexable(item));
    assertEquals(group, indexed.groups().iterator().next().text());
    assertEquals(fromS(value), definition.group().value(group));
    assertEquals(definition, DefinitionReader.parse(definition.json()));
  }

  @Test
  void aValueOfAnotherTypeHasNoPrefix() {
    Map<String, AttributeValue> item = Map.of("g", fromN("1"), "s", fromN("1"), "k", fromS("k"));
    assertInstanceOf(
        Absent.class, definition("{\"attribute\": \"g\", \"prefix\": \"1\"}", "").indexable(item));
  }

  /// A generation serves a listing if its stored definition says the same.
  @ParameterizedTest
  @CsvSource({"1.0", "1.50", "1e2", "100", "0.0", "-0"})
  void aStoredNumberIsTheOneThatWasWritten(String number) {
    List.of(
            "\"where\": {\"attribute\": \"a\", \"values\": [%s]}",
            "\"filters\": {\"f\": {\"attribute\": \"a\", \"values\": [%s]}}",
            "\"filters\": {\"f\": {\"attribute\": \"a\", \"ranges\": [%s]}}")
        .forEach(
            field -> {
              IndexDefinition written = definition(field.formatted(number));
              assertEquals(written, DefinitionReader.parse(written.json()));
            });
  }

  @Test
  void booleansAndPathsFilter() {
    IndexDefinition flags =
        definition("\"filters\": {\"f\": {\"attribute\": \"a\", \"values\": [true, false]}}");
    assertEquals("true", label(flags, fromBool(true)));
    assertEquals("false", label(flags, fromBool(false)));
    assertEquals("other", label(flags, fromS("true")));
    IndexDefinition nested =
        definition("\"filters\": {\"f\": {\"path\": [\"a\", \"b\"], \"values\": [\"x\"]}}");
    assertEquals("x", label(nested, MAP));
    assertEquals("other", label(nested, fromS("x")));
    List.of(flags, nested).forEach(each -> assertEquals(each, DefinitionReader.parse(each.json())));
  }

  private static String label(IndexDefinition definition, AttributeValue value) {
    Indexed indexed = assertInstanceOf(Indexed.class, place(definition, value));
    return definition.filters().getFirst().label(indexed.entry().cell().ordinals().getFirst());
  }
}
