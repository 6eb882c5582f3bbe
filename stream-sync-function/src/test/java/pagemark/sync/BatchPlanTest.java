package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.state.Generation;
import pagemark.state.SampleGenerations;
import pagemark.sync.BatchPlan.AgeGuard;
import pagemark.sync.ChangeReader.Change;
import pagemark.sync.ChangeReader.Change.Proof;
import pagemark.sync.ItemPlan.Placement;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Plans the changes of records of rita's comment of 2024-05-01 on DAFT_PUNK_TSHIRT.
final class BatchPlanTest {
  private static final Map<String, AttributeValue> NONE = Map.of();
  private static final Generation GENERATION =
      SampleGenerations.comments("g1", Generation.State.SERVING);

  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final AgeGuard GUARD = new AgeGuard(Freshness.DEFAULT, NOW);

  private int records;

  private static BatchPlan reduce(Change... slice) {
    return reduce(GENERATION, slice);
  }

  private static BatchPlan reduce(Generation generation, Change... slice) {
    IndexDefinition definition = generation.definition();
    return BatchPlan.of(
        generation,
        Stream.of(slice)
            .map(
                change ->
                    new Placement(
                        change,
                        definition.indexable(change.oldImage()),
                        definition.indexable(change.newImage()),
                        false,
                        false))
            .toList(),
        GUARD);
  }

  private static Map<String, AttributeValue> rita(String product, int day) {
    return TableModel.comment("rita", product, day);
  }

  private static Entry entry(int day) {
    return new Entry(
        new Cell("4.2"), new Position(1714521600 + (day - 1) * 86_400, Bytes.utf8("rita")));
  }

  private Change change(
      int sequence, Map<String, AttributeValue> old, Map<String, AttributeValue> now) {
    return new Change(
        records++,
        new Sequence("" + sequence),
        Proof.IMAGES,
        NOW,
        Map.of("PK", fromS("rita")),
        old,
        now);
  }

  private static Map.Entry<Group, Op> op(
      String product, int sequence, @Nullable Entry entry, Entry... olds) {
    return Map.entry(
        new Group(product),
        new Op(Bytes.utf8("rita"), new Sequence("" + sequence), entry, Set.of(olds)));
  }

  private static Map.Entry<Group, Op> removal(String product, int sequence, Entry... olds) {
    return op(product, sequence, null, olds);
  }

  /// The same op, if a record before its newest one is the last that names a place.
  private static Map.Entry<Group, Op> lastNamed(
      int sequence, Entry place, Map.Entry<Group, Op> named) {
    Op op = named.getValue();
    Rule rule =
        new Rule.Newer(
            ((Rule.Newer) op.rule()).sequence(),
            Map.of(place.position(), new Sequence("" + sequence)));
    return Map.entry(named.getKey(), new Op(op.item(), rule, op.entry(), op.olds()));
  }

  private static List<Map.Entry<Group, Op>> first(ItemPlan plan) {
    return List.copyOf(plan.firstWave().entrySet());
  }

  private static List<Map.Entry<Group, Op>> second(ItemPlan plan) {
    return List.copyOf(plan.secondWave().entrySet());
  }

  private static ItemPlan only(Change... slice) {
    BatchPlan reduction = reduce(slice);
    assertEquals(List.of(), reduction.poisons());
    assertEquals(1, reduction.items().size());
    return reduction.items().getFirst();
  }

  @Test
  void anItemThatStaysWhereItIsHasNoOps() {
    Map<String, AttributeValue> edited = new HashMap<>(rita("SHIRT", 1));
    edited.put("text", AttributeValue.fromS("Better now"));
    ItemPlan plan = only(change(2, rita("SHIRT", 1), edited), change(3, edited, rita("SHIRT", 1)));

    assertEquals(List.of(), first(plan));
    assertEquals(List.of(), second(plan));
  }

  @Test
  void anItemThatMovesTwiceLeavesBothGroupsAfterItArrived() {
    ItemPlan plan =
        only(
            change(2, rita("SHIRT", 1), rita("MUG", 1)), change(3, rita("MUG", 1), rita("CAP", 1)));

    assertEquals(List.of(op("CAP", 3, entry(1))), first(plan));
    assertEquals(
        List.of(lastNamed(2, entry(1), removal("SHIRT", 3, entry(1))), removal("MUG", 3, entry(1))),
        second(plan));
  }

