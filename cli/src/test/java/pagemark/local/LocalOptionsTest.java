package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack.LocalOptions;

/// The example that a local stack prints can be asked for as it is, if a group is known.
final class LocalOptionsTest {
  private static final String NONE = "none";

  private static LocalOptions options(Listings listings) {
    return new LocalOptions(0, 0, 0, null, listings, 0);
  }

  private static String example(String group, String more, List<String> known) {
    String json =
        """
        {"notes": {"table": "notes", %s "sort": {"attribute": "at", "type": "integer"},
          "key": [{"attribute": "id"}], %s "attributes": "*"}}
        """
            .formatted(group, more);
    Function<Listing, Optional<List<String>>> groups =
        _ -> known.isEmpty() ? Optional.empty() : Optional.of(known);
    return options(Listings.parse(json, Map.of())).example(groups).orElse(NONE);
  }

  @Test
  void namesAGroupThatTheIndexHas() {
    String tags = "\"group\": {\"attribute\": \"tags\", \"each\": true},";
    assertEquals("/notes?group=java", example(tags, "", List.of("java")));
    assertEquals("/notes?group=a%20b%2Fc%26", example(tags, "", List.of("a b/c&")));
    String both = "\"group\": [{\"attribute\": \"tenant\"}, {\"attribute\": \"project\"}],";
    assertEquals("/notes?group=acme&group=", example(both, "", List.of("acme", "")));
  }

  @Test
  void isMissingIfNoGroupIsKnownOrNoneMayBeTold() {
    String team = "\"group\": {\"attribute\": \"team\"},";
    assertEquals(NONE, example(team, "", List.of()));
    assertEquals(NONE, example(team, "\"groupClaim\": \"sub\",", List.of("rita")));
    assertEquals("/notes?page=1", example("", "", List.of("")));
  }

  @Test
  void isOfAListingThatHasItems() {
    String listing =
        """
        {"table": "notes", "group": {"attribute": "%s"}, "sort": {"attribute": "at", "type": "integer"},
         "key": [{"attribute": "id"}], "attributes": "*"}
        """;
    Listings listings =
        Listings.parse(
            "{\"teams\": %s, \"topics\": %s}"
                .formatted(listing.formatted("team"), listing.formatted("topic")),
            Map.of());
    assertEquals(
        "/topics?group=java",
        options(listings)
            .example(
                known ->
                    known.path().equals("topics") ? Optional.of(List.of("java")) : Optional.empty())
            .orElseThrow());
  }
}
