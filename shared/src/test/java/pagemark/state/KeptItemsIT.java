package pagemark.state;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.Sequence;
import pagemark.index.Witness;
import pagemark.state.writer.WitnessNotes.WitnessNote;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What `pagemark-state` keeps about single items: how long, and that of an earlier version.
final class KeptItemsIT {
  private static final Instant SEEN = Instant.parse("2026-11-21T00:00:00Z");
  private static final Duration KEPT = Duration.ofDays(30);
  private static final Map<String, AttributeValue> RITA = Map.of("PK", fromS("rita"));

  private LocalDynamo dynamo;
  private Quarantine quarantine;
  private Suspects suspects;

  @BeforeEach
  void create() {
    dynamo = LocalDynamo.create();
    quarantine = dynamo.state();
    suspects = Suspects.of(quarantine);
  }

  private static QuarantinedItem poison(String listing, String sequence) {
    return new QuarantinedItem(listing, RITA, new Sequence(sequence), "SK must be", SEEN);
  }

  private static Suspect suspect(String listing, double score) {
    Entry seen = new Entry(Cell.WHOLE, new Position(score, Bytes.utf8("rita")));
    return new Suspect(listing, "g1", RITA, "SHIRT", seen, "not in the table", SEEN);
  }

  private List<Map<String, AttributeValue>> items() {
    return dynamo.client().scanPaginator(s -> s.tableName(dynamo.table())).items().stream()
        .toList();
  }

  private Set<Instant> expires() {
    return items().stream()
        .map(item -> requireNonNull(item.get("expires")).n())
        .map(seconds -> Instant.ofEpochSecond(Long.parseLong(seconds)))
        .collect(toSet());
  }

  @Test
  void allExpiresAndALookRenewsIt() {
    quarantine.add(poison("comments", "5"));
    suspects.file(suspect("comments", 1));
    Instant due = SEEN.plus(Duration.ofMinutes(5));
    assertEquals(Set.of(SEEN.plus(KEPT), due.plus(KEPT)), expires());

    Instant later = SEEN.plus(Duration.ofDays(9));
    quarantine.looked(poison("comments", "5"), "g1", later);
    suspects.file(suspect("comments", 1).at(later));
    assertEquals(Set.of(later.plus(KEPT), later.plus(Duration.ofHours(1)).plus(KEPT)), expires());

    quarantine.settle(poison("comments", "5"));
    quarantine.looked(poison("comments", "5"), "g1", later);
    assertEquals(1, items().size(), "a look brings nothing back");
  }

  /// Those of writers that do not come back.
  @Test
  void notesOfWritersExpireAfterADayOrTwo() {
    Writers writers = Writers.of(dynamo.state());
    GroupRef group = new GroupRef("g1", "comments", new Group("SHIRT"));
    Witness witness = new Witness(group, Bytes.utf8("rita"), Fence.of("5", null), null, SEEN);
    for (int i = 0; i < 10; i++) {
      writers.note(new WriterNote("writer" + i, "arn:stream", Set.of("g1"), SEEN, 0));
      writers
          .witnesses()
          .note(new WitnessNote("comments", "g1", "writer" + i, SEEN, SEEN, List.of(witness)));
    }
    assertEquals(20, items().size());
    Instant latest = SEEN.plus(Duration.ofDays(2));
    assertTrue(expires().stream().noneMatch(latest::isBefore));
  }

  /// The lease may be of a sweep that was killed.
  @Test
  void aLeaseExpiresUnlessItHasAPlan() {
    Work lease = new Work("sweep#orders", "a", SEEN, SEEN, Map.of());
    dynamo.state().put(lease);
    assertEquals(Set.of(SEEN.plus(Duration.ofDays(1))), expires());
    Work planned = lease.with(new Document.Key("a", "b"));
    assertTrue(dynamo.state().transact(List.of(new StateStore.Change(lease, planned))));
    assertFalse(items().getFirst().containsKey("expires"));
    assertTrue(dynamo.state().transact(List.of(new StateStore.Change(planned, lease))));
    assertEquals(Set.of(SEEN.plus(Duration.ofDays(1))), expires());
  }

  @Test
  void whatAnEarlierVersionKeptIsRefused() {
    Map<String, AttributeValue> old = Map.of("pk", fromS("suspect#comments"), "sk", fromS("0a"));
    dynamo.client().putItem(p -> p.tableName(dynamo.table()).item(old));
    String message =
        assertThrows(IllegalStateException.class, () -> suspects.list("comments", "", 1))
            .getMessage();
    assertEquals(
        "another version has written an item of the state table: it has no listing of a Suspect",
        message);
  }

  @Test
  void aForgottenListingLeavesNothingAboutItsItems() {
    List<String> kept = new ArrayList<>();
    for (String listing : List.of("comments", "comments2")) {
      quarantine.add(poison(listing, "5"));
      suspects.file(suspect(listing, 1));
      suspects.file(suspect(listing, 2));
    }
    dynamo.state().forget("comments");
    items().forEach(item -> kept.add(requireNonNull(item.get("pk")).s()));
    assertEquals(3, kept.size());
    assertTrue(kept.stream().allMatch(pk -> pk.endsWith("#comments2")), kept::toString);
  }
}
