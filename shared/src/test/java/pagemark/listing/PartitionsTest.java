package pagemark.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.entry.Group;
import pagemark.index.Extent;
import pagemark.key.AttributePath;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.listing.Partitions.TemplatePart;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class PartitionsTest {
  private static final Group SHIRT = new Group("SHIRT");
  private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");
  private static final IndexDefinition COMMENTS = Definitions.comments().definition();
  private static final Selection WHOLE = Selection.whole(COMMENTS);

  private static Partitions own(String template, String more) {
    return partitions("\"partition\": {%s}, ", template, more, 0);
  }

  private static Partitions filtered(String template, String more) {
    return partitions("\"filterIndexes\": [{\"index\": \"further\", %s}], ", template, more, 1);
  }

  private static Partitions partitions(String field, String template, String more, int access) {
    String fields =
        field.formatted("\"attribute\": \"P\", \"template\": \"%s\"%s".formatted(template, more));
    return Listings.parse(
            Definitions.COMMENTS.replace("\"group\"", fields + "\"group\""),
            Map.of("TABLE_NAME", "comments"))
        .find("comments")
        .orElseThrow()
        .accesses()
        .get(access)
        .partitions();
  }

  private static Selection choosing(List<Integer> ratings, List<Integer> languages) {
    return new Selection(
        List.of(
            new Choice(COMMENTS.filters().get(0), new TreeSet<>(ratings)),
            new Choice(COMMENTS.filters().get(1), new TreeSet<>(languages))));
  }

  private static Optional<List<String>> names(Partitions partitions, String low, String high) {
    return partitions.names(SHIRT, WHOLE, fromS(low), fromS(high));
  }

  @Test
  void aGroupIsItsOwnPartitionWithoutATemplate() {
    Partitions byGroup = Partitions.byGroup(new KeyAttribute("PK2", AttributeType.STRING), "");
    assertEquals(Optional.of(List.of("SHIRT")), byGroup.names(SHIRT, WHOLE, null, null));
    assertEquals(fromS("SHIRT"), byGroup.value("SHIRT"));
    assertTrue(byGroup.serve(SHIRT, WHOLE));
    assertTrue(byGroup.serve(SHIRT, choosing(List.of(1), List.of(0))));
    assertEquals(WHOLE, byGroup.read(COMMENTS, choosing(List.of(1), List.of(0))));
    Partitions numbers = Partitions.byGroup(new KeyAttribute("n", AttributeType.NUMBER), "");
    assertEquals(fromN("7"), numbers.value("7"));
    Partitions prefixed =
        Partitions.byGroup(new KeyAttribute("PK", AttributeType.STRING), "CUSTOMER#");
    assertEquals(Optional.of(List.of("CUSTOMER#SHIRT")), prefixed.names(SHIRT, WHOLE, null, null));
  }

  @ParameterizedTest
  @CsvSource({"epochSeconds, 1", "epochMillis, 1000"})
  void daysAreThoseOfUnixTimeToo(String type, long second) {
    Partitions days =
        Listings.parse(
                """
                { "orders": { "table": "orders", "index": "byDay",
                    "partition": { "attribute": "P", "template": "{group}#{sort:uuuuMMdd}" },
                    "group": { "attribute": "customer" },
                    "sort": { "attribute": "at", "type": "%s" },
                    "key": [ { "attribute": "id" } ], "attributes": "*" } }
                """
                    .formatted(type),
                Map.of())
            .find("orders")
            .orElseThrow()
            .accesses()
            .getFirst()
            .partitions();
    long leapDay = 1_709_164_800;
    AttributeValue low = fromN(Long.toString(leapDay * second - 1));
    AttributeValue high = fromN(Long.toString((leapDay + 86_400) * second));
    Selection whole = new Selection(List.of());
    assertEquals(
        Optional.of(List.of("rita#20240228", "rita#20240229", "rita#20240301")),
        days.names(new Group("rita"), whole, low, high));
  }

  @Test
  void shardsAreCountedFromZeroAndPadded() {
    assertEquals(
        Optional.of(List.of("SHARD#0#SHIRT", "SHARD#1#SHIRT", "SHARD#2#SHIRT")),
        own("SHARD#{shard}#{group}", ", \"shards\": 3").names(SHIRT, WHOLE, null, null));
    List<String> padded =
        own("{group}_{shard:00}", ", \"shards\": 11").names(SHIRT, WHOLE, null, null).orElseThrow();
    assertEquals(11, padded.size());
    assertEquals("SHIRT_00", padded.getFirst());
    assertEquals("SHIRT_10", padded.getLast());
  }

  @Test
  void aFilterIndexServesOnlySelectionsOfDeclaredValues() {
    Partitions byRating = filtered("{group}/{rating}", "");
    assertFalse(byRating.serve(SHIRT, WHOLE));
    assertFalse(byRating.serve(SHIRT, choosing(List.of(0, 4), List.of(0, 1, 2, 3))));
    assertFalse(byRating.serve(new Group("A/B"), choosing(List.of(4), List.of(1))));
    Selection some = choosing(List.of(4, 5), List.of(1));
    assertTrue(byRating.serve(SHIRT, some));
    assertEquals(
        Optional.of(List.of("SHIRT/4", "SHIRT/5")), byRating.names(SHIRT, some, null, null));
    assertEquals(choosing(List.of(4, 5), List.of(0, 1, 2, 3)), byRating.read(COMMENTS, some));
  }

  @Test
  void aTemplateOfAllFiltersReadsTheSelectionItself() {
    Partitions byBoth = filtered("{language}#{rating}#{shard}#{group}", ", \"shards\": 2");
    Selection some = choosing(List.of(4, 5), List.of(2));
    assertEquals(some, byBoth.read(COMMENTS, some));
    assertEquals(4, byBoth.count(some));
    assertEquals(
        Optional.of(List.of("en#4#0#SHIRT", "en#4#1#SHIRT", "en#5#0#SHIRT", "en#5#1#SHIRT")),
        byBoth.names(SHIRT, some, null, null));
  }

  @Test
  void aGroupThatMakesANameAmbiguousIsNotServed() {
    assertTrue(own("{shard}#{group}", ", \"shards\": 2").serve(new Group("a#b"), WHOLE));
    assertFalse(own("{group}#{shard}", ", \"shards\": 2").serve(new Group("a#b"), WHOLE));
    assertTrue(own("{group}#end", "").serve(new Group("a#b"), WHOLE));
  }

  @Test
  void aNameLongerThanAPartitionKeyIsNotServed() {
    Partitions sharded = own("{shard}#{group}", ", \"shards\": 11");
    assertTrue(sharded.serve(new Group("g".repeat(2045)), WHOLE));
    assertFalse(sharded.serve(new Group("g".repeat(2046)), WHOLE));
    Partitions binary = Partitions.byGroup(new KeyAttribute("b", AttributeType.BINARY), "");
    assertTrue(binary.serve(new Group("A".repeat(2700)), WHOLE));
  }

  @Test
  void bucketsCoverARangeInAscendingOrder() {
    Partitions days = own("{group}#{sort:uuuuMMdd}", "");
    assertEquals(
        Optional.of(List.of("SHIRT#20240228", "SHIRT#20240229", "SHIRT#20240301")),
        names(days, "2024-02-28 23:59", "2024-03-01 00:00"));
    assertEquals(Optional.of(List.of()), names(days, "2024-03-01 00:00", "2024-02-28 00:00"));
    assertEquals(Optional.empty(), days.names(SHIRT, WHOLE, null, fromS("2024-02-28 00:00")));
    assertEquals(Optional.empty(), days.names(SHIRT, WHOLE, fromS("2024-02-28 00:00"), null));
    assertThrows(
        IllegalArgumentException.class, () -> names(days, "2024-02-28", "2024-02-28 00:00"));
  }

  @Test
  void moreThan512NamesGiveNoResult() {
    Partitions days = own("{sort:uuuuMMdd}", "");
    assertEquals(512, names(days, "2024-01-01 00:00", "2025-05-26 00:00").orElseThrow().size());
    assertEquals(Optional.empty(), names(days, "2024-01-01 00:00", "2025-05-27 00:00"));
    Partitions sharded = own("{shard}/{sort:uuuuMMdd}", ", \"shards\": 64");
    assertEquals(512, names(sharded, "2024-01-01 00:00", "2024-01-08 00:00").orElseThrow().size());
    assertEquals(Optional.empty(), names(sharded, "2024-01-01 00:00", "2024-01-09 00:00"));
  }

  @Test
  void bucketsHaveNeighboursFromYear0To9999() {
    Partitions months = own("{sort:uuuu-MM}", "");
    assertTrue(months.areBuckets());
    AttributeValue may = fromS("2024-05-31 14:30");
    assertEquals(Optional.of(fromS("2024-06-01 00:00")), months.beside(may, true));
    assertEquals(Optional.of(fromS("2024-04-01 00:00")), months.beside(may, false));
    assertEquals(Optional.empty(), months.beside(fromS("9999-12-31 23:59"), true));
    assertEquals(Optional.empty(), months.beside(fromS("0000-01-01 00:00"), false));
    Partitions sharded = own("{shard}/{group}", ", \"shards\": 2");
    assertFalse(sharded.areBuckets());
    assertEquals(Optional.empty(), sharded.beside(may, true));
  }

  /// No partition key is empty.
  @Test
  void anEmptyValueAloneNamesNoPartition() {
    FilterValue empty = new FilterValue.Text("");
    Filter filter = new Filter("st", AttributePath.of("st"), List.of(empty));
    KeyAttribute attribute = new KeyAttribute("P", AttributeType.STRING);
    TemplatePart value = new TemplatePart.Value(filter);
    Selection chosen = new Selection(List.of(new Choice(filter, 1)));
    assertFalse(new Partitions(attribute, List.of(value)).serve(SHIRT, chosen));
    List<TemplatePart> behind = List.of(new TemplatePart.GroupName(), value);
    assertTrue(new Partitions(attribute, behind).serve(SHIRT, chosen));
  }

  @ParameterizedTest
  @CsvSource({"uuuuMMdd", "uuuu-MM", "uuuu", "uuuuMMdd'T'HH", "uuuuMMddHHmm"})
  void everyMinuteOfARangeIsInItsBuckets(String pattern) {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    Partitions buckets = own("{shard:00}/{sort:%s}/{group}".formatted(pattern), ", \"shards\": 2");
    DateTimeFormatter formatter = DateTimeFormatter.ofPattern(pattern);
    int minutesMax = pattern.endsWith("mm") ? 255 : pattern.endsWith("HH") ? 14_000 : 100_000;
    for (int round = 0; round < Extent.of(5, 20); round++) {
      LocalDateTime low =
          LocalDateTime.of(1999, 1, 1, 0, 0).plusMinutes(random.nextInt(20_000_000));
      int minutes = random.nextInt(minutesMax);
      Set<String> texts = new LinkedHashSet<>();
      for (int i = 0; i <= minutes; i++) {
        texts.add(low.plusMinutes(i).format(formatter));
      }
      List<String> expected = new ArrayList<>();
      texts.forEach(
          text -> expected.addAll(List.of("00/" + text + "/SHIRT", "01/" + text + "/SHIRT")));
      assertEquals(
          Optional.of(expected),
          names(buckets, low.format(MINUTES), low.plusMinutes(minutes).format(MINUTES)));
    }
  }
}
