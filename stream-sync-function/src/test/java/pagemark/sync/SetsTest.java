package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.index.WriteResult;
import pagemark.listing.json.Listings;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Records of items that are in several groups.
final class SetsTest {
  /// Posts by each of their tags.
  private static final Listings LISTINGS =
      Listings.parse(
          """
          { "posts": {
              "table": "comments",
              "group": { "attribute": "tags", "each": true },
              "sort":  { "attribute": "at", "type": "integer" },
              "key":   [ { "attribute": "PK" } ],
              "attributes": "*" } }
          """,
          Map.of());

  private final SyncFixture fixture =
      new SyncFixture(
          new InMemoryIndex(SyncFixture.CLOCK, IndexSettings.DEFAULT), LISTINGS, TableModel.STREAM);
  private final List<String> written = new ArrayList<>();
  private Runnable beforeWrite = () -> {};

  private DynamodbStreamRecord put(String key, int at, String... tags) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("PK", fromS(key));
    item.put("at", fromN("" + at));
    item.put("tags", fromL(Stream.of(tags).map(AttributeValue::fromS).toList()));
    return fixture.table.put(item);
  }

  private PageIndexWriter noting(PageIndexWriter real) {
    return new ForwardingWriter(real) {
      @Override
      public List<WriteResult> write(List<GroupWrite> writes) {
        beforeWrite.run();
        writes.forEach(
            write ->
                write
                    .ops()
                    .forEach(
                        op ->
                            written.add(
                                (op.isRemoval() ? "-" : "+") + write.group().group().text())));
        return real.write(writes);
      }
    };
  }

  private BatchOutcome sync(DynamodbStreamRecord... records) {
    return fixture
        .consumer(fixture.indexed(this::noting))
        .sync(TableModel.event(List.of(records)), () -> 60_000);
  }

  private List<String> keys(String group) {
    return fixture.generations().stream()
        .flatMap(generation -> fixture.dump(generation, group).all().stream())
        .map(position -> position.member().text())
        .toList();
  }

  @Test
  void anItemThatChangesItsTagsIsNotTouchedWhereItStays() {
    sync(put("p1", 1, "a", "b"));
    written.clear();
    sync(put("p1", 1, "b", "c"));
    assertEquals(List.of("+c", "-a"), written, "arrivals first, and nothing for b");
    assertEquals(List.of(), keys("a"));
    assertEquals(List.of("p1"), keys("b"));
    assertEquals(List.of("p1"), keys("c"));
  }

  @Test
  void anItemThatMovesIsWrittenInEachGroup() {
    sync(put("p1", 1, "a", "b"));
    written.clear();
    sync(put("p1", 2, "a", "b"));
    assertEquals(List.of("+a", "+b"), written);
    written.clear();
    sync(put("p1", 2, "b", "a"), put("p1", 2, "a", "b", "b"));
    assertEquals(List.of(), written, "the same tags in another order");
  }

  @Test
  void nothingDepartsUntilAllHaveArrived() {
    sync(put("p1", 1, "a"));
    written.clear();
    DynamodbStreamRecord moved = put("p1", 1, "b", "c");
    BatchOutcome outcome =
        fixture
            .consumer(
                fixture.indexed(
                    real ->
                        noting(
                            new FlakyWriter(
                                real, write -> write.group().group().text().equals("c")))))
            .sync(TableModel.event(List.of(moved)), () -> 60_000);
    assertNotNull(outcome.unapplied());
    assertEquals(List.of("p1"), keys("a"), "still there, as it has not arrived in c");
    assertEquals(List.of("p1"), keys("b"));
    assertEquals(List.of("+b", "+c"), written);

    assertNull(sync(moved).unapplied());
    assertEquals(List.of(), keys("a"));
    assertEquals(List.of("p1"), keys("c"));
  }

  @Test
  void anItemOfTooManyGroupsIsInQuarantineAndComesBackWithoutARebuild() {
    String[] tags = IntStream.range(0, 101).mapToObj(i -> "t" + i).toArray(String[]::new);
    sync(put("p1", 1, "t0", "t1"));
    BatchOutcome outcome = sync(put("p1", 1, tags));
    assertEquals(
        "the item would be in 101 groups; the maximum is 100",
        outcome.poisons().getFirst().reason());
    assertEquals(List.of(), keys("t0"));
    assertEquals(1, fixture.state.list("posts", "", 10).size());

    sync(put("p1", 1, Stream.of(tags).limit(100).toArray(String[]::new)));
    assertEquals(List.of("p1"), keys("t0"));
    assertEquals(List.of("p1"), keys("t99"));
    assertEquals(List.of(), keys("t100"));
    assertEquals(List.of(), fixture.state.list("posts", "", 10));
  }

  /// 500 records that bring 100 entries each, and an index that takes 2 ms for each. All of them
  /// would take 100 seconds, and an invocation has 60. If no slice ended before, an invocation
  /// would never come to its second wave, and the batch would begin with the same record for ever.
  @Test
  void eachInvocationAdvances() {
    String[] old = IntStream.range(0, 50).mapToObj(i -> "old" + i).toArray(String[]::new);
    String[] fresh = IntStream.range(0, 50).mapToObj(i -> "new" + i).toArray(String[]::new);
    List<DynamodbStreamRecord> arrivals =
        IntStream.range(0, 500).mapToObj(i -> put("p" + i, i, old)).toList();
    fixture.consumer().sync(TableModel.event(arrivals), () -> 60_000);
    List<DynamodbStreamRecord> open =
        IntStream.range(0, 500).mapToObj(i -> put("p" + i, i, fresh)).toList();
    int invocations = 0;
    while (!open.isEmpty()) {
      AtomicInteger spent = new AtomicInteger();
      BatchOutcome outcome =
          fixture
              .consumer(
                  fixture.indexed(
                      real ->
                          new ForwardingWriter(real) {
                            @Override
                            public List<WriteResult> write(List<GroupWrite> writes) {
                              writes.forEach(write -> spent.addAndGet(2 * write.ops().size()));
                              return real.write(writes);
                            }
                          }))
              .sync(TableModel.event(open), () -> 60_000 - spent.get());
      int applied = outcome.unapplied() == null ? open.size() : outcome.unapplied().record();
      assertTrue(applied > 0, "the first record was not applied");
      open = open.subList(applied, open.size());
      invocations++;
    }
    assertEquals(2, invocations);
    assertEquals(List.of(), keys("old7"));
    assertEquals(500, keys("new49").size());
  }

  /// A repair closes each group by itself: only a group that has changed meanwhile is tried again.
  @Test
  void onlyTheGroupThatRefusedIsTriedAgain() {
    sync(put("p1", 1, "a", "b", "c"));
    DynamodbStreamRecord late = put("p1", 2, "a", "b", "c");
    written.clear();
    AtomicInteger calls = new AtomicInteger();
    beforeWrite =
        () -> {
          if (calls.getAndIncrement() == 0) {
            fixture
                .consumer()
                .sync(TableModel.event(List.of(put("p1", 2, "a", "c"))), () -> 60_000);
          }
        };
    Doubt doubt = Doubt.of(fixture.generations().getFirst(), Map.of("PK", fromS("p1")));
    assertEquals(
        List.of(new Outcome.Settled()),
        fixture.indexed(this::noting).repair().settle(List.of(doubt), () -> true));
    assertEquals(List.of("+a", "+b", "+c", "-b"), written, "the fence in b has changed");
    sync(late);
    assertEquals(List.of("p1"), keys("a"));
    assertEquals(List.of(), keys("b"));
    assertEquals(List.of("p1"), keys("c"));
  }

  /// A reader's doubt about an entry says nothing about the item's other groups.
  @Test
  void aDoubtAboutAnEntrySettlesItsGroupAlone() {
    sync(put("p1", 1, "a", "b"));
    put("p1", 2, "b", "c");
    written.clear();
    var generation = fixture.generations().getFirst();
    var seen = fixture.dump(generation, "a").all().getFirst();
    Doubt doubt = Doubt.ofEntry(generation, new Group("a"), new Entry(Cell.WHOLE, seen));
    assertEquals(
        List.of(new Outcome.Settled()),
        fixture.indexed(this::noting).repair().settle(List.of(doubt), () -> true));
    assertEquals(List.of("-a"), written);
    assertEquals(List.of(), keys("a"));
    assertEquals(List.of("p1"), keys("b"));
  }
}
