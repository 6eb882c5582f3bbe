package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditResult.Count;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.IndexedTables;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;
import pagemark.table.InMemoryItems;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Audits of a listing whose items expire, and of its order by expiry: post 1 expires at noon, the
/// others later or never. A sweep may have removed a post from noon on, and must have some time
/// after.
final class ExpiryAuditTest {
  private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
  private static final Listings LISTINGS =
      Listings.parse(
          """
          { "posts": {
              "table": "posts", "expires": { "attribute": "ttl" },
              "sort": { "attribute": "at", "type": "integer" },
              "key": [ { "attribute": "PK" } ],
              "attributes": "*" } }
          """,
          Map.of());
  private static final Listing POSTS = LISTINGS.all().getFirst();
  private static final Listing ORDER = LISTINGS.all().getLast();

  private Instant now = NOON.minusSeconds(100);
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private final InMemoryItems table = new InMemoryItems();
  private final InMemoryState state = new InMemoryState();

  private static Map<String, AttributeValue> post(int number) {
    Instant ttl = NOON.plusSeconds(600L * (number - 1));
    return Map.of(
        "PK", fromS("p" + number),
        "at", fromN("" + number),
        "ttl", number % 5 == 0 ? fromS("never") : fromN("" + ttl.getEpochSecond()));
  }

  private static Generation generation(Listing listing) {
    return SampleGenerations.of(
        listing, listing.equals(ORDER) ? "order" : "posts", Generation.State.SERVING);
  }

  @BeforeEach
  void fill() {
    for (Listing listing : LISTINGS.all()) {
      Generation generation = generation(listing);
      index.building(generation.id(), "nonce", Instant.EPOCH);
      index.ready(generation.id(), "nonce");
      for (int i = 1; i <= 20; i++) {
        table.byKey().put(Map.of("PK", fromS("p" + i)), post(i));
        plant(listing, post(i), true);
      }
    }
  }

  private void plant(Listing listing, Map<String, AttributeValue> item, boolean present) {
    if (listing.definition().indexable(item) instanceof Indexed(var groups, Entry entry)) {
      for (Group group : groups) {
        index.plant(generation(listing).group(group), entry, present);
      }
    }
  }

  private int secondLooks;

  private Map<Count, Long> audit(Listing listing, boolean repair) {
    AuditSetup setup =
        new AuditSetup(
            IndexedTables.of(table, index, index, state, state, () -> now).with(_ -> secondLooks++),
            index,
            table.scan(),
            new Random(1));
    AuditSettings settings = new AuditSettings(1, 0, 1, repair, Duration.ofSeconds(5), Instant.MAX);
    AuditResult result = new Audit(setup, settings).run(generation(listing));
    assertEquals(repair || result.different() == 0, result.isClean(), result::toString);
    return result.differences();
  }

  @Test
  void whatIsDueMayBeThereOrNot() {
    for (int second : List.of(0, 60, 139)) {
      now = NOON.plusSeconds(second);
      for (Listing listing : LISTINGS.all()) {
        assertEquals(Map.of(), audit(listing, false), listing.name() + second);
        plant(listing, post(1), false);
        assertEquals(Map.of(), audit(listing, false), listing.name() + second);
        plant(listing, post(1), true);
      }
    }
    assertEquals(0, secondLooks);
  }

  @Test
  void whatIsDueAndElsewhereIsAGhostAlone() {
    now = NOON.plusSeconds(60);
    plant(POSTS, post(1), false);
    Map<String, AttributeValue> elsewhere = new HashMap<>(post(1));
    elsewhere.put("at", fromN("99"));
    plant(POSTS, elsewhere, true);
    assertEquals(Map.of(Count.GHOST, 1L), audit(POSTS, true));
  }

  @Test
  void whatTwoSweepsHaveLeftIsAGhost() {
    now = NOON.plusSeconds(141);
    assertEquals(Map.of(Count.GHOST, 1L), audit(POSTS, true));
    assertEquals(Map.of(), audit(POSTS, false));
    assertEquals(Map.of(), audit(ORDER, false), "the next sweep finds it");
  }

  @Test
  void whatIsMissingOrWrongInTheOrderIsFoundAndRepaired() {
    plant(ORDER, post(2), false);
    assertEquals(Map.of(Count.MISSING, 1L), audit(ORDER, true));
    assertEquals(Map.of(), audit(ORDER, false));
    plant(ORDER, Map.of("PK", fromS("p99"), "ttl", fromN("1800000000")), true);
    plant(ORDER, Map.of("PK", fromS("p5"), "ttl", fromN("1800000000")), true);
    assertEquals(Map.of(Count.GHOST, 2L), audit(ORDER, true));
    assertEquals(Map.of(), audit(ORDER, false));
  }

  @Test
  void whatIsMissingBeforeItExpiresIsFound() {
    plant(POSTS, post(1), false);
    assertEquals(Map.of(Count.MISSING, 1L), audit(POSTS, true));
    assertEquals(Map.of(), audit(POSTS, false));
  }
}
