package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;

/// The example that a local stack prints can be asked for as it is, if a group is known.
final class LocalOptionsTest {
  private static String example(String group, String more, List<String> known) {
    String json =
        """
        {"notes": {"table": "notes", %s "sort": {"attribute": "at", "type": "integer"},
          "key": [{"attribute": "id"}], %s "attributes": "*"}}
        """
            .formatted(group, more);
    Function<Listing, Optional<List<String>>> groups =
        _ -> known.isEmpty() ? Optional.empty() : Optional.of(known);
    return LocalOptions.of(Listings.parse(json, Map.of())).examples(groups).getFirst();
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
  void hasAPlaceForTheGroupIfNoneIsKnownOrNoneMayBeTold() {
    String team = "\"group\": {\"attribute\": \"team\"},";
    assertEquals("/notes?group=GROUP", example(team, "", List.of()));
    assertEquals("/notes?group=GROUP", example(team, "\"groupClaim\": \"sub\",", List.of("rita")));
    assertEquals("/notes?page=1", example("", "", List.of("")));
  }
}
