package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.index.ForwardingInspector;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Inspector;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.state.Generation;
import pagemark.state.SampleGenerations;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How many items an index has, if an item can have several entries.
final class StatsTest {
  private static final String TAGS = "\"attribute\": \"tags\", \"each\": true";
  private static final String AUTHOR =
      "\"filters\": {\"author\": {\"attribute\": \"author\", \"values\": \"any\"}},";

  /// The report of an index with three posts in two groups.
  ///
  /// @param author of each post
  /// @param team of two of them
  private static Map<String, Object> report(
      String group, String filters, String author, String team) {
    Listing listing =
        Listings.parse(
                """
                {"posts": {"table": "posts", "group": {%s}, %s "key": [{"attribute": "id"}],
                  "sort": {"attribute": "at", "type": "integer"}, "attributes": "*"}}
                """
                    .formatted(group, filters),
                Map.of())
            .find("posts")
            .orElseThrow();
    Generation generation = SampleGenerations.of(listing, "g1", Generation.State.SERVING);
    InMemoryIndex index = new InMemoryIndex(() -> Instant.EPOCH, IndexSettings.DEFAULT);
    index.building("g1", "nonce", Instant.EPOCH);
    index.ready("g1", "nonce");
    for (int i = 0; i < 3; i++) {
      Map<String, AttributeValue> post =
          Map.of(
              "id", fromS("post" + i),
              "at", fromN("" + i),
              "team", fromS(i == 0 ? "red" : team),
              "author", fromS(author),
              "tags", fromL(List.of(fromS("java"), fromS("sql"))));
      if (listing.definition().indexable(post) instanceof Indexed(var groups, var entry)) {
        groups.forEach(in -> index.plant(generation.group(in), entry, true));
      }
    }
    return report(generation, index);
  }

  private static Map<String, Object> report(Generation generation, Inspector index) {
    Stats stats = Stats.of(generation, index);
    return new Stats.Report(
            generation, stats, Map.of(), 0, List.of(), 0, OptionalLong.empty(), Instant.EPOCH)
        .json();
  }

  @Test
  void entriesAreItemsIfAnItemIsInOneGroup() {
    Map<String, Object> report = report("\"attribute\": \"team\"", "", "rita", "blue");
    assertEquals(3L, report.get("entries"));
    assertFalse(report.containsKey("items"));
  }

  @Test
  void itemsOfOpenFiltersAreCountedInTheirOwnGroups() {
    Map<String, Object> report = report("\"attribute\": \"team\"", AUTHOR, "rita", "blue");
    assertEquals(
        List.of(4L, 6L, 3L),
        List.of(report.get("groups"), report.get("entries"), report.get("items")));
  }

  @Test
  void nodesThatNoGroupLeadsToAreCountedPartByPart() {
    var strays =
        new ForwardingInspector(new InMemoryIndex(() -> Instant.EPOCH, IndexSettings.DEFAULT)) {
          @Override
          public Optional<StrayNodes> strayNodes() {
            return Optional.of((_, from) -> new Strays(2, from.isEmpty() ? "second" : ""));
          }
        };
    Generation generation = SampleGenerations.comments("g1", Generation.State.SERVING);
    assertEquals(4, Stats.of(generation, strays).unreachable());
  }

  /// A group of one leaf says nothing of how full leaves are.
  @Test
  void leavesAreThoseOfGroupsThatHaveSeveral() {
    Generation generation = SampleGenerations.comments("g1", Generation.State.SERVING);
    GroupRef large = generation.group(new Group("large"));
    GroupRef small = generation.group(new Group("small"));
    var weighing =
        new ForwardingInspector(new InMemoryIndex(() -> Instant.EPOCH, IndexSettings.DEFAULT)) {
          @Override
          public void groups(String generation, Consumer<List<GroupRef>> chunk) {
            chunk.accept(List.of(large, small));
            chunk.accept(List.of(large));
          }

          @Override
          public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
            return groups.stream()
                .map(group -> new GroupSize(group, group.equals(large) ? 75 : 5, 75))
                .toList();
          }

          @Override
          public Optional<Weight> weight(GroupRef group, Collection<Cell> cells) {
            return Optional.of(new Weight(1_000, false, group.equals(large) ? 2 : 0));
          }
        };
    Map<String, Object> report = report(generation, weighing);
    assertEquals(25.0, report.get("bytesPerEntry"));
    assertEquals(37.5, report.get("entriesPerLeaf"));
    assertEquals(2L, report.get("groups"), "one is listed twice");
  }

  @Test
  void nobodyKnowsTheItemsOfLists() {
    Map<String, Object> ofLists = report(TAGS, "", "rita", "blue");
    assertEquals(6L, ofLists.get("entries"));
    assertTrue(ofLists.containsKey("items"));
    assertNull(ofLists.get("items"));
  }

  @Test
  void aShortenedNameTellsThatItIsWithinAnotherOneIfItsHeadDoes() {
    assertEquals(
        3L, report("\"attribute\": \"team\"", AUTHOR, "r".repeat(2000), "blue").get("items"));
    Map<String, Object> report =
        report("\"attribute\": \"team\"", AUTHOR, "r".repeat(2000), "t".repeat(300));
    assertTrue(report.containsKey("items"));
    assertNull(report.get("items"), "the head of a name is a part of the team's");
  }
}
