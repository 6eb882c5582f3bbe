package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.BacklogRepair.Result;
import pagemark.state.Generation;
import pagemark.state.SampleGenerations;
import pagemark.state.Suspect;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A ghost of a listing without filters: a reader knows such an entry as the index has it. It is
/// there, and should not be.
final class SuspectRepairTest extends BacklogScenario {
  private static final Listing PLAIN =
      Listings.parse(
              """
              { "plain": {
                  "table": "comments",
                  "group": { "attribute": "PK2" },
                  "sort":  { "attribute": "SK", "type": "string" },
                  "key":   [ { "attribute": "PK" } ],
                  "attributes": "*" } }
              """,
              Map.of())
          .find("plain")
          .orElseThrow();
  private static final Generation GENERATION =
      SampleGenerations.of(PLAIN, "g1", Generation.State.BUILDING);
  private static final Map<String, AttributeValue> KEY = Map.of("PK", fromS("ghost"));
  private static final Indexed WAS =
      (Indexed)
          PLAIN
              .definition()
              .indexable(Map.of("PK", fromS("ghost"), "PK2", fromS("SHIRT"), "SK", fromS("2024")));

  @BeforeEach
  void fileTheGhost() {
    state.register(GENERATION);
    index.building("g1", "nonce", Instant.EPOCH);
    index.plant(GENERATION.group(WAS.groups().iterator().next()), WAS.entry(), true);
    suspects.file(
        new Suspect(
            "plain",
            "g1",
            KEY,
            WAS.groups().iterator().next().text(),
            WAS.entry(),
            "promised",
            now));
  }

  private Result run() {
    return backlog.suspects("plain", () -> true);
  }

  @Test
  void aGhostIsRemovedAndNotTakenForArrived() {
    assertEquals(new Result(1, 0, 0), run());
    Group group = WAS.groups().iterator().next();
    assertEquals(List.of(), index.dump(GENERATION.group(group)).all());
  }

  private Instant seenAt() {
    return suspects.list("plain", "", 10).getFirst().seenAt();
  }

  /// Else it would expire, and stay in the index.
  @Test
  void aSuspectThatCannotBeSettledForMonthsIsRenewedOnceADay() {
    tableIsDown = true;
    Instant filed = now;
    for (int hour = 0; hour <= 24; hour++) {
      run();
      assertEquals(filed, seenAt(), "not at each look");
      now = now.plusSeconds(3_600);
    }
    assertEquals(new Result(0, 0, 1), run());
    assertEquals(now, seenAt());
  }
}
