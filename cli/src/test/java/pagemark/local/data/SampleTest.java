package pagemark.local.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class SampleTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("TABLE_NAME", "comments");
  private static final IndexDefinition DEFINITION =
      Sample.listings(ENVIRONMENT).find("comments").orElseThrow().definition();
  private static final List<Map<String, AttributeValue>> COMMENTS =
      Sample.comments(10_000).toList();

  @Test
  void everyCommentIsIndexedUnderTheSampleListing() {
    COMMENTS.forEach(item -> assertInstanceOf(Indexed.class, DEFINITION.indexable(item)));
  }

  @Test
  void sampleIsAlwaysTheSame() {
    assertEquals(COMMENTS, Sample.comments(10_000).toList());
    assertEquals(COMMENTS.subList(0, 100), Sample.comments(100).toList());
  }

  /// The table in [Sample], in the listing's order.
  @Test
  void workedExampleHoldsTheNewestFourComments() {
    List<Position> newest = new ArrayList<>();
    for (Map<String, AttributeValue> item : COMMENTS) {
      if (DEFINITION.indexable(item) instanceof Indexed(var groups, var entry)
          && groups.contains(new Group(Sample.GROUP))) {
        newest.add(entry.position());
      }
    }
    newest.sort(Collections.reverseOrder());

    assertEquals(
        "[omar 1714673100, zoe 1714549200, rita 1714521600, ines 1714521600]",
        newest.stream()
            .limit(4)
            .map(p -> "%s %.0f".formatted(p.member().text(), p.score()))
            .toList()
            .toString());
    assertTrue(newest.get(4).score() < 1714521600);
    assertEquals(
        List.of("omar", "zoe", "rita", "ines"),
        Sample.comments(4).map(item -> text(item, "PK")).toList());
  }

  @Test
  void sampleSuitsListingsThatKeepItsDefinition() {
    Listings packed = Sample.listings(ENVIRONMENT);
    Listings other =
        Listings.parse(
            """
            {"comments": {"table": "comments", "group": {"attribute": "PK"},
              "sort": {"attribute": "SK", "type": "integer"}, "key": [{"attribute": "PK"}],
              "attributes": "*"}}
            """,
            ENVIRONMENT);

    assertTrue(Sample.suits(packed, ENVIRONMENT));
    assertFalse(Sample.suits(other, ENVIRONMENT));
    assertFalse(Sample.suits(packed, Map.of("TABLE_NAME", "elsewhere")));
  }

  private static String text(Map<String, AttributeValue> item, String attribute) {
    AttributeValue value = item.getOrDefault(attribute, AttributeValue.fromS("none"));
    return value.s() == null ? value.n() : value.s();
  }
}
