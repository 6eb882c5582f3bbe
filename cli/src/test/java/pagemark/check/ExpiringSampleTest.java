package pagemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What a check tells of a listing whose items expire.
final class ExpiringSampleTest {
  private static final Listing SESSIONS =
      Listings.parse(
              """
              {"sessions": {"table": "tab", "sort": {"attribute": "at", "type": "integer"},
                "key": [{"attribute": "k"}], "expires": {"attribute": "ttl"}, "attributes": "*"}}
              """,
              Map.of())
          .find("sessions")
          .orElseThrow();

  private static Finding of(AttributeValue ttl) {
    List<Map<String, AttributeValue>> items =
        List.of(
            Map.of("k", fromS("a"), "at", fromN("1"), "ttl", ttl),
            Map.of("k", fromS("b"), "at", fromN("2")));
    return SampleFit.judge(SESSIONS, items).stream()
        .filter(finding -> finding.part().equals("expires"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void saysHowManyItemsExpire() {
    Finding found = of(fromN("1800000000"));
    assertTrue(found.isOk());
    assertEquals("1 of 2 items expire, by ttl", found.text());
  }

  @Test
  void millisecondsAndTextsNeverExpire() {
    Finding millis = of(fromN("1800000000000"));
    assertFalse(millis.isOk());
    assertTrue(millis.toString().contains("is Unix time in milliseconds"), millis.toString());
    Finding text = of(fromS("2027-01-15"));
    assertFalse(text.isOk());
    assertTrue(text.toString().contains("\"2027-01-15\" (S)"), text.toString());
    assertTrue(text.toString().contains("a number, Unix time in seconds"), text.toString());
  }
}
