package pagemark.listing.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.entry.Group;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.listing.Access;
import pagemark.listing.Attributes;
import pagemark.listing.Definitions;
import pagemark.listing.Listing;
import pagemark.listing.Partitions;
import pagemark.listing.Projection;
import pagemark.listing.Selection;

final class PartitionsReaderTest {
  private static final String SHARDED =
      """
      "partition": {"attribute": "P", "template": "SHARD#{shard}#{group}", "shards": 4},
      """;
  private static final String BY_RATING =
      """
      "filterIndexes": [{"index": "byRating", "attribute": "R", "template": "{group}/{rating}"}],
      """;

  private static Listing listing(String fields) {
    return Listings.parse(
            Definitions.COMMENTS.replace("\"group\"", fields + "\"group\""),
            Map.of("TABLE_NAME", "comments"))
        .find("comments")
        .orElseThrow();
  }

  private static List<String> mistakes(String fields) {
    return assertThrows(InvalidListingsException.class, () -> listing(fields)).mistakes().stream()
        .map(Mistake::toString)
        .toList();
  }

  @Test
  void withoutBothFieldsTheOnlyAccessIsByGroup() {
    Listing comments = listing("");
    assertEquals(
        List.of(
            new Access(
                "byProduct",
                new Projection.All(),
                Partitions.byGroup(new KeyAttribute("PK2", AttributeType.STRING), ""),
                comments.definition())),
        comments.accesses());
  }

  @Test
  void theListingsOwnIndexComesBeforeItsFilterIndexes() {
    List<Access> accesses = listing(SHARDED + BY_RATING).accesses();
    assertEquals(List.of("byProduct", "byRating"), accesses.stream().map(Access::index).toList());
    assertEquals("P", accesses.get(0).partitions().attribute().name());
    assertEquals("R", accesses.get(1).partitions().attribute().name());
    assertEquals(new Projection.All(), accesses.get(1).projection());
  }

  @Test
  void neitherFieldIsPartOfTheIndexDefinition() {
    assertEquals(listing("").definition(), listing(SHARDED + BY_RATING).definition());
    assertEquals(listing("").definition().json(), listing(SHARDED + BY_RATING).definition().json());
  }

  @Test
  void eachIndexCoversByItself() {
    Listing comments =
        listing(
            SHARDED
                + BY_RATING.replace("\"attribute\"", "\"projection\": \"keys\", \"attribute\""));
    Access byRating = comments.accesses().getLast();
    assertTrue(covers(comments));
    assertFalse(byRating.projectionCovers(comments.attributes()));
    assertTrue(byRating.carries("R"));
    assertTrue(byRating.carries("SK"));
    assertTrue(byRating.carries("PK"));
    assertFalse(byRating.carries("PK2"));
    Attributes key = new Attributes.Only(List.of("PK"));
    assertFalse(byRating.projectionCovers(key), "a read needs the group too");
  }

  @Test
  void aTemplatedIndexThatLeavesTheGroupOutDoesNotCover() {
    String list =
        "\"projection\": [\"rating\", \"language\", \"title\", \"text\"%s], \"attribute\"";
    Listing without = listing(BY_RATING.replace("\"attribute\"", list.formatted("")));
    Listing with = listing(BY_RATING.replace("\"attribute\"", list.formatted(", \"PK2\"")));
    assertFalse(without.accesses().getLast().projectionCovers(without.attributes()));
    assertTrue(with.accesses().getLast().projectionCovers(with.attributes()));
  }

