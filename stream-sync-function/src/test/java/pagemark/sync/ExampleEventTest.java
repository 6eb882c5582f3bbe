package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Position;
import pagemark.function.StreamSyncHandler;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Inspector.GroupDump;
import pagemark.listing.json.Listings;
import pagemark.services.TestContext;

/// The example event of the Lambda guide: item 101 of ExampleTableWithStream is inserted with the
/// message "New item!", changed to "This item has changed", and deleted.
final class ExampleEventTest {
  private static final Listings LISTINGS =
      Listings.parse(
          """
          { "messages": {
              "table": "ExampleTableWithStream",
              "group": { "attribute": "Message" },
              "sort": { "attribute": "Id", "type": "integer" },
              "key": [ { "attribute": "Id", "type": "number" } ],
              "attributes": "*" } }
          """,
          Map.of());

  private final DynamodbEvent event = EventJson.file("stream-example.json");
  private final SyncFixture fixture =
      new SyncFixture(
          new InMemoryIndex(SyncFixture.CLOCK, IndexSettings.DEFAULT),
          LISTINGS,
          event.getRecords().getFirst().getEventSourceARN());
  private final StreamSyncHandler handler = fixture.handler();

  /// The example's records have no creation time.
  @BeforeEach
  void createdNow() {
    Date now = Date.from(SyncFixture.CLOCK.instant());
    event.getRecords().forEach(r -> r.getDynamodb().setApproximateCreationDateTime(now));
  }

  private String handle(int... records) {
    DynamodbEvent part = new DynamodbEvent();
    part.setRecords(Arrays.stream(records).mapToObj(i -> event.getRecords().get(i)).toList());
    return EventJson.write(handler.handleRequest(part, new TestContext()));
  }

  private List<List<Position>> groups() {
    return Stream.of("New item!", "This item has changed")
        .map(message -> fixture.dump(fixture.generations().getFirst(), message))
        .map(GroupDump::all)
        .toList();
  }

  private static final Position ITEM_101 = new Position(101, Bytes.utf8("101"));

  @Test
  void isFollowedStepByStep() {
    assertEquals("{\"batchItemFailures\":[]}", handle(0));
    assertEquals(List.of(List.of(ITEM_101), List.of()), groups());

    assertEquals("{\"batchItemFailures\":[]}", handle(1));
    assertEquals(List.of(List.of(), List.of(ITEM_101)), groups());

    assertEquals("{\"batchItemFailures\":[]}", handle(2));
    assertEquals(List.of(List.of(), List.of()), groups());
  }

  @Test
  void isFollowedAsOneBatch() {
    assertEquals("{\"batchItemFailures\":[]}", handle(0, 1, 2));
    assertEquals(List.of(List.of(), List.of()), groups());
  }

  @Test
  void endsTheSameWhenItsBeginningComesAgain() {
    handle(0, 1);
    handle(0);
    assertEquals(List.of(List.of(), List.of(ITEM_101)), groups());

    handle(2);
    handle(1, 0);
    assertEquals(List.of(List.of(), List.of()), groups());
  }
}
