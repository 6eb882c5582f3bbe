package pagemark.listing.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.entry.Order;
import pagemark.key.AttributePath;
import pagemark.key.DatetimeSort;
import pagemark.key.NumberSort;
import pagemark.key.Sort;
import pagemark.key.Sort.Missing;
import pagemark.key.TextSort;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;

/// Sorts whose order DynamoDB does not have.
final class SortReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"instant\"",
        "\"boolean\"",
        "\"text\"",
        "\"epochSeconds\", \"stored\": \"string\"",
        "\"epochMillis\", \"stored\": \"string\"",
        "\"epochSeconds\", \"stored\": \"any\"",
      })
  void aSortWhoseOrderDynamoDbDoesNotHaveIsReadByKey(String type) {
    String json = ListingsTest.SMALLEST.replace("\"integer\"", type);
    String path = "$.movies.";
    String reason =
        " must be left out: no index of DynamoDB has the order of this sort, so items are read by"
            + " key";
    assertEquals(List.of(path + "index" + reason), ListingsTest.mistakes(json));
    assertEquals(
        List.of(
            path + "index" + reason, path + "partition" + reason, path + "filterIndexes" + reason),
        ListingsTest.mistakes(
            json.replace(
                "\"key\"",
                "\"partition\": {\"attribute\": \"p\"}, \"filterIndexes\": [], \"key\"")));
    for (String key :
        List.of(
            "[{\"attribute\": \"id\"}]",
            "[{\"attribute\": \"movie\"}, {\"attribute\": \"time\"}]")) {
      Listing movies =
          Listings.parse(
                  json.replace("\"index\": \"byMovie\",", "")
                      .replace("[{\"attribute\": \"id\"}]", key),
                  Map.of())
              .find("movies")
              .orElseThrow();
      assertEquals(List.of(), movies.accesses());
      IndexDefinition definition = movies.definition();
      assertTrue(
          definition.json().contains("\"type\":" + type.replace(": ", ":").replace(", ", ",")));
      assertEquals(definition, DefinitionReader.parse(definition.json()));
    }
  }

  private static final String PARTS =
      """
      [ { "attribute": "total", "type": "number", "order": "descending", "missing": "last" },
        { "path": ["user", "name"], "type": "text" },
        { "attribute": "at", "type": "datetime", "pattern": "uuuu", "missing": "first" } ]\
      """;

  private static String sorted(String sort) {
    return ListingsTest.SMALLEST
        .replace("{\"attribute\": \"time\", \"type\": \"integer\"}", sort)
        .replace("\"index\": \"byMovie\",", "");
  }

  private static Listing read(String json) {
    return Listings.parse(json, Map.of()).find("movies").orElseThrow();
  }

  @Test
  void aSortHasUpToThreePartsAndTheFirstOneGivesTheOrder() {
    Listing movies = read(sorted(PARTS));
    assertEquals(Order.DESCENDING, movies.order());
    IndexDefinition definition = movies.definition();
    assertEquals(List.of(), movies.accesses());
    assertEquals(
        List.of(
            new Sort.Part(
                AttributePath.of("total"), new NumberSort(), Order.DESCENDING, Missing.LAST),
            new Sort.Part(
                new AttributePath(List.of("user", "name")),
                new TextSort(),
                Order.ASCENDING,
                Missing.OMIT),
            new Sort.Part(
                AttributePath.of("at"), DatetimeSort.of("uuuu"), Order.ASCENDING, Missing.FIRST)),
        definition.positions().sort().parts());
    assertEquals(Set.of("movie", "total", "user", "at", "id"), definition.placingAttributes());
    assertEquals(definition, DefinitionReader.parse(definition.json()));
    assertTrue(
        definition
            .json()
            .contains(
                "\"sort\":[{\"attribute\":\"total\",\"type\":\"number\",\"order\":\"descending\","
                    + "\"missing\":\"last\"},{\"path\":[\"user\",\"name\"],\"type\":\"text\","
                    + "\"folding\":2},{\"attribute\":\"at\",\"type\":\"datetime\","
                    + "\"pattern\":\"uuuu\",\"missing\":\"first\"}]"),
        definition::json);
  }

  @Test
  void oneAttributeThatDynamoDbOrdersIsTheSameDefinitionHoweverItIsWritten() {
    String plain = "{\"attribute\": \"time\", \"type\": \"integer\"}";
    IndexDefinition definition = read(sorted(plain)).definition();
    for (String order : List.of("ascending", "descending")) {
      String said = plain.replace("}", ", \"order\": \"%s\"}".formatted(order));
      for (String sort : List.of(said, "[" + said + "]")) {
        assertEquals(definition, read(sorted(sort)).definition());
        assertEquals(definition.json(), read(sorted(sort)).definition().json());
        assertEquals(order, read(sorted(sort)).order().text());
      }
    }
    assertEquals(definition, read(sorted("[" + plain + "]")).definition());
    String missing = plain.replace("}", ", \"missing\": \"last\"}");
    assertNotEquals(definition, read(sorted(missing)).definition());
    assertEquals(read(sorted(missing)), read(sorted("[" + missing + "]")));
    String omit = plain.replace("}", ", \"missing\": \"omit\"}");
    assertEquals(definition, read(sorted(omit)).definition());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"missing\": \"last\" | \"missing\": \"end\" | sort[0].missing \"end\" must be one of"
            + " omit, first, last",
        "\"order\": \"descending\" | \"order\": \"down\" | sort[0].order \"down\" must be one of"
            + " ascending, descending, asc, desc",
        "\"type\": \"text\" | \"type\": \"words\" | sort[1].type \"words\" must be one of datetime,"
            + " instant, epochSeconds, epochMillis, integer, number, string, text, binary, boolean",
        "\"path\" | \"attribute\": \"a\", \"path\" | sort[1].path stands beside attribute; give one"
            + " of them",
        "\"key\" | \"order\": \"ascending\", \"key\" | order stands beside a sort of several parts,"
            + " or one with order or missing. Leave it out, and give each part of sort its order",
        "\"key\" | \"index\": \"byTotal\", \"key\" | index must be left out: no index of DynamoDB"
            + " has the order of this sort, so items are read by key",
      })
  void aMistakeInAPartIsNamedWithItsPath(String part, String wrong, String mistake) {
    assertEquals(
        List.of("$.movies." + mistake),
        ListingsTest.mistakes(
            sorted(PARTS).replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(wrong))));
  }

  @Test
  void aListHasOneToThreeDifferentParts() {
    assertEquals(
        List.of("$.movies.sort [] must be a sort, or a list of 1 to 3"),
        ListingsTest.mistakes(sorted("[]")));
    String part = "{\"attribute\":\"a\",\"type\":\"string\"}";
    String four = "[" + String.join(",", part, part, part, part) + "]";
    assertEquals(
        List.of("$.movies.sort " + four + " must be a sort, or a list of 1 to 3"),
        ListingsTest.mistakes(sorted(four)));
    String two = "[" + part + "," + part + "]";
    assertEquals(
        List.of("$.movies.sort " + two + " names an attribute twice"),
        ListingsTest.mistakes(sorted(two)));
  }

  @Test
  void aTextSaysWhichFoldingItsIndexHas() {
    String json =
        ListingsTest.SMALLEST
            .replace("\"integer\"", "\"text\"")
            .replace("\"index\": \"byMovie\",", "");
    String said = json.replace("\"text\"", "\"text\", \"folding\": 2");
    IndexDefinition definition =
        Listings.parse(json, Map.of()).find("movies").orElseThrow().definition();
    assertTrue(definition.json().contains("\"folding\":2"), definition::json);
    assertTrue(definition.isOfThisFormat());
    assertEquals(Listings.parse(json, Map.of()), Listings.parse(said, Map.of()));
    assertEquals(
        List.of("$.movies.sort.folding 16 must be 2, the one folding that there is"),
        ListingsTest.mistakes(said.replace(": 2", ": 16")));
    String other = definition.json().replace("\"folding\":2", "\"folding\":16");
    assertFalse(DefinitionReader.parse(other).isOfThisFormat());
    assertEquals(other, DefinitionReader.parse(other).json());
  }

  @Test
  void numbersNeedNotSayThatTheyAreStoredAsNumbers() {
    String epoch = ListingsTest.SMALLEST.replace("\"integer\"", "\"epochMillis\"");
    String said = epoch.replace("\"epochMillis\"", "\"epochMillis\", \"stored\": \"number\"");
    assertEquals(Listings.parse(epoch, Map.of()), Listings.parse(said, Map.of()));
  }
}
