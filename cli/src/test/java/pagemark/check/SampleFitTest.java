package pagemark.check;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.check.Finding.Verdict;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The story: a check said that all fits, and pages were empty or in the wrong order.
final class SampleFitTest {
  private static final String SORT = "{\"attribute\": \"s\", \"type\": \"string\"}";

  /// @param fields of the listing, with a comma before them
  private static Listing listing(String sort, String fields) {
    String json =
        """
        {"l": {"table": "tab", "group": {"attribute": "g"}, "sort": %s,
          "key": [{"attribute": "k"}], "attributes": "*"%s}}
        """
            .formatted(sort, fields);
    return Listings.parse(json, Map.of()).find("l").orElseThrow();
  }

  /// 20 items, of which every second one has other values.
  private static List<Map<String, AttributeValue>> items() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Map<String, AttributeValue> item = item("alice", "note %d".formatted(i), i);
      item.put("rating", fromN(i % 2 == 0 ? "1" : "2.0"));
      item.put("code", fromS(i % 2 == 0 ? "1" : "2"));
      item.put("done", fromBool(i % 2 == 0));
      item.put("meta", fromM(Map.of("color", fromS(i % 2 == 0 ? "red" : "blue"))));
      item.put("tags", fromSs(List.of("a", "b")));
      item.put("parts", fromL(List.of(fromS("a"))));
      item.put("status", fromS(i % 2 == 0 ? "OPEN" : "PAID"));
      item.put("a.b", fromS("x"));
      items.add(item);
    }
    return items;
  }

  private static Map<String, AttributeValue> item(String group, String sort, int key) {
    return new HashMap<>(Map.of("g", fromS(group), "s", fromS(sort), "k", fromS("k" + key)));
  }

  private static List<Finding> found(String fields) {
    return SampleFit.judge(listing(SORT, ", " + fields), items());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"attribute\": \"rating\", \"values\": [\"1\", \"2\"] | Write 1, 2.0 instead of \"1\","
            + " \"2\", as items have it",
        "\"attribute\": \"code\", \"values\": [1, 2] | Write \"1\", \"2\" instead of 1, 2, as items"
            + " have it",
        "\"attribute\": \"done\", \"values\": [\"true\"] | Write true instead of \"true\", as items"
            + " have it",
        "\"attribute\": \"status\", \"values\": [\"open\"] | Write \"OPEN\" instead of \"open\", as"
            + " items have it",
        "\"attribute\": \"meta.color\", \"values\": [\"red\"] | Write \"path\": [\"meta\","
            + " \"color\"] instead of \"attribute\": it goes into the map meta",
        "\"path\": [\"a\", \"b\"], \"values\": [\"x\"] | Write \"attribute\": \"a.b\" instead of"
            + " \"path\": it is the name of an attribute",
        "\"attribute\": \"Status\", \"values\": [\"OPEN\"] | Write status instead of Status, as"
            + " items have it",
        "\"attribute\": \"tags\", \"values\": [\"a\"] | tags is a set (SS), which equals no text"
            + " and no number. Write \"values\": \"any\", \"each\": true instead of values: then"
            + " readers may ask for any element",
        "\"attribute\": \"parts\", \"values\": [\"a\"] | parts is a list (L), which equals no text"
            + " and no number. Write \"values\": \"any\", \"each\": true instead of values: then"
            + " readers may ask for any element",
        "\"attribute\": \"meta\", \"values\": [\"red\"] | meta is a map: write a \"path\" into it,"
            + " such as [\"meta\", \"color\"]",
        "\"attribute\": \"status\", \"values\": [\"SENT\"] | status is \"OPEN\" (S), \"PAID\" (S)",
        "\"attribute\": \"none\", \"values\": [\"x\"] | No item has none",
        "\"attribute\": \".\", \"values\": [\"x\"] | No item has .",
        "\"attribute\": \"parts\", \"values\": [\"\"] | parts is a list (L), which equals no text"
            + " and no number. Write \"values\": \"any\", \"each\": true instead of values: then"
            + " readers may ask for any element",
        "\"attribute\": \"code\", \"ranges\": [10] | code is \"1\" (S), \"2\" (S)",
      })
  void whatMatchesNothingIsNoFit(String filterOrCondition, String remedy) {
    List<Finding> filter = found("\"filters\": {\"f\": {%s}}".formatted(filterOrCondition));
    assertEquals(
        List.of(
            new Finding(
                "l",
                Finding.Verdict.PARTLY,
                "filters",
                "no item of 20 items has a declared value of the filter f",
                remedy)),
        filter);
    if (filterOrCondition.contains("values")) {
      List<Finding> where = found("\"where\": {%s}".formatted(filterOrCondition));
      assertEquals(1, where.size(), where::toString);
      assertTrue(where.getFirst().text().startsWith("no item of 20 items meets the condition: "));
      assertEquals(
          remedy.replaceFirst(
              "Write \"values\": \"any\".*",
              "Store one value in an attribute of its own, and declare that"),
          where.getFirst().remedy());
    }
  }

  /// Mappers write NULL for a value that is missing.
  @Test
  void nullsAreCountedAsMissing() {
    List<Map<String, AttributeValue>> items = items();
    for (int i = 0; i < 8; i++) {
      items.get(i).put("deletedAt", i < 5 ? fromNul(true) : fromS("2024"));
    }
    items.getLast().put("s", fromNul(true));
    String condition = ", \"where\": {\"attribute\": \"deletedAt\", \"exists\": false}";
    List<Finding> findings = SampleFit.judge(listing(SORT, condition), items);
    assertTrue(findings.stream().allMatch(Finding::isOk), findings::toString);
    List<String> texts = findings.stream().map(Finding::text).toList();
    for (String told :
        List.of("5 of 20 items have NULL for deletedAt", "1 of 20 items have NULL for s")) {
      assertTrue(texts.contains(told + ", which counts as missing"), texts::toString);
    }
  }

  /// Every item meets these conditions, as they look at something that no item has.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"attribute\": \"meta.color\", \"exists\": false | no item of 20 items has meta.color |"
            + " Write \"path\": [\"meta\", \"color\"] instead of \"attribute\": it goes into the"
            + " map meta",
        "\"attribute\": \"Status\", \"not\": [\"PAID\"] | no item of 20 items has Status | Write"
            + " status instead of Status, as items have it",
        "\"attribute\": \"status\", \"not\": [\"paid\"] | 20 of 20 items meet the condition: status"
            + " is not paid, and some values are declared in another form than items have | Write"
            + " \"PAID\" instead of \"paid\", as items have it",
        "\"attribute\": \"status\", \"values\": [\"OPEN\", \"paid\"] | 10 of 20 items meet the"
            + " condition: status is OPEN or paid, and some | Write \"PAID\" instead of \"paid\","
            + " as items have it",
      })
  void whatCannotMatchIsToldThoughItemsAreListed(String condition, String text, String remedy) {
    List<Finding> found =
        found("\"where\": {%s}".formatted(condition)).stream()
            .filter(finding -> !finding.isOk())
            .toList();
    assertEquals(1, found.size(), found::toString);
    assertEquals(Verdict.PARTLY, found.getFirst().verdict());
    assertTrue(found.getFirst().text().startsWith(text), found::toString);
    assertEquals(remedy, found.getFirst().remedy());
  }

  @Test
  void sharesAreTold() {
    List<Finding> found =
        found(
            """
            "where": {"attribute": "status", "values": ["OPEN", "open"]},
            "filters": {"rating": {"attribute": "rating", "values": [1, 5]},
              "color": {"path": ["meta", "color"], "values": ["red", "blue"]}}
            """);
    assertEquals(
        List.of(
            "items: 10 of 20 items fit, and 10 lack g or s, or do not meet a condition: they are"
                + " not in this listing",
            "where: 10 of 20 items meet the condition: status is OPEN or open",
            "filters: 10 of 10 items have a declared value of the filter rating",
            "filters: 10 of 10 items have a declared value of the filter color"),
        found.stream().map(finding -> finding.part() + ": " + finding.advice()).toList());
    assertTrue(found.stream().allMatch(Finding::isOk));
  }

  /// The filter is about the items that are listed, whatever the others have.
  @Test
  void itemsOutsideOfTheListingSayNothingOfItsFilters() {
    List<Finding> found =
        found(
            """
            "where": {"attribute": "status", "values": ["OPEN"]},
            "filters": {"f": {"attribute": "status", "values": ["OPEN", "paid"]}}
            """);
    assertTrue(found.stream().allMatch(Finding::isOk), found::toString);
  }

  /// @param sorts stand in turn
  private static List<Finding> sorted(String sort, String... sorts) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      items.add(item("alice", sorts[i % sorts.length], i));
    }
    return SampleFit.judge(listing(sort, ""), items);
  }

  @Test
  void timesInSeveralFormsAreTold() {
    List<Finding> found =
        sorted(
            SORT,
            "2024-05-01T07:40:00Z",
            "2024-05-02T07:40:00Z",
            "2024-05-01T09:40:00+02:00",
            "2024-05-01T07:40:00.123Z",
            "2024-05-01",
            "01.05.2024");
    assertEquals(
        List.of(
            new Finding(
                "l",
                Finding.Verdict.PARTLY,
                "sort",
                "`sort` is string, and s has times in 5 forms, such as \"2024-05-01T07:40:00Z\","
                    + " \"2024-05-01T09:40:00+02:00\", \"2024-05-01T07:40:00.123Z\","
                    + " \"2024-05-01\": they are ordered as texts, not by time",
                "Store them all in one form, and declare it as the `pattern` of type datetime")),
        found);
  }

  @Test
  void timesOfIsoInSeveralFormsHaveATypeOfTheirOwn() {
    assertEquals(
        "Use \"type\": \"instant\" for `sort`, without `index`: items are read by key",
        sorted(SORT, "2024-05-01T07:40:00Z", "2024-05-01").getFirst().remedy());
  }

  @ParameterizedTest
  @CsvSource({"1714549200, epochSeconds", "1714549200123, epochMillis"})
  void unixTimeAsTextIsTold(String text, String type) {
    assertEquals(
        List.of(
            new Finding(
                "l",
                Finding.Verdict.PARTLY,
                "sort",
                "`sort` is string, and s is Unix time as text, such as \"%s\": a date in `at`, `from` or `to` leads elsewhere"
                    .formatted(text),
                "Use \"type\": \"%s\", \"stored\": \"string\" for `sort`, without `index`: items are read by key"
                    .formatted(type))),
        sorted(SORT, text));
  }

  @Test
  void unixTimeInTwoFormsIsTold() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      items.add(item("alice", "1714549200", i));
      items.getLast().computeIfPresent("s", (_, text) -> items.size() < 3 ? text : fromN(text.s()));
    }
    String sort = "{\"attribute\": \"s\", \"type\": \"epochSeconds\"%s}";
    assertEquals(
        List.of(
            new Finding(
                "l",
                Finding.Verdict.PARTLY,
                "items",
                "2 of 20 items cannot be listed: s must be a number (N), but s is \"1714549200\" in"
                    + " {k: \"k0\"}",
                "Use \"type\": \"epochSeconds\", \"stored\": \"any\" for `sort`, without `index`:"
                    + " items are read by key")),
        SampleFit.judge(listing(sort.formatted(""), ""), items));
    List<Finding> fit =
        SampleFit.judge(listing(sort.formatted(", \"stored\": \"any\""), ""), items);
    assertTrue(fit.stream().allMatch(Finding::isOk), fit::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-05-01T07:40:00Z,2024-05-02T07:40:00Z",
        "2024-05-01,ORDER#1",
        "ORDER#1,ORDER#22",
        "0000000001,0000000002",
        "1714549200,x",
      })
  void otherTextsAreNot(String texts) {
    List<Finding> found = sorted(SORT, texts.split(","));
    assertTrue(found.stream().allMatch(Finding::isOk), found::toString);
  }

  private static List<Finding> grouped(String sort, String fields, IntFunction<String> group) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      items.add(item(group.apply(i), "2024-05-%02d 07:40".formatted(1 + i % 20), i));
    }
    return SampleFit.judge(listing(sort, fields), items);
  }

  private static Finding group(String text, String partition) {
    return new Finding(
        "l",
        Finding.Verdict.PARTLY,
        "group",
        text,
        "To page through all of them, give items an attribute with the name alone for `group`, and declare \"partition\": { \"attribute\": \"g\", \"template\": %s } as in docs/partitions.md"
            .formatted(partition));
  }

  private static List<Finding> shards(String example, String template) {
    return List.of(
        group(
            "the groups have the numbers 0 to 7 in them, like \"%s\": that looks like write shards, and each is a group of its own"
                .formatted(example),
            "\"%s\", \"shards\": 8".formatted(template)));
  }

  @Test
  void writeShardsAreTold() {
    assertEquals(shards("user#0", "{group}#{shard}"), grouped(SORT, "", i -> "user#" + i % 8));
    assertEquals(
        shards("a.00", "{group}.{shard:00}"),
        grouped(SORT, "", i -> "%s.0%d".formatted(i % 3 == 0 ? "a" : "b", i % 8)));
    assertEquals(
        shards("SHARD#0#alice", "SHARD#{shard}#{group}"),
        grouped(SORT, "", i -> "SHARD#%d#%s".formatted(i % 8, i % 3 == 0 ? "alice" : "bob")));
    assertEquals(shards("0/alice", "{shard}/{group}"), grouped(SORT, "", i -> i % 8 + "/alice"));
  }

  private static List<Finding> buckets(String example, String template) {
    return List.of(
        group(
            "the groups have the date of their items, like \"%s\": each is a group of its own, and pages end with it"
                .formatted(example),
            "\"%s\"".formatted(template)));
  }

  @Test
  void bucketsAreTold() {
    String datetime =
        "{\"attribute\": \"s\", \"type\": \"datetime\", \"pattern\": \"uuuu-MM-dd HH:mm\"}";
    for (String sort : List.of(SORT, datetime)) {
      assertEquals(
          buckets("alice#2024-05-01", "{group}#{sort:uuuu-MM-dd}"),
          grouped(sort, "", i -> "alice#2024-05-%02d".formatted(1 + i % 20)));
    }
    assertEquals(
        buckets("20240501", "{sort:uuuuMMdd}"),
        grouped(datetime, "", i -> "202405%02d".formatted(1 + i % 20)));
    List<Map<String, AttributeValue>> months = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String month = "2024-%02d".formatted(1 + i % 12);
      months.add(item(month + "/alice", month + "-01 07:40", i));
    }
    assertEquals(
        buckets("2024-01/alice", "{sort:uuuu-MM}/{group}"),
        SampleFit.judge(listing(datetime, ""), months));
  }

  /// Such a sort value has no date, so no template makes the group of it.
  @Test
  void daysWhoseItemsHaveOnlyATimeOfDayAreTold() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String day = "alice#2024-05-%02d".formatted(1 + i % 5);
      items.add(item(day, "%02d:40:00".formatted(i), i));
    }
    List<Finding> found = SampleFit.judge(listing(SORT, ""), items);
    assertEquals(1, found.size(), found::toString);
    assertEquals(Finding.Verdict.PARTLY, found.getFirst().verdict());
    assertTrue(
        found
            .getFirst()
            .text()
            .startsWith(
                "the groups have the days of their items, like \"alice#2024-05-01\", and s is"
                    + " only"),
        found.getFirst().text());
    items.replaceAll(item -> item(requireNonNull(item.get("g")).s(), "25:40:00", 1));
    assertTrue(SampleFit.judge(listing(SORT, ""), items).stream().allMatch(Finding::isOk));
  }

  @Test
  void groupsThatCountThingsAreNot() {
    List<IntFunction<String>> groups =
        List.of(
            i -> "user#" + (1 + i % 8),
            i -> "user#" + 2 * (i % 8),
            i -> "user#" + i % 3,
            i -> "user#%d#0".formatted(i),
            i -> "user" + i % 8,
            i -> "user%d#%d".formatted(i, i % 8),
            i -> "alice",
            i -> "" + i % 8,
            i -> "alice#2023-05-%02d".formatted(1 + i % 20),
            i -> "alice#2024-05-01 to 2024-05-02 at " + i);
    for (IntFunction<String> group : groups) {
      List<Finding> found = grouped(SORT, "", group);
      assertTrue(found.stream().allMatch(Finding::isOk), found::toString);
    }
    String partition =
        ", \"index\": \"byP\", \"partition\": {\"attribute\": \"p\", \"template\":"
            + " \"{group}#{shard}\", \"shards\": 8}";
    List<Finding> declared = grouped(SORT, partition, i -> "user#" + i % 8);
    assertTrue(declared.stream().noneMatch(f -> f.part().equals("group")), declared::toString);
  }
}
