package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
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
import pagemark.state.writer.WitnessNote;
import pagemark.state.writer.WriterItems;
import pagemark.state.writer.WriterNote;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What `pagemark-state` keeps about single items: how long, and that of an earlier version.
final class KeptItemsIT {
  private static final Instant SEEN = Instant.parse("2026-11-21T00:00:00Z");
  private static final Duration KEPT = Duration.ofDays(30);
  private static final Map<String, AttributeValue> RITA = Map.of("PK", fromS("rita"));
  private static final String HASH = QuarantinedItem.keyHash(RITA);

  private LocalDynamo dynamo;
  private QuarantineItems quarantine;
  private SuspectItems suspects;

  @BeforeEach
  void create() {
    dynamo = LocalDynamo.create();
    quarantine = new QuarantineItems(dynamo.client(), dynamo.table());
    suspects = new SuspectItems(dynamo.client(), dynamo.table());
  }

  private static QuarantinedItem poison(String listing, String sequence) {
    return new QuarantinedItem(listing, RITA, new Sequence(sequence), "SK must be", SEEN);
  }

  private static Suspect suspect(String listing, double score) {
    Entry seen = new Entry(Cell.WHOLE, new Position(score, Bytes.utf8("rita")));
    return new Suspect(listing, "g1", RITA, "SHIRT", seen, "not in the table", SEEN, false);
  }

  private List<Map<String, AttributeValue>> items() {
    return dynamo.client().scanPaginator(s -> s.tableName(dynamo.table())).items().stream()
        .toList();
  }

  private static Instant expires(Map<String, AttributeValue> item) {
    return Instant.ofEpochSecond(Long.parseLong(StateItems.required(item, "expires").n()));
  }

  @Test
  void allExpiresAndALookRenewsIt() {
    quarantine.add(poison("comments", "5"));
    suspects.file(suspect("comments", 1));
    assertEquals(4, items().size(), "the item, its two early looks, and a suspect");
    assertTrue(items().stream().allMatch(item -> expires(item).equals(SEEN.plus(KEPT))));

    quarantine.looked(quarantine.due("comments", SEEN.plus(KEPT), 1).getFirst());
    quarantine.looked(quarantine.due("comments", SEEN.plus(KEPT), 1).getFirst());
    Instant later = SEEN.plus(Duration.ofDays(9));
    quarantine.renew(poison("comments", "4"), SEEN.plus(KEPT));
    quarantine.renew(poison("comments", "5"), later);
    suspects.file(suspect("comments", 1).at(later));
    assertEquals(2, items().size());
    assertTrue(items().stream().allMatch(item -> expires(item).equals(later.plus(KEPT))));

    quarantine.settle(poison("comments", "5"));
    quarantine.renew(poison("comments", "5"), later);
    assertEquals(1, items().size(), "a look brings nothing back");
  }

  /// Those of writers that do not come back.
  @Test
  void notesOfWritersExpireAfterADayOrTwo() {
    WriterItems writers = new WriterItems(dynamo.client(), dynamo.table());
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
    assertTrue(items().stream().noneMatch(item -> expires(item).isAfter(latest)));
  }

  @Test
  void whatAnEarlierVersionKeptIsReadRenewedAndSettled() {
    Map<String, AttributeValue> old = new HashMap<>();
    old.put("pk", fromS("quarantine#comments"));
    old.put("sk", fromS(HASH));
    old.put("key", AttributeValue.fromM(RITA));
    old.put("sequence", fromS("0".repeat(39) + "5"));
    old.put("reason", fromS("SK must be"));
    old.put("seenAt", fromN("" + SEEN.toEpochMilli()));
    dynamo.client().putItem(p -> p.tableName(dynamo.table()).item(old));
    assertEquals(List.of(poison("comments", "5")), quarantine.list("comments", 10));
    quarantine.renew(poison("comments", "5"), SEEN);
    assertEquals(SEEN.plus(KEPT), expires(items().getFirst()));
    quarantine.settle(poison("comments", "7"));
    assertEquals(List.of(), items());

    Map<String, AttributeValue> doubted = new HashMap<>();
    doubted.put("pk", fromS("suspect#comments"));
    doubted.put("sk", fromS("0123456789abcdef".repeat(4)));
    doubted.put("generation", fromS("g1"));
    doubted.put("key", AttributeValue.fromM(RITA));
    doubted.put("group", fromS("SHIRT"));
    doubted.put("cell", fromS(Cell.WHOLE.name()));
    doubted.put("score", fromS("1.0"));
    doubted.put("member", AttributeValue.fromB(SdkBytes.fromUtf8String("rita")));
    doubted.put("reason", fromS("not in the table"));
    doubted.put("seenAt", fromN("" + SEEN.toEpochMilli()));
    dynamo.client().putItem(p -> p.tableName(dynamo.table()).item(doubted));
    Suspect read = suspects.list("comments", 10).getFirst();
    assertEquals(suspect("comments", 1).seen(), read.seen());
    assertEquals(List.of(), suspects.list("comments", read.id(), 10), "pages go on behind it");
    suspects.file(read.at(SEEN.plusSeconds(1)));
    suspects.settle(read);
    assertEquals(1, items().size(), "doubted again, by the id that it has");
    suspects.settle(read.at(SEEN.plusSeconds(1)));
    assertEquals(List.of(), items());
  }

  @Test
  void aForgottenListingLeavesNothingAboutItsItems() {
    List<String> kept = new ArrayList<>();
    for (String listing : List.of("comments", "comments2")) {
      quarantine.add(poison(listing, "5"));
      suspects.file(suspect(listing, 1));
      suspects.file(suspect(listing, 2));
    }
    new StateTable(dynamo.client(), dynamo.table()).forget("comments");
    items().forEach(item -> kept.add(StateItems.required(item, "pk").s()));
    assertEquals(5, kept.size());
    assertTrue(kept.stream().allMatch(pk -> pk.endsWith("#comments2")), kept::toString);
  }
}
