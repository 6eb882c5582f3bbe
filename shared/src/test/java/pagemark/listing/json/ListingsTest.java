package pagemark.listing.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Order;
import pagemark.key.AttributeType;
import pagemark.key.BinarySort;
import pagemark.key.KeyAttribute;
import pagemark.listing.Attributes;
import pagemark.listing.Definitions;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.PageSize;

final class ListingsTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("TABLE_NAME", "comments");
  static final String SMALLEST =
      """
      { "movies": { "table": "ratings", "index": "byMovie", "group": {"attribute": "movie"},
                    "sort": {"attribute": "time", "type": "integer"},
                    "key": [{"attribute": "id"}], "attributes": "*" } }
      """;

  static List<String> mistakes(String json) {
    return assertThrows(InvalidListingsException.class, () -> Listings.parse(json, ENVIRONMENT))
        .mistakes()
        .stream()
        .map(Mistake::toString)
        .toList();
  }

  @Test
  void sortsAreListingsOfTheirOwn() {
    String sorts =
        SMALLEST.replace(
            "\"sort\": {\"attribute\": \"time\", \"type\": \"integer\"}",
            "\"sorts\": {\"new\": {\"attribute\": \"time\", \"type\": \"integer\", \"order\":"
                + " \"descending\"}, \"name\": {\"attribute\": \"n\", \"type\": \"string\"}}");
    Listings listings = Listings.parse(sorts, Map.of());
    assertEquals(List.of("movies", "movies@name"), List.copyOf(listings.byName().keySet()));
    List<Listing> both = listings.ofPath("movies");
    assertEquals(List.of("new", "name"), both.stream().map(Listing::sort).toList());
    assertEquals(Order.DESCENDING, both.getFirst().order());
    assertEquals(Order.ASCENDING, both.getLast().order());
    assertEquals(
        Listings.parse(SMALLEST, Map.of()).find("movies").orElseThrow().definition(),
        both.getFirst().definition());
    assertEquals("byMovie", both.getFirst().accesses().getFirst().index());
    assertEquals(List.of(), both.getLast().accesses());
    for (String[] wrong :
        new String[][] {
          {"\"new\"", "\"n w\"", "is named \"n w\""},
          {"\"sorts\"", "\"order\": \"ascending\", \"sorts\"", "order stands beside sorts"},
          {"\"sorts\"", "\"sort\": {}, \"sorts\"", "sort stands beside sorts"},
          {
            "\"sorts\"",
            "\"filters\": {\"sort\": {\"attribute\": \"a\", \"values\": [1]}}, \"sorts\"",
            "filters.sort has the name of the parameter that chooses one of sorts"
          }
        }) {
      List<String> mistakes = mistakes(sorts.replace(wrong[0], wrong[1]));
      assertEquals(1, mistakes.size(), mistakes::toString);
      assertTrue(mistakes.getFirst().contains(wrong[2]), mistakes::toString);
    }
  }

  @Test
  void theSampleIsReadWithItsTableFromTheEnvironment() {
    Listing comments =
        Listings.parse(Definitions.COMMENTS, ENVIRONMENT).find("comments").orElseThrow();
    assertEquals("comments", comments.definition().table());
    assertEquals("byProduct", comments.accesses().getFirst().index());
    assertEquals(Order.DESCENDING, comments.order());
    assertEquals(PageSize.DEFAULT, comments.pageSize());
    assertEquals(2, comments.definition().filters().size());
    assertTrue(covers(comments));
  }

  @Test
  void missingFieldsHaveDefaults() {
    Listing movies = Listings.parse(SMALLEST, Map.of()).find("movies").orElseThrow();
    assertEquals(Order.ASCENDING, movies.order());
    assertEquals(PageSize.DEFAULT, movies.pageSize());
    assertEquals(new Attributes.All(), movies.attributes());
    assertEquals(List.of(), movies.definition().filters());
    assertEquals(List.of(), movies.definition().cells());
    assertTrue(covers(movies));
  }

  @Test
  void reportsAllMistakesTogetherWithTheirPaths() {
    assertEquals(
        List.of(
            "$.Comments is named \"Comments\"; a name has 1 to 40 lower-case letters, digits and -,"
                + " with a letter first, and is neither health nor local",
            "$.Comments.colour is unknown. Valid fields: table, index, projection, partition,"
                + " where, group, sort, sorts, key, order, filters, expires, filterIndexes,"
                + " pageSize, attributes, groupClaim",
            "$.Comments.key is missing: must be a list of one or two key attributes",
            "$.Comments.sort.pattern \"dd.MM.uuuu\" has \"dd\" as field 1. Valid fields, in this"
                + " order: uuuu MM dd HH mm ss S (or SS, SSS). For other text use type string",
            "$.Comments.order \"newest\" must be one of ascending, descending, asc, desc",
            "$.Comments.pageSize.max 501 must be a whole number from 1 to 500",
            "$.Comments.pageSize.cells 513 must be a whole number from 1 to 512",
            "$.Comments.attributes is missing: must be a list of attribute names, or \"*\" for"
                + " all"),
        mistakes(
            """
            { "Comments": { "table": "tab", "colour": 1, "group": {"attribute": "g"},
                "sort": {"attribute": "s", "type": "datetime", "pattern": "dd.MM.uuuu"},
                "order": "newest", "pageSize": {"max": 501, "cells": 513} } }
            """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "[{\"attribute\": \"id\"}] | [] | $.movies.key [] must be a list of one or two key"
            + " attributes",
        "{\"attribute\": \"movie\"} | {\"attribute\": \"movie\", \"type\": \"number\", \"prefix\":"
            + " \"M#\"} | $.movies.group.prefix \"M#\" is valid only with type string",
        "{\"attribute\": \"movie\"} | [] | $.movies.group [] must be a list of 1 to 4 values; leave"
            + " it out to list the whole table as one group",
        "{\"attribute\": \"movie\"} | [{\"attribute\": \"a\"}, {\"attribute\": \"a\"}] |"
            + " $.movies.group [{\"attribute\":\"a\"},{\"attribute\":\"a\"}] names a value twice",
        "{\"attribute\": \"movie\"} | {\"attribute\": \"movie\", \"type\": \"uuid\"} |"
            + " $.movies.group.type \"uuid\" must be one of string, number, binary",
        "\"ratings\" | \"\" | $.movies.table \"\" must be a text of 1 to 255 characters",
        "\"ratings\" | \"${NOWHERE}\" | $.movies.table \"${NOWHERE}\" names the environment"
            + " variable NOWHERE, which is not set; ${NOWHERE:-VALUE} has a default",
        "\"ratings\" | 7 | $.movies.table 7 must be a text of 1 to 255 characters",
        "\"integer\" | \"float\" | $.movies.sort.type \"float\" must be one of datetime,"
            + " instant, epochSeconds, epochMillis, integer, number, string, text, binary, boolean",
        "\"integer\" | \"string\", \"folding\": 2 | $.movies.sort.folding 2 is valid only with"
            + " type text",
        "\"integer\" | \"integer\", \"stored\": \"string\" | $.movies.sort.stored \"string\" is"
            + " valid only with type epochSeconds or epochMillis",
        "\"integer\" | \"epochMillis\", \"stored\": \"text\" | $.movies.sort.stored \"text\" must"
            + " be one of number, string, any",
        "\"integer\" | \"integer\", \"pattern\": \"uuuu\" | $.movies.sort.pattern \"uuuu\" is"
            + " valid only with type datetime",
        "\"*\" | [] | $.movies.attributes [] must be a list of at least one attribute name",
        "\"*\" | [\"a\", \"a\"] | $.movies.attributes [\"a\",\"a\"] names an attribute twice",
        "\"*\" | \"*\", \"filters\": {\"page\": {\"attribute\": \"p\", \"values\": [1]}} |"
            + " $.movies.filters.page is named like a request parameter. Reserved names: at,"
            + " cursor, from, group, item, numbering, order, page, size, skip, to",
        "\"*\" | \"*\", \"filters\": {\"p\": {\"attribute\": \"p\", \"values\": [1, \"1\"]}} |"
            + " $.movies.filters.p.values [1,\"1\"] has two values with the same text",
        "\"*\" | \"*\", \"filters\": {\"p\": {\"attribute\": \"p\", \"values\": [\"other\"]}} |"
            + " $.movies.filters.p.values[0] \"other\" is reserved: other selects all values"
            + " that are not declared",
      })
  void reportsEachMistakeWithItsValueAndWhatIsValid(String part, String wrong, String mistake) {
    assertEquals(List.of(mistake), mistakes(SMALLEST.replace(part, wrong)));
  }

  @Test
  void everyTypeIsRead() {
    String types =
        "{\"attribute\": \"id\", \"type\": \"uuid\"}, {\"attribute\": \"n\", \"type\": \"ulid\"}";
    Listing movies =
        Listings.parse(
                SMALLEST
                    .replace("{\"attribute\": \"id\"}", types)
                    .replace("\"integer\"", "\"binary\"")
                    .replace("\"movie\"}", "\"movie\", \"type\": \"number\"}"),
                Map.of())
            .find("movies")
            .orElseThrow();
    IndexDefinition definition = movies.definition();
    assertEquals(new BinarySort(), definition.positions().sortType());
    assertEquals(AttributeType.NUMBER, definition.group().parts().getFirst().type());
    assertEquals(
        List.of(AttributeType.UUID, AttributeType.ULID),
        definition.positions().key().stream().map(KeyAttribute::type).toList());
    assertEquals(definition, DefinitionReader.parse(definition.json()));
  }

  @Test
  void aProjectionWithoutAnIndexIsRefused() {
    String json =
        SMALLEST
            .replace("\"index\": \"byMovie\",", "")
            .replace("\"*\"", "\"*\", \"projection\": \"keys\"");
    assertEquals(
        List.of(
            "$.movies.projection \"keys\" needs the field index: it says what that index carries"),
        mistakes(json));
  }

  /// It used to end with a NullPointerException.
  @Test
  void anObjectInPlaceOfAListIsAMistake() {
    List<String> mistakes = mistakes(SMALLEST.replaceFirst("\\[ *(\\{[^}]*}) *]", "$1"));
    assertEquals(1, mistakes.size(), mistakes::toString);
    assertTrue(
        mistakes.getFirst().endsWith("must be a list of one or two key attributes"),
        mistakes::toString);
  }

  @Test
  void moreThan512CellsAreRefused() {
    String values = "[1,2,3,4,5,6,7]";
    String filter = "\"%s\": {\"attribute\": \"a\", \"values\": " + values + "}";
    String three =
        "%s, %s, %s".formatted(filter.formatted("a"), filter.formatted("b"), filter.formatted("c"));
    String json = SMALLEST.replace("\"*\"", "\"*\", \"filters\": {" + three + "}");
    assertEquals(
        512,
        Listings.parse(json, Map.of()).find("movies").orElseThrow().definition().cells().size());
    assertEquals(
        List.of("$.movies.filters has 576 combinations of values (with other); the maximum is 512"),
        mistakes(json.replaceFirst("7]", "7,8]")));
  }

  @Test
  void refusesJsonThatIsNoObjectOfListings() {
    assertEquals(List.of("$ must be an object with at least one listing"), mistakes("{}"));
    assertEquals(List.of("$ must be an object with at least one listing"), mistakes("[]"));
    assertEquals(1, mistakes("").size());
    assertEquals(List.of("$.a 1 must be an object"), mistakes("{\"a\": 1}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"ratings\" | \"ra tings\" | table \"ra tings\" must be the name of a table, which has 3"
            + " to 255 letters, digits, _, . and -",
        "\"ratings\" | \"ra\" | table \"ra\" must be the name of a table, which has 3 to 255"
            + " letters, digits, _, . and -",
        "\"ratings\" | \"arn:aws:dynamodb:eu-west-1:1:table/ratings\" | table"
            + " \"arn:aws:dynamodb:eu-west-1:1:table/ratings\" is an ARN; write the table's name"
            + " alone: \"ratings\"",
        "\"byMovie\" | \"by movie\" | index \"by movie\" must be the name of an index, which has 3"
            + " to 255 letters, digits, _, . and -",
        "\"*\" | [\"*\"] | attributes [\"*\"] must be a list of attribute names; for all attributes"
            + " write \"attributes\": \"*\"",
        "\"*\" | \"*\", \"filters\": {\"m\": {\"attribute\": \"movie\", \"values\": [1]}} |"
            + " filters.m.attribute \"movie\" names the group, so it is the same for all items of a"
            + " group. Leave this filter out: the group of a request selects them",
        "{\"attribute\": \"id\"} | {\"attribute\": \"id\"}, {\"attribute\": \"id\", \"type\":"
            + " \"uuid\"} | key [{\"attribute\":\"id\"},{\"attribute\":\"id\",\"type\":\"uuid\"}]"
            + " names the attribute \"id\" twice; give the table's partition key, then its sort"
            + " key if it has one",
        "\"integer\" | \"Integer\" | sort.type \"Integer\" must be one of datetime,"
            + " instant, epochSeconds, epochMillis, integer, number, string, text, binary, boolean;"
            + " did you mean integer?",
        "\"attributes\" | \"attribute\": 1, \"attributes\" | attribute is unknown; did you mean"
            + " attributes? Valid fields: table, index, projection, partition, where, group, sort,"
            + " sorts, key, order, filters, expires, filterIndexes, pageSize, attributes,"
            + " groupClaim",
      })
  void saysWhatToWriteInstead(String part, String wrong, String mistake) {
    assertEquals(List.of("$.movies." + mistake), mistakes(SMALLEST.replace(part, wrong)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "where\": [] | where [] must be a condition, or a list of 1 to 10",
        "where\": \"x\" | where \"x\" must be a condition, or a list of 1 to 10",
        "where\": {\"attribute\": \"a\"} | where must have one of the fields values, not, prefix,"
            + " exists",
        "where\": [{\"attribute\": \"a\", \"prefix\": \"x\", \"exists\": true}] | where[0] must"
            + " have one of the fields values, not, prefix, exists",
        "where\": {\"attribute\": \"a\", \"exists\": 1} | where.exists 1 must be true or false",
        "where\": {\"exists\": true} | where.attribute is missing: must be a text of 1 to 255"
            + " characters",
        "where\": {\"path\": [], \"exists\": true} | where.path [] must be a list of 1 to 32 names,"
            + " from the item inwards",
        "where\": {\"attribute\": \"a\", \"path\": [\"a\"], \"exists\": true} | where.path stands"
            + " beside attribute; give one of them",
        "where\": {\"attribute\": \"a\", \"values\": [null]} | where.values[0] null must be a"
            + " number, true, false, or a text of at most 255 characters",
        "where\": {\"attribute\": \"a\", \"starts\": \"x\", \"exists\": true} | where.starts is"
            + " unknown. Valid fields: attribute, path, values, not, prefix, exists",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [1, 1]}} | filters.p.ranges[1] 1"
            + " must be larger than the border before it",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": []}} | filters.p.ranges [] must be a"
            + " list of at least one border",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [\"1\"]}} | filters.p.ranges[0]"
            + " \"1\" must be a number, or a time if the filter has a \"type\" of datetime,"
            + " instant, epochSeconds, epochMillis",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [\"2024-01-01\"], \"type\":"
            + " \"string\"}} | filters.p.type \"string\" must be one of datetime, instant,"
            + " epochSeconds, epochMillis",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [\"2024-01-01\"], \"type\":"
            + " \"datetime\"}} | filters.p.pattern is missing: must be a text of 1 to 255"
            + " characters",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [\"2024-01-01\"], \"type\":"
            + " \"epochMillis\", \"pattern\": \"uuuu\"}} | filters.p.pattern \"uuuu\" is valid only"
            + " with type datetime",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [1], \"pattern\": \"uuuu\"}} |"
            + " filters.p.pattern \"uuuu\" is valid only with type datetime",
        "filters\": {\"p\": {\"attribute\": \"a\", \"values\": [1], \"type\": \"epochMillis\"}} |"
            + " filters.p.type is valid only with ranges of times",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [1], \"type\": \"epochMillis\"}} |"
            + " filters.p.ranges[0] 1 must be a date such as 2024-01-01, or a time in UTC such as"
            + " 2024-01-01T07:40",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [\"2023-02-29\"], \"type\":"
            + " \"epochMillis\"}} | filters.p.ranges[0] \"2023-02-29\" must be a date such as"
            + " 2024-01-01, or a time in UTC such as 2024-01-01T07:40",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [\"2024-01-01\","
            + " \"2024-01-01T00:00\"], \"type\": \"epochMillis\"}} | filters.p.ranges[1]"
            + " \"2024-01-01T00:00\" must be larger than the border before it",
        "filters\": {\"p\": {\"attribute\": \"a\", \"ranges\": [1], \"values\": [1]}} |"
            + " filters.p.ranges stands beside values; give one of them",
        "filters\": {\"p\": {\"attribute\": \"a\", \"values\": [true, \"true\"]}} |"
            + " filters.p.values [true,\"true\"] has two values with the same text",
      })
  void saysWhatIsWrongWithConditionsAndFilters(String field, String mistake) {
    assertEquals(
        List.of("$.movies." + mistake),
        mistakes(SMALLEST.replace("\"attributes\"", "\"" + field + ", \"attributes\"")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"prefix", "during", "zone", "key", "bars", "key of any value"})
  void warnsOfAFilterWithTheNameOfALaterParameter(String kind) {
    String name = kind.split(" ", 2)[0];
    String values = kind.equals(name) ? "[1]" : "\"any\"";
    String filter =
        "\"*\", \"filters\": {\"%s\": {\"attribute\": \"a\", \"values\": %s}}"
            .formatted(name, values);
    String json = SMALLEST.replace("\"*\"", filter);
    assertEquals(
        List.of(
            new Mistake(
                "$.movies.filters." + name,
                "has the name of a request parameter. In this listing, %s= is the filter; rename the filter to have both"
                    .formatted(name))),
        Listings.parse(json, Map.of()).warnings());
    assertEquals(List.of(), Listings.parse(SMALLEST, Map.of()).warnings());
  }

  @Test
  void aStoredDefinitionIsReadWhateverRulesCameLater() {
    String stored =
        """
        {"keyFormat":7,"table":"my table","group":{"attribute":"g","type":"string"},\
        "sort":{"attribute":"s","type":"integer"},"key":[{"attribute":"k","type":"string"}],\
        "filters":{"f":{"attribute":"g","values":[1]}}}\
        """;
    assertEquals(stored, DefinitionReader.parse(stored).json());
  }

  @Test
  void aProjectionThatLacksAShownOrFilterAttributeDoesNotCover() {
    assertFalse(covers(projecting("\"keys\"")));
    assertFalse(covers(projecting("[\"rating\", \"language\", \"title\"]")));
    assertTrue(covers(projecting("[\"rating\", \"language\", \"title\", \"text\"]")));
  }

  private static Listing projecting(String projection) {
    String json =
        Definitions.COMMENTS.replace("\"projection\": \"all\"", "\"projection\": " + projection);
    return Listings.parse(json, ENVIRONMENT).find("comments").orElseThrow();
  }

  @Test
  void aTableWithoutListingsIsNamed() {
    Listings listings = Listings.parse(SMALLEST, ENVIRONMENT);
    assertEquals(
        "no listing is for the table orders; tables with listings: [ratings]. Write \"table\":"
            + " \"${TABLE_NAME:-ratings}\" into the listings, or deploy with the TableStreamArn of"
            + " such a table",
        assertThrows(IllegalArgumentException.class, () -> listings.requireOf("orders"))
            .getMessage());
  }

  /// A table that is restored has another name.
  @ParameterizedTest
  @CsvSource({"'', ratings", "restored, restored"})
  void aTableHasItsOwnNameUnlessTheEnvironmentHasAnother(String given, String table) {
    Map<String, String> environment = Map.of("TABLE_NAME", given);
    Listings listings =
        Listings.parse(SMALLEST.replace("\"ratings\"", "\"${TABLE_NAME:-ratings}\""), environment);
    assertEquals(1, listings.requireOf(table).size());
    assertEquals(Optional.empty(), Listings.fault(environment, listings.byName().values()));
    assertEquals(
        given.isEmpty(),
        Listings.fault(environment, Listings.parse(SMALLEST, environment).byName().values())
            .isEmpty());
  }

  @Test
  void theEnvironmentMayNameAFileOrHoldTheJson(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("other.json"), SMALLEST);
    Path nowhere = folder.resolve("nowhere.json");
    assertTrue(Listings.load(Map.of(), file).find("movies").isPresent());
    Map<String, String> path = Map.of("PAGEMARK_LISTINGS", file.toString());
    assertTrue(Listings.load(path, nowhere).find("movies").isPresent());
    Map<String, String> inline = Map.of("PAGEMARK_LISTINGS", SMALLEST);
    assertTrue(Listings.load(inline, nowhere).find("movies").isPresent());
    assertThrows(UncheckedIOException.class, () -> Listings.load(Map.of(), nowhere));
    Files.write(nowhere, new byte[] {(byte) 0xFF, (byte) 0xFE, '{', 0});
    assertEquals(
        "the listings file " + nowhere + " is not UTF-8 text",
        assertThrows(UncheckedIOException.class, () -> Listings.load(Map.of(), nowhere))
            .getMessage());
    Map<String, String> long_ = Map.of("PAGEMARK_LISTINGS", SMALLEST + " ".repeat(3000) + "\n{}");
    assertThrows(InvalidListingsException.class, () -> Listings.load(long_, nowhere));
  }

  private static boolean covers(Listing listing) {
    return listing.accesses().getFirst().projectionCovers(listing.attributes());
  }
}
