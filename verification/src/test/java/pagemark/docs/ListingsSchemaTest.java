package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import pagemark.index.Extent;
import pagemark.listing.json.InvalidListingsException;
import pagemark.listing.json.Listings;

/// docs/listings.schema.json says the same as the code that reads `listings.json`: it accepts every
/// definition that the code accepts, and refuses all others but for rules that a schema cannot say.
final class ListingsSchemaTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)\n```");
  private static final int CHANGES = Extent.of(300, 3_000);

  /// Mistakes that depend on several fields, or on the inner form of a text.
  private static final Pattern BEYOND_A_SCHEMA =
      Pattern.compile(
          String.join(
              "|",
              "combinations of values",
              "two values with the same text",
              "twice",
              "as field \\d",
              "has no field; it must begin with uuuu",
              "unclosed quote",
              "only in quotes",
              "if index is missing",
              "template",
              "\\{shard}",
              "another one",
              "because a template makes strings",
              "whole number from 1 to \\d+$",
              "names the environment variable",
              "larger than the border before it",
              "3 to 255"));

  /// What a member is replaced by.
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "7",
          "1000",
          "2.5",
          "\"\"",
          "\"x\"",
          "\"*\"",
          "\"keys\"",
          "\"descending\"",
          "\"number\"",
          "\"datetime\"",
          "\"epochMillis\"",
          "\"instant\"",
          "\"text\"",
          "2",
          "\"string\"",
          "\"uuid\"",
          "\"other\"",
          "\"any\"",
          "[]",
          "[\"a\"]",
          "[\"a\", \"a\"]",
          "[1, 2]",
          "{}",
          "{\"attribute\": \"a\"}",
          "{\"attribute\": \"a\", \"type\": \"string\"}",
          "{\"attribute\": \"a\", \"each\": true}",
          "{\"attribute\": \"a\", \"values\": \"any\"}",
          "{\"attribute\": \"a\", \"values\": \"any\", \"each\": true}");

  private static final Schema SCHEMA = schema();

  private static Schema schema() {
    try {
      String text = Files.readString(Documents.ROOT.resolve("docs/listings.schema.json"));
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void codeAndSchemaAcceptEveryDefinitionOfTheProject() throws IOException {
    List<ObjectNode> all = definitions();
    for (ObjectNode each : all) {
      assertEquals(List.of(), mistakes(each), each::toPrettyString);
      assertEquals(List.of(), SCHEMA.validate(each), each::toPrettyString);
    }
    assertTrue(all.size() >= 10, all.size() + " definitions");
  }

  @Test
  void aDefinitionWithOneChangeIsAcceptedByBothOrByNeither() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<ObjectNode> all = definitions();
    int refused = 0;
    for (int i = 0; i < CHANGES; i++) {
      ObjectNode changed = all.get(random.nextInt(all.size())).deepCopy();
      change(changed, random);
      List<String> mistakes = mistakes(changed);
      boolean accepts = SCHEMA.validate(changed).isEmpty();
      String context = "seed " + seed + ", " + mistakes + "\n" + changed.toPrettyString();
      if (mistakes.isEmpty()) {
        assertTrue(accepts, context);
      } else if (accepts) {
        assertTrue(mistakes.stream().allMatch(m -> BEYOND_A_SCHEMA.matcher(m).find()), context);
      } else {
        refused++;
      }
    }
    assertTrue(refused > CHANGES / 3, refused + " refused by both; seed " + seed);
  }

  @Test
  void theDocumentHasARowForEachFieldOfTheSchema() throws IOException {
    JsonNode schema =
        JSON.readTree(Files.readString(Documents.ROOT.resolve("docs/listings.schema.json")));
    JsonNode fields = schema.at("/$defs/listing/properties");
    String document = Files.readString(Documents.ROOT.resolve("docs/listings.md"));
    TreeSet<String> rows = new TreeSet<>();
    Matcher row = Pattern.compile("(?m)^\\| `([a-zA-Z]+)` \\| (`|\\[ ).*\\|$").matcher(document);
    while (row.find()) {
      rows.add(row.group(1));
    }
    TreeSet<String> expected = new TreeSet<>();
    fields.fieldNames().forEachRemaining(expected::add);
    assertEquals(expected, rows);
  }

  /// `listings.json`, those of the examples, and each block of a document that defines a table.
  private static List<ObjectNode> definitions() throws IOException {
    List<ObjectNode> found = new ArrayList<>();
    for (String file :
        List.of(
            "listings.json",
            "examples/orders/listings.json",
            "examples/java/src/main/resources/listings.json")) {
      found.add((ObjectNode) JSON.readTree(Documents.ROOT.resolve(file).toFile()));
    }
    for (Path document : Documents.all()) {
      Matcher matcher = BLOCK.matcher(Files.readString(document));
      while (matcher.find()) {
        if (matcher.group(1).contains("\"table\":")) {
          found.add((ObjectNode) JSON.readTree(matcher.group(1)));
        }
      }
    }
    return found;
  }

  private static List<String> mistakes(ObjectNode definition) {
    try {
      Listings.parse(definition.toString(), Map.of("TABLE_NAME", "comments"));
      return List.of();
    } catch (InvalidListingsException e) {
      return e.mistakes().stream().map(Object::toString).toList();
    }
  }

  /// Removes, renames, adds or replaces one member or element.
  private static void change(ObjectNode definition, Random random) throws IOException {
    List<ContainerNode<?>> nodes = new ArrayList<>();
    collect(definition, nodes);
    ContainerNode<?> node = nodes.get(random.nextInt(nodes.size()));
    JsonNode value = JSON.readTree(VALUES.get(random.nextInt(VALUES.size())));
    if (node instanceof ArrayNode array) {
      change(array, value, random);
    } else if (node instanceof ObjectNode object && !object.isEmpty()) {
      change(object, value, random);
    }
  }

  private static void change(ArrayNode array, JsonNode value, Random random) {
    switch (random.nextInt(3)) {
      case 0 -> array.add(value);
      case 1 -> array.removeAll();
      default -> array.set(random.nextInt(array.size()), value);
    }
  }

  private static void change(ObjectNode object, JsonNode value, Random random) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String name = names.get(random.nextInt(names.size()));
    switch (random.nextInt(4)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(name + "x", object.remove(name));
      case 2 -> object.set(random.nextBoolean() ? "unknown" : "each", value);
      default -> object.set(name, value);
    }
  }

  private static void collect(JsonNode node, List<ContainerNode<?>> nodes) {
    if (node instanceof ContainerNode<?> container && !container.isEmpty()) {
      nodes.add(container);
    }
    node.forEach(child -> collect(child, nodes));
  }
}
