package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditResult.Count;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.IndexedTables;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;
import pagemark.table.InMemoryItems;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An audit of items that are in several groups: 30 posts with two tags each, by any author.
final class SetsAuditTest {
  private static final Listing POSTS =
      Listings.parse(
              """
              { "posts": {
                  "table": "posts",
                  "group": { "attribute": "tags", "each": true },
                  "sort": { "attribute": "at", "type": "integer" },
                  "key": [ { "attribute": "PK" } ],
                  "filters": { "author": { "attribute": "author", "values": "any" } },
                  "attributes": "*" } }
              """,
              Map.of())
          .find("posts")
          .orElseThrow();
  private static final Generation GENERATION =
      SampleGenerations.of(POSTS, "g1", Generation.State.SERVING);
  private static final int POSTS_MADE = 30;
  private static final List<String> GROUPS_OF_FIRST =
      List.of("t0", "t1", "t0%=author%=a0", "t1%=author%=a0");

  private final InMemoryIndex index = new InMemoryIndex(() -> Instant.EPOCH, IndexSettings.DEFAULT);
  private final InMemoryItems table = new InMemoryItems();
  private final InMemoryState state = new InMemoryState();

  private static Map<String, AttributeValue> post(int number) {
    return Map.of(
        "PK", fromS("p" + number),
        "at", fromN("" + number),
        "author", fromS("a" + number % 3),
        "tags", fromSs(List.of("t" + number % 5, "t" + (number + 1) % 5)));
  }

  private static Entry entry(int number) {
    return new Entry(Cell.WHOLE, new Position(number, Bytes.utf8("p" + number)));
  }

  private static GroupRef group(String name) {
    return GENERATION.group(new Group(name));
  }

  @BeforeEach
  void fill() {
    index.building("g1", "nonce", Instant.EPOCH);
    index.ready("g1", "nonce");
    for (int i = 0; i < POSTS_MADE; i++) {
      int number = i;
      table.byKey().put(Map.of("PK", fromS("p" + i)), post(i));
      GENERATION
          .definition()
          .indexable(post(i))
          .groupsOf()
          .forEach(in -> index.plant(GENERATION.group(in), entry(number), true));
    }
  }

  private AuditResult audit(boolean repair) {
    AuditSetup setup =
        new AuditSetup(
            IndexedTables.of(table, index, index, state, state, () -> Instant.EPOCH),
            index,
            table.scan(),
            new Random(1));
    AuditSettings settings = new AuditSettings(1, 0, 1, repair, Duration.ofSeconds(5), Instant.MAX);
    return new Audit(setup, settings).run(GENERATION);
  }

  @Test
  void itTellsItemsFromEntries() {
    AuditResult result = audit(false);
    assertTrue(result.isClean(), result.toString());
    assertEquals(POSTS_MADE, result.count(Count.ITEMS));
    assertEquals(4L * POSTS_MADE, result.count(Count.ENTRIES));
    assertEquals(20, result.count(Count.GROUPS), "5 tags, and each with 3 authors");
  }

  @Test
  void itFindsAndRepairsWhatIsMissingInAnyGroup() {
    for (String name : GROUPS_OF_FIRST) {
      index.plant(group(name), entry(0), false);
      assertEquals(Map.of(Count.MISSING, 1L), audit(false).differences(), name);
      assertEquals(Map.of(Count.MISSING, 1L), audit(true).differences(), name);
      assertTrue(audit(false).isClean(), name);
    }
  }

  @Test
  void itFindsAndRepairsGhostsInAnyGroup() {
    for (String name : List.of("t3", "t3%=author%=a0", "t0%=author%=a1", "t9", "t0%=author%=x")) {
      index.plant(group(name), entry(0), true);
      assertEquals(Map.of(Count.GHOST, 1L), audit(false).differences(), name);
      assertEquals(Map.of(Count.GHOST, 1L), audit(true).differences(), name);
      assertTrue(audit(false).isClean(), name);
      for (String own : GROUPS_OF_FIRST) {
        assertTrue(index.dump(group(own)).all().contains(entry(0).position()), own);
      }
    }
  }
}
