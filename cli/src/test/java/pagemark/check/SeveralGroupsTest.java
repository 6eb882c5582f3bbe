package pagemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.check.Finding.Verdict;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What a check tells of items that can be in several groups.
final class SeveralGroupsTest {
  private static final String TAGS = "\"attribute\": \"tags\", \"each\": true";

  private static List<Finding> found(
      List<Map<String, AttributeValue>> items, String group, String filters) {
    String json =
        """
        {"l": {"table": "tab", "group": {%s}, "sort": {"attribute": "at", "type": "integer"},
          "key": [{"attribute": "k"}], %s "attributes": "*"}}
        """
            .formatted(group, filters.isEmpty() ? "" : "\"filters\": {" + filters + "},");
    Listing listing = Listings.parse(json, Map.of()).find("l").orElseThrow();
    return SampleFit.judge(listing, items);
  }

  /// Ten posts: one of four tags, the others have two; four have an author, all a list of editors.
  private static List<Map<String, AttributeValue>> posts() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Map<String, AttributeValue> item = new HashMap<>();
      item.put("k", fromS("k" + i));
      item.put("at", fromN(String.valueOf(i)));
      item.put("tags", fromSs(i == 0 ? List.of("a", "b", "c", "d") : List.of("a", "b")));
      item.put("editors", fromL(List.of(fromS("rita"))));
      item.put("team", fromS("red"));
      item.put("meta", fromM(Map.of("color", fromS("red"))));
      if (i < 4) {
        item.put("author", fromS("tom"));
      }
      items.add(item);
    }
    return items;
  }

  private static Finding filter(String json) {
    return found(posts(), TAGS, "\"f\": {\"values\": \"any\", %s}".formatted(json)).stream()
        .filter(finding -> finding.part().equals("filters"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void countsTheEntriesOfItemsAndSaysWhatTheyCost() {
    List<Finding> found =
        found(posts(), TAGS, "\"author\": {\"attribute\": \"author\", \"values\": \"any\"}");
    assertTrue(found.stream().allMatch(Finding::isOk), found::toString);
    assertEquals("10 of 10 items fit", found.get(0).text());
    assertEquals("4 of 10 items have a value of the open filter author", found.get(1).text());
    // 4 × 2 of the first, 2 × 2 of three, 2 of six
    assertTrue(
        found
            .get(2)
            .text()
            .startsWith("an item has 3.2 entries in the index on average, 8 at most."),
        found.get(2).text());
    assertEquals(3, found.size());
  }

  @Test
  void aListingOfOneGroupAnItemIsToldNothingOfIt() {
    List<Finding> found = found(posts(), "\"attribute\": \"team\"", "");
    assertEquals(1, found.size(), found::toString);
  }

  @Test
  void eachNeedsAListOrSet() {
    List<Finding> found = found(posts(), "\"attribute\": \"team\", \"each\": true", "");
    Finding group = found.getFirst();
    assertEquals(Verdict.PARTLY, group.verdict());
    assertEquals(
        "10 of 10 items have no list or set at team, but \"red\": with \"each\" that names no"
            + " group",
        group.text());
    assertTrue(group.remedy().startsWith("Leave \"each\" out"), group.remedy());
    assertEquals(
        "4 of 10 items have no list or set at author, but \"tom\": with \"each\" that is no value"
            + " of the filter f",
        filter("\"attribute\": \"author\", \"each\": true").text());
  }

  @Test
  void aListNeedsEach() {
    Finding found = filter("\"attribute\": \"editors\"");
    assertEquals(
        "10 of 10 items have a list or set at editors, which is no value of the filter f",
        found.text());
    assertEquals("Add \"each\": true to it: then each element is a value", found.remedy());
    assertTrue(filter("\"attribute\": \"editors\", \"each\": true").isOk());
  }

  @Test
  void aFilterThatNeverFitsIsToldWithWhatItemsHave() {
    Finding missing = filter("\"attribute\": \"none\"");
    assertEquals(
        "no item of 10 items has a value of the open filter f: it never fits", missing.text());
    assertEquals("No item has none", missing.remedy());
    assertTrue(filter("\"attribute\": \"meta.color\"").remedy().startsWith("Write \"path\""));
    assertTrue(filter("\"attribute\": \"Author\"").remedy().startsWith("Write author instead"));
    assertTrue(filter("\"attribute\": \"meta\"").remedy().startsWith("meta is a map"));
  }

  @Test
  void itemsOfOver100GroupsAreToldTogether() {
    List<Map<String, AttributeValue>> posts = posts();
    for (int i = 0; i < 2; i++) {
      posts
          .get(i)
          .put("tags", fromSs(IntStream.range(0, 101 + i).mapToObj(tag -> "t" + tag).toList()));
    }
    Finding found = found(posts, TAGS, "").getFirst();
    assertEquals(Verdict.PARTLY, found.verdict());
    assertEquals(
        "2 of 10 items cannot be listed: the item would be in more than 100 groups, such as {k:"
            + " \"k0\"}",
        found.text());
    assertTrue(found.remedy().contains("fewer elements"), found.remedy());
  }
}