  @Test
  void aTableIsQueriedIfItsKeyIsPartitionAndSort() {
    String json =
        """
        { "a": { "table": "tab", "group": {"attribute": "g"}, %s
            "sort": {"attribute": "SK", "type": "string"},
            "key": [{"attribute": "PK"}, {"attribute": "SK"}], "attributes": "*" } }
        """;
    Listing sharded =
        Listings.parse(json.formatted(SHARDED.replace("\"P\"", "\"PK\"")), Map.of())
            .find("a")
            .orElseThrow();
    Listing plain = Listings.parse(json.formatted(""), Map.of()).find("a").orElseThrow();
    assertNull(sharded.accesses().getFirst().index());
    assertEquals(List.of(), plain.accesses());
    var e =
        assertThrows(
            InvalidListingsException.class,
            () -> Listings.parse(json.formatted(SHARDED), Map.of()));
    assertEquals(
        "$.a.partition.attribute \"P\" must be the first key attribute of the table and SK the"
            + " second if index is missing",
        e.mistakes().getFirst().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"P\" | \"PK2\" | attribute \"PK2\" is the group attribute, which holds only the group;"
            + " name another one",
        "\"P\" | \"SK\" | attribute \"SK\" is the sort attribute; name another one",
        "\"P\" | 7 | attribute 7 must be a text of 1 to 255 characters",
        "\"shards\": 4 | \"shards\": 65 | shards 65 must be a whole number from 2 to 64",
        "\"shards\": 4 | \"shards\": 1 | shards 1 must be a whole number from 2 to 64",
        ", \"shards\": 4 | | shards is missing: must be a whole number from 2 to 64, as the"
            + " template holds {shard}",
        "SHARD#{shard}# | SHARD# | shards 4 is valid only with {shard} in the template",
        "\"shards\": 4 | \"shards\": 4, \"of\": 1 | of is unknown. Valid fields: attribute,"
            + " template, shards",
        "#{group} | {group} | template \"SHARD#{shard}{group}\" needs a text between {shard} and"
            + " {group}, to tell them apart",
        "#{group} | 1{group} | template \"SHARD#{shard}1{group}\" has \"1\" after"
            + " {shard}, whose values may contain it",
        "#{group} | #{group}#{group} | template \"SHARD#{shard}#{group}#{group}\" has {group}"
            + " twice; each placeholder may occur once",
        "#{group} | #{rating} | template \"SHARD#{shard}#{rating}\" names {rating}. Valid names:"
            + " {group}, {shard}, {sort:PATTERN}",
        "#{group} | #}{group} | template \"SHARD#{shard}#}{group}\" has a brace that belongs to no"
            + " placeholder",
        "#{group} | #{sort:uuuuMMddHHmmss} | template \"SHARD#{shard}#{sort:uuuuMMddHHmmss}\" names"
            + " {sort:uuuuMMddHHmmss}, which is finer than the sort attribute's pattern uuuu-MM-dd"
            + " HH:mm",
        "#{group} | #{sort:uuuuMMddHHmmssS} | template \"SHARD#{shard}#{sort:uuuuMMddHHmmssS}\""
            + " names {sort:uuuuMMddHHmmssS}, which has a fraction of a second; the shortest"
            + " bucket is a second",
        "#{group} | #{sort:MMdd} | template \"SHARD#{shard}#{sort:MMdd}\" names {sort:MMdd}, which"
            + " has \"MM\" as field 1. Valid fields, in this order: uuuu MM dd HH mm ss S (or SS,"
            + " SSS). For other text use type string",
        "#{group} | #{sort:uuuu-MM}-{group} | template \"SHARD#{shard}#{sort:uuuu-MM}-{group}\""
            + " has \"-\" after {sort:uuuu-MM}, whose values may contain it",
      })
  void reportsEachMistakeOfThePartitionWithItsValueAndWhatIsValid(
      String part, String wrong, String mistake) {
    String replaced = SHARDED.replace(part, wrong == null ? "" : wrong);
    assertEquals(List.of("$.comments.partition." + mistake), mistakes(replaced));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"byRating\" | \"byProduct\" | [0].index \"byProduct\" is named twice",
        "{rating} | {rating}4{language} | [0].template \"{group}/{rating}4{language}\" has \"4\""
            + " after {rating}, whose values may contain it",
        "{rating} | all | [0].template \"{group}/all\" names no filter; the field index of the"
            + " listing is for whole groups",
        "\"R\" | \"R\", \"projection\": \"some\" | [0].projection \"some\" must be all, keys, or a"
            + " list of attribute names",
        "\"index\": \"byRating\", | | [0].index is missing: must be a text of 1 to 255 characters",
        "\"index\" | \"colour\": 1, \"index\" | [0].colour is unknown. Valid fields: index,"
            + " projection, attribute, template, shards",
        "}], | }, {\"index\": \"other\", \"attribute\": \"R\", \"template\": \"{rating}\"}], |"
            + " [1].attribute \"R\" has two templates, but an item has one value of it",
        "}], | }, {\"index\": \"byRating\", \"attribute\": \"S\", \"template\": \"{rating}\"}], |"
            + " [1].index \"byRating\" is named twice",
      })
  void reportsEachMistakeOfAFilterIndexWithItsValueAndWhatIsValid(
      String part, String wrong, String mistake) {
    String replaced = BY_RATING.replace(part, wrong == null ? "" : wrong);
    assertEquals(List.of("$.comments.filterIndexes" + mistake), mistakes(replaced));
  }

  @Test
  void refusesFilterIndexesThatAreNoListOfObjects() {
    assertEquals(
        List.of("$.comments.filterIndexes [] must be a list of at least one index"),
        mistakes("\"filterIndexes\": [], "));
    assertEquals(
        List.of("$.comments.filterIndexes[0] 1 must be an object"),
        mistakes("\"filterIndexes\": [1], "));
    assertEquals(
        List.of("$.comments.partition \"P\" must be an object"),
        mistakes("\"partition\": \"P\", "));
  }

  @Test
  void bucketsNeedADatetimeSort() {
    String json =
        """
        { "a": { "table": "tab", "index": "ind", "group": {"attribute": "g"},
            "partition": {"attribute": "P", "template": "{sort:uuuu}"},
            "sort": {"attribute": "s", "type": "integer"},
            "key": [{"attribute": "k", "type": "number"}], "attributes": "*" } }
        """;
    assertEquals(
        List.of(
            new Mistake(
                "$.a.partition.template",
                "\"{sort:uuuu}\" names {sort:uuuu}, which needs a sort attribute of type"
                    + " datetime, epochSeconds or epochMillis")),
        assertThrows(InvalidListingsException.class, () -> Listings.parse(json, Map.of()))
            .mistakes());
    assertEquals(
        List.of(
            "$.a.partition.attribute \"k\" must have type string in key, because a template makes"
                + " strings"),
        assertThrows(
                InvalidListingsException.class,
                () ->
                    Listings.parse(
                        json.replace("\"P\"", "\"k\"").replace("{sort:uuuu}", "{group}"), Map.of()))
            .mistakes()
            .stream()
            .map(Mistake::toString)
            .toList());
  }

  @Test
  void groupsThatNoQueryNamesAreReadByKey() {
    for (String group :
        List.of(
            "",
            "\"group\": [{\"attribute\": \"a\"}, {\"attribute\": \"b\"}],",
            "\"group\": {\"path\": [\"a\", \"b\"]},")) {
      assertEquals(List.of(), only(group, "").accesses());
      assertEquals(1, mistakes(group, "\"index\": \"all\",").size());
    }
  }

  @Test
  void anIndexOfAWholeTableNamesItsPartition() {
    Listing whole =
        only(
            "",
            "\"index\": \"all\", \"partition\": {\"attribute\": \"kind\", \"template\":"
                + " \"POST\"},");
    Partitions partitions = whole.accesses().getFirst().partitions();
    Selection all = Selection.whole(whole.definition());
    assertEquals(Optional.of(List.of("POST")), partitions.names(new Group(""), all, null, null));
    assertEquals(
        List.of(
            "$.a.index \"all\" needs the field group, or the field partition with the name of the"
                + " partition that has all items. Without index, items are read by key"),
        mistakes("", "\"index\": \"all\","));
    assertEquals(
        List.of(
            "$.a.partition.template \"{group}\" names {group}. Valid names: {shard},"
                + " {sort:PATTERN}"),
        mistakes(
            "",
            "\"index\": \"all\", \"partition\": {\"attribute\": \"kind\", \"template\":"
                + " \"{group}\"},"));
    assertEquals(
        List.of(
            "$.a.groupClaim \"sub\" needs the field group: without it every reader would see the"
                + " whole table"),
        mistakes("", "\"groupClaim\": \"sub\","));
  }

  private static Listing only(String group, String fields) {
    return Listings.parse(json(group, fields), Map.of()).find("a").orElseThrow();
  }

  private static List<String> mistakes(String group, String fields) {
    return ListingsTest.mistakes(json(group, fields));
  }

  private static String json(String group, String fields) {
    return """
    { "a": { "table": "tab", %s %s "sort": {"attribute": "s", "type": "integer"},
        "key": [{"attribute": "id"}], "attributes": "*" } }
    """
        .formatted(group, fields);
  }

  private static boolean covers(Listing listing) {
    return listing.accesses().getFirst().projectionCovers(listing.attributes());
  }
}
