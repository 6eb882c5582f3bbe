package pagemark.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.listing.Filter.OpenFilter;
import pagemark.listing.Filter.OpenFilter.OpenValue;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.listing.json.DefinitionReader;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Items that are in several groups: for each element of a list or set, and within each of these
/// for each value of an open filter.
final class SetsTest {
  private static final String EACH = "\"group\": { \"attribute\": \"tags\", \"each\": true },";

  private static IndexDefinition definition(String group, String filters) {
    return Listings.parse(
            """
            { "posts": {
                "table": "posts", %s
                "sort": { "attribute": "at", "type": "integer" },
                "key": [ { "attribute": "id" } ], %s
                "attributes": "*" } }
            """
                .formatted(group, filters.isEmpty() ? "" : "\"filters\": {" + filters + "},"),
            Map.of())
        .find("posts")
        .orElseThrow()
        .definition();
  }

  private static Map<String, AttributeValue> post(String name, AttributeValue value) {
    Map<String, AttributeValue> post = new HashMap<>();
    post.put("id", fromS("p1"));
    post.put("at", fromN("7"));
    post.put(name, value);
    return post;
  }

  private static List<String> groups(IndexDefinition definition, Map<String, AttributeValue> item) {
    Indexed indexed = assertInstanceOf(Indexed.class, definition.indexable(item));
    return indexed.groups().stream().map(Group::text).toList();
  }

  private static AttributeValue list(int elements) {
    return fromL(IntStream.range(0, elements).mapToObj(i -> fromS("t" + i)).toList());
  }

  @Test
  void eachElementOfAListOrSetIsAGroup() {
    IndexDefinition tags = definition(EACH, "");
    assertEquals(
        List.of("java", "sql"),
        groups(tags, post("tags", fromL(List.of(fromS("java"), fromS("sql"), fromS("java"))))));
    assertEquals(List.of("java"), groups(tags, post("tags", fromSs(List.of("java")))));
    IndexDefinition years =
        definition(
            "\"group\": { \"attribute\": \"years\", \"type\": \"number\", \"each\": true },", "");
    assertEquals(List.of("2024"), groups(years, post("years", fromNs(List.of("2.024E3")))));
  }

  @Test
  void anElementThatNamesNoGroupGivesNoEntryAndNoPoison() {
    IndexDefinition tags = definition(EACH, "");
    AttributeValue mixed =
        fromL(
            List.of(
                fromN("1"),
                fromNul(true),
                fromS(""),
                fromS("x".repeat(2_049)),
                fromS("java"),
                fromL(List.of(fromS("sql")))));
    assertEquals(List.of("java"), groups(tags, post("tags", mixed)));
    assertEquals(new Absent(), tags.indexable(post("tags", fromL(List.of(fromN("1"))))));
    assertEquals(new Absent(), tags.indexable(post("tags", fromL(List.of()))));
    assertEquals(new Absent(), tags.indexable(post("tags", fromS("java"))), "no list");
    assertEquals(new Absent(), tags.indexable(post("other", fromS("java"))));
  }

  @Test
  void aPrefixChoosesElements() {
    IndexDefinition tags =
        definition(
            "\"group\": { \"attribute\": \"tags\", \"each\": true, \"prefix\": \"team:\" },", "");
    AttributeValue mixed = fromL(List.of(fromS("team:red"), fromS("java"), fromS("team:")));
    assertEquals(List.of("red"), groups(tags, post("tags", mixed)));
  }

  @Test
  void anOpenFilterHasAGroupForEachValueWithinTheItemsOwn() {
    IndexDefinition tasks =
        definition(
            "\"group\": { \"attribute\": \"team\" },",
            """
            "assignee": { "attribute": "assignee", "values": "any" },
            "label": { "attribute": "labels", "values": "any", "each": true }
            """);
    Map<String, AttributeValue> task = post("team", fromS("r/d"));
    task.put("assignee", fromS("alice"));
    task.put("labels", fromL(List.of(fromS("100%"), fromN("1.0"), fromS("1"), fromBool(true))));
    assertEquals(
        List.of(
            "r%2Fd",
            "r%2Fd%=assignee%=alice",
            "r%2Fd%=label%=100%25",
            "r%2Fd%=label%=1",
            "r%2Fd%=label%=true"),
        groups(tasks, task));
    OpenFilter assignee = tasks.open().getFirst();
    assertTrue(OpenFilter.isValue("x".repeat(2_048)) && !OpenFilter.isValue(""));
    assertFalse(OpenFilter.isValue("x".repeat(2_049)) || OpenFilter.isValue("ü".repeat(1_025)));
    assertEquals(
        new Group("r%2Fd%=assignee%=alice"),
        tasks.group(List.of("r/d"), new OpenValue(assignee, "alice")));
    assertEquals(
        List.of("r%2Fd"), groups(tasks, post("team", fromS("r/d"))), "the values are missing");
  }

  @Test
  void theWholeTableCanHaveOpenFilters() {
    IndexDefinition orders =
        definition("", "\"city\": { \"path\": [\"address\", \"city\"], \"values\": \"any\" }");
    AttributeValue rome = AttributeValue.fromM(Map.of("city", fromS("Rome, Italy")));
    assertEquals(List.of("", "%=city%=Rome, Italy"), groups(orders, post("address", rome)));
    assertTrue(orders.placingAttributes().contains("address"));
  }

  @Test
  void combinationsOfListsAreGroupsToo() {
    IndexDefinition both =
        definition(
            "\"group\": [ { \"attribute\": \"tenant\" }, { \"attribute\": \"tags\", \"each\": true"
                + " } ],",
            "");
    Map<String, AttributeValue> item = post("tags", list(2));
    item.put("tenant", fromS("acme"));
    assertEquals(List.of("acme/t0", "acme/t1"), groups(both, item));
  }

  @Test
  void anItemOfMoreThan100GroupsIsPoisonAndSaysHowMany() {
    IndexDefinition tags = definition(EACH, "");
    assertEquals(100, groups(tags, post("tags", list(100))).size());
    assertEquals(
        new Poison("the item would be in 101 groups; the maximum is 100"),
        tags.indexable(post("tags", list(101))));
    IndexDefinition withAuthor =
        definition(EACH, "\"author\": { \"attribute\": \"author\", \"values\": \"any\" }");
    Map<String, AttributeValue> post = post("tags", list(51));
    assertEquals(51, groups(withAuthor, post).size());
    post.put("author", fromS("rita"));
    assertEquals(
        new Poison("the item would be in 102 groups; the maximum is 100"),
        withAuthor.indexable(post));
  }

  @Test
  void aStoredDefinitionIsTheSame() {
    IndexDefinition all =
        definition(
            "\"group\": { \"attribute\": \"tags\", \"each\": true, \"prefix\": \"team:\" },",
            """
            "who": { "attribute": "who", "values": "any" },
            "status": { "attribute": "status", "values": ["OPEN"] },
            "label": { "path": ["meta", "labels"], "values": "any", "each": true }
            """);
    assertEquals(all, DefinitionReader.parse(all.json()));
    assertEquals(List.of("status", "who", "label"), all.filterNames());
  }
}