  @Test
  void theGreatestSequenceIsTheNewestInAnyOrder() {
    ItemPlan plan =
        only(
            change(10, rita("SHIRT", 2), rita("SHIRT", 3)),
            change(9, rita("SHIRT", 1), rita("SHIRT", 2)),
            change(8, rita("MUG", 1), rita("SHIRT", 1)));

    assertEquals(
        List.of(lastNamed(9, entry(1), op("SHIRT", 10, entry(3), entry(1), entry(2)))),
        first(plan));
    assertEquals(List.of(lastNamed(8, entry(1), removal("MUG", 10, entry(1)))), second(plan));
    assertEquals(0, plan.firstRecord);
  }

  /// A sweep may have removed it, or does so soon.
  @Test
  void anImageThatHasExpiredDoesNotSayThatTheIndexHasIt() {
    Change change = change(2, rita("SHIRT", 1), rita("SHIRT", 1));
    Indexable there = GENERATION.definition().indexable(rita("SHIRT", 1));
    Placement before = new Placement(change, there, there, true, false);
    assertEquals(1, before.changedGroups());
    assertEquals(1, planned(before).firstWave().size());
    assertFalse(planned(new Placement(change, there, there, false, true)).isProof());
  }

  private static ItemPlan planned(Placement placement) {
    return ItemPlan.of(GENERATION, Bytes.utf8("rita"), List.of(placement), GUARD);
  }

  private static Change keyed(Map<String, AttributeValue> key, Map<String, AttributeValue> now) {
    return new Change(0, new Sequence("1"), Proof.IMAGES, NOW, key, NONE, now);
  }

  @Test
  void aKeyThatDoesNotFitIsPoisonWithoutARegister() {
    Map<String, AttributeValue> numbered = new HashMap<>(rita("SHIRT", 1));
    numbered.put("PK", fromN("5"));
    BatchPlan reduction = reduce(keyed(Map.of("PK", fromN("5")), numbered));

    assertEquals(List.of(), reduction.items());
    assertEquals("PK must be a string (S)", reduction.poisons().getFirst().reason());
  }

  @Test
  void aKeyOfMoreAttributesThanTheListingDeclaresIsPoison() {
    Map<String, AttributeValue> key = Map.of("PK", fromS("rita"), "RK", fromS("1"));
    BatchPlan reduction = reduce(keyed(key, rita("SHIRT", 1)));

    assertEquals(List.of(), reduction.items());
    assertEquals(
        "the listing's key must be the table's, [PK, RK]", reduction.poisons().getFirst().reason());
  }

  @Test
  void aKeyThatDoesNotFitIsIgnoredIfTheItemIsNotInTheListing() {
    Map<String, AttributeValue> key = Map.of("PK", fromN("5"));
    assertEquals(new BatchPlan(List.of(), List.of(), List.of()), reduce(keyed(key, key)));
  }

  /// The group is part of the table's key, so the rest of the key may be equal in many groups.
  @Test
  void itemsOfOneKeyInTwoGroupsAreTwoItems() {
    Listing listing =
        Listings.parse(
                """
                {"posts": {"table": "posts", "group": {"attribute": "thread"},
                  "sort": {"attribute": "at", "type": "integer"},
                  "key": [{"attribute": "thread"}, {"attribute": "user"}], "attributes": "*"}}
                """,
                Map.of())
            .find("posts")
            .orElseThrow();
    Generation generation = SampleGenerations.of(listing, "g1", Generation.State.SERVING);
    BatchPlan reduction = reduce(generation, post("first", 1), post("second", 2));
    assertEquals(
        List.of("first", "second"),
        reduction.items().stream()
            .flatMap(plan -> plan.firstWave().keySet().stream())
            .map(Group::text)
            .toList());
    assertTrue(reduction.items().stream().allMatch(plan -> plan.secondWave().isEmpty()));
  }

  private Change post(String thread, int sequence) {
    Map<String, AttributeValue> key = Map.of("thread", fromS(thread), "user", fromS("rita"));
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("at", fromN("7"));
    return new Change(
        records++, new Sequence("" + sequence), Proof.IMAGES, NOW, key, Map.of(), item);
  }
}
