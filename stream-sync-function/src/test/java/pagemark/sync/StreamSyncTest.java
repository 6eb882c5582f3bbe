package pagemark.sync;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Sequence;
import pagemark.index.WatchedPort;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.json.DefinitionReader;
import pagemark.listing.json.Listings;
import pagemark.repair.IndexedTable;
import pagemark.services.TestContext;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import pagemark.state.Quarantine;
import pagemark.state.QuarantinedItem;
import pagemark.state.SampleGenerations;
import pagemark.state.writer.Writers;
import pagemark.sync.BatchOutcome.Counts;
import pagemark.table.TableItems;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class StreamSyncTest {
  private final InMemoryIndex index = new InMemoryIndex(SyncFixture.CLOCK, IndexSettings.DEFAULT);
  private final SyncFixture fixture =
      new SyncFixture(index, TableModel.COMMENTS, TableModel.STREAM);
  private final TableModel table = fixture.table;
  private final TestContext context = new TestContext();

  private static Map<String, AttributeValue> poison(String writer) {
    Map<String, AttributeValue> item = new HashMap<>(TableModel.comment(writer, "SHIRT", 1));
    item.put("SK", fromS("the first of May"));
    return item;
  }

  private BatchOutcome sync(DynamodbStreamRecord... records) {
    return fixture.consumer().sync(TableModel.event(List.of(records)), () -> 60_000);
  }

  @Test
  void aRecordThatLacksAnImageIsReadFromTheTableAfterTwoMinutes() {
    StreamSync first = fixture.consumer();
    SyncFixture.deliver(first, List.of(table.put(TableModel.comment("rita", "SHIRT", 1))));
    DynamodbStreamRecord lacking = table.put(TableModel.comment("rita", "MUG", 2));
    lacking.getDynamodb().setNewImage(null);
    lacking.getDynamodb().setApproximateCreationDateTime(Date.from(SyncFixture.CLOCK.instant()));

    assertEquals(0, requireNonNull(sync(lacking).unapplied()).record());
    Inexact mark = fixture.state.live("comments").getFirst().inexact().iterator().next();
    assertEquals(Inexact.Cause.UNREADABLE_RECORD, mark.cause());
    assertEquals(SyncFixture.CLOCK.instant(), mark.since());

    Instant earlier = SyncFixture.CLOCK.instant().minus(ChangeReader.UNREADABLE_MAX);
    lacking.getDynamodb().setApproximateCreationDateTime(Date.from(earlier));
    StreamSync withoutTable =
        fixture.consumer(fixture.indexed(down(TableItems.class), fixture.state));
    assertEquals(0, SyncFixture.deliver(withoutTable, List.of(lacking)));
    assertEquals(Set.of(mark), fixture.state.live("comments").getFirst().inexact());
    BatchOutcome outcome = first.sync(TableModel.event(List.of(lacking)), () -> 60_000);
    assertNull(outcome.unapplied());
    assertEquals(1, outcome.counts().repaired());
    assertEquals(List.of(), fixture.members("SHIRT"));
    assertEquals(List.of("rita"), fixture.members("MUG"));
    assertEquals(Set.of(), fixture.state.live("comments").getFirst().inexact());
  }

  /// Nothing says where the item was before.
  @Test
  void aMarkStaysIfARecordLacksItsOldImage() {
    DynamodbStreamRecord lacking = table.put(TableModel.comment("rita", "MUG", 2));
    lacking.setEventName("UPSERT");
    lacking.getDynamodb().setNewImage(null);
    lacking.getDynamodb().setOldImage(null);
    sync(lacking);
    lacking
        .getDynamodb()
        .setApproximateCreationDateTime(
            Date.from(SyncFixture.CLOCK.instant().minus(ChangeReader.UNREADABLE_MAX)));

    Generations watched =
        WatchedPort.of(
            Generations.class,
            fixture.state,
            (method, _, call) -> {
              int marks = fixture.state.live("comments").getFirst().inexact().size();
              assertEquals(method.equals("clear") ? 2 : marks, marks, "one replaces the other");
              return call.answer();
            });
    StreamSync consumer = fixture.consumer(fixture.indexed(watched, fixture.writers));
    assertNull(SyncFixture.deliver(consumer, List.of(lacking)));
    assertEquals(List.of("rita"), fixture.members("MUG"));
    assertEquals(
        List.of(Inexact.Cause.GIVEN_UP_RECORDS),
        fixture.state.live("comments").getFirst().inexact().stream().map(Inexact::cause).toList());
  }

  @Test
  void anEmptyEventIsDone() {
    assertEquals(BatchOutcome.nothing(null), sync());
    assertEquals(BatchOutcome.nothing(null), fixture.consumer().sync(new DynamodbEvent(), () -> 1));
  }

  /// An item is inserted, modified and removed. Its records get a time, because they have none.
  @Test
  void theExampleOfLambdasGuideIsApplied() throws IOException {
    String messages =
        """
        { "messages": {
            "table": "ExampleTableWithStream",
            "group": { "attribute": "Message" },
            "sort": { "attribute": "Id", "type": "integer" },
            "key": [ { "attribute": "Id", "type": "number" } ],
            "attributes": "*" } }
        """;
    String stream =
        "arn:aws:dynamodb:us-west-2:123456789012:table/ExampleTableWithStream/stream/2015-06-27T00:48:05.899";
    SyncFixture example = new SyncFixture(index, Listings.parse(messages, Map.of()), stream);
    String event =
        Files.readString(
                Path.of(System.getProperty("pagemark.root", ".."), "events/stream-example.json"))
            .replace(
                "\"SequenceNumber\"",
                "\"ApproximateCreationDateTime\": %d, \"SequenceNumber\""
                    .formatted(SyncFixture.CLOCK.instant().getEpochSecond()));

    BatchOutcome outcome = example.consumer().sync(EventJson.read(event), () -> 60_000);

    assertEquals(
        new BatchOutcome(1, new Counts(2, 0, 0, 0, 0), List.of(), null, List.of()), outcome);
    assertEquals(List.of(), example.members("This item has changed"));
  }

  /// The event that Lambda sends if the function is mapped to a stream of Kinesis Data Streams, to
  /// which a table can write its changes too.
  @Test
  void aKinesisStreamIsRefusedByItsName() {
    String arn = "arn:aws:kinesis:us-east-1:123456789012:stream/changes";
    DynamodbEvent event =
        LambdaEventSerializers.serializerFor(DynamodbEvent.class, getClass().getClassLoader())
            .fromJson(
                """
                { "Records": [ {
                    "kinesis": {
                        "kinesisSchemaVersion": "1.0", "partitionKey": "1", "data": "e30=",
                        "sequenceNumber": "49590338271490256608559692538361571095921575989136588898",
                        "approximateArrivalTimestamp": 1545084650.987 },
                    "eventSource": "aws:kinesis", "eventVersion": "1.0",
                    "eventID": "shardId-000000000006:49590338271490256608559692538361571095921575989",
                    "eventName": "aws:kinesis:record",
                    "invokeIdentityArn": "arn:aws:iam::123456789012:role/lambda-role",
                    "awsRegion": "us-east-1", "eventSourceARN": "%s" } ] }
                """
                    .formatted(arn));

    var refused =
        assertThrows(
            IllegalArgumentException.class, () -> fixture.consumer().sync(event, () -> 60_000));
    assertEquals(
        ("this is not a DynamoDB stream: the record is from aws:kinesis, %s. Delete this event"
                + " source mapping, and map the function to the table's own stream, %s")
            .formatted(arn, TableModel.STREAM),
        refused.getMessage());
  }

  /// A value of an unknown type is poison for its item only, and only in listings that use its
  /// attribute.
  @ParameterizedTest
  @ValueSource(strings = {"SK", "PK2", "rating", "language"})
  void aValueWithoutATypeIsPoisonForItsItemOnly(String attribute) {
    sync(table.put(TableModel.comment("rita", "SHIRT", 1)));
    DynamodbStreamRecord typeless = table.put(TableModel.comment("rita", "SHIRT", 2));
    untype(typeless, attribute);

    BatchOutcome outcome =
        sync(
            table.put(TableModel.comment("ab", "SHIRT", 1)),
            typeless,
            table.put(TableModel.comment("zoe", "SHIRT", 1)));

    assertNull(outcome.unapplied());
    assertEquals(
        List.of(Map.of("PK", fromS("rita"))),
        outcome.poisons().stream().map(QuarantinedItem::key).toList());
    String reason = outcome.poisons().getFirst().reason();
    assertTrue(reason.startsWith(attribute + " "), reason);
    assertEquals(List.of("ab", "zoe"), fixture.members("SHIRT"));
    sync(table.put(TableModel.comment("rita", "SHIRT", 3)));
    assertEquals(List.of("ab", "zoe", "rita"), fixture.members("SHIRT"));
  }

  @Test
  void anItemIsIndexedEvenIfAnUnusedValueHasNoType() {
    DynamodbStreamRecord typeless = table.put(TableModel.comment("rita", "SHIRT", 2));
    untype(typeless, "meta");

    BatchOutcome outcome = sync(typeless);

    assertNull(outcome.unapplied());
    assertEquals(List.of(), outcome.poisons());
    assertEquals(List.of("rita"), fixture.members("SHIRT"));
  }

  private static void untype(DynamodbStreamRecord record, String attribute) {
    var image = new HashMap<>(record.getDynamodb().getNewImage());
    image.put(
        attribute,
        new com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue());
    record.getDynamodb().setNewImage(image);
  }

  @Test
  void poisonIsKeptAndBlocksNothing() {
    sync(table.put(TableModel.comment("rita", "SHIRT", 1)));
    DynamodbStreamRecord poisoned = table.put(poison("rita"));
    BatchOutcome outcome = sync(poisoned, table.put(TableModel.comment("ab", "SHIRT", 1)));

    QuarantinedItem kept =
        new QuarantinedItem(
            "comments",
            Map.of("PK", fromS("rita")),
            new Sequence(poisoned.getDynamodb().getSequenceNumber()),
            "SK must be of the pattern uuuu-MM-dd HH:mm",
            SyncFixture.CLOCK.instant());
    assertEquals(
        new BatchOutcome(1, new Counts(2, 0, 0, 0, 0), List.of(kept), null, List.of()), outcome);
    assertEquals(List.of(kept), fixture.state.list("comments", "", 10));
    assertEquals(List.of("ab"), fixture.members("SHIRT"));

    sync(table.put(TableModel.comment("rita", "SHIRT", 1)));
    assertEquals(List.of("ab", "rita"), fixture.members("SHIRT"));
  }

  private static Generation other(IndexDefinition definition, String stream) {
    Listing listing = TableModel.COMMENTS.find("comments").orElseThrow().by(definition);
    return SampleGenerations.ofStream(listing, "g-other", stream, SyncFixture.CLOCK.instant());
  }

  @Test
  void leavesAGenerationOfAnotherStreamAlone() {
    Generation other =
        other(
            TableModel.COMMENTS.find("comments").orElseThrow().definition(),
            TableModel.ARN + "/stream/2020-01-01T00:00:00.000");
    fixture.state.register(other);
    index.building("g-other", "nonce", SyncFixture.CLOCK.instant());
    sync(table.put(TableModel.comment("rita", "SHIRT", 1)));

    assertEquals(List.of(), fixture.dump(other, "SHIRT").all());
    assertEquals(List.of("rita"), fixture.members("SHIRT"));
  }

  /// New code has the index of old code, or old code that of new code.
  @Test
  void acknowledgesNothingWhileAGenerationHasAnotherKeyFormat() {
    IndexDefinition known = TableModel.COMMENTS.find("comments").orElseThrow().definition();
    int newest = IndexDefinition.KEY_FORMAT;
    IndexDefinition unknown = known.ofFormat(newest + 1);
    assertEquals(unknown, DefinitionReader.parse(unknown.json()));
    fixture.state.register(other(unknown, TableModel.STREAM));
    assertEquals(
        new BatchOutcome.Unapplied(
            0,
            "the generation g-other of comments has another format than this code writes (key format %d, folding 2): rebuild it"
                .formatted(newest)),
        sync(table.put(TableModel.comment("rita", "SHIRT", 1))).unapplied());
    assertEquals(
        Set.of("g-comments", "g-other"),
        fixture.writers.list(TableModel.STREAM, Instant.EPOCH).getFirst().known());
  }

  @Test
  void opsIntoALostIndexAreSkippedAndCounted() {
    index.flush();

    assertEquals(
        new BatchOutcome(1, new Counts(0, 0, 0, 0, 1), List.of(), null, List.of()),
        sync(table.put(TableModel.comment("rita", "SHIRT", 1))));
    assertEquals(List.of(), fixture.members("SHIRT"));
  }

  @Test
  void answersWithTheSequenceNumberOfTheFirstRecordNotApplied() {
    DynamodbStreamRecord good = table.put(TableModel.comment("rita", "SHIRT", 1));
    DynamodbStreamRecord foreign = table.put(TableModel.comment("ab", "SHIRT", 1));
    foreign.setEventSourceARN("arn:aws:dynamodb:eu-central-1:123456789012:table/x/stream/1");
    DynamodbStreamRecord after = table.put(TableModel.comment("zoe", "SHIRT", 1));
    var response =
        fixture.handler().handleRequest(TableModel.event(List.of(good, foreign, after)), context);

    assertEquals(
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"%s\"}]}"
            .formatted(foreign.getDynamodb().getSequenceNumber()),
        EventJson.write(response));
    assertEquals(List.of("rita"), fixture.members("SHIRT"));
    String line = context.lines.getFirst();
    assertEquals(
        """
        {"event":"batch","records":3,"generations":1,"applied":1,"duplicates":0,"older":0,"repaired":0,\
        "unmarked":0,"poison":0,"firstUnapplied":1,"reason":"the record is from the stream %s; this function follows %s",\
        "level":"ERROR","requestId":"request"\
        """
            .formatted(foreign.getEventSourceARN(), TableModel.STREAM),
        line.substring(0, line.indexOf(",\"timestamp\"")));
    assertEquals(Set.of(), fixture.state.live("comments").getFirst().inexact());
  }

  private DynamodbStreamRecord put(String writer, AttributeValue sort) {
    return table.put(Map.of("PK", fromS(writer), "PK2", fromS("SHIRT"), "SK", sort));
  }

  private BatchOutcome syncDown(IndexedTable indexed, DynamodbStreamRecord... records) {
    return fixture.consumer(indexed).sync(TableModel.event(List.of(records)), () -> 60_000);
  }

  @Test
  void aPoisonRecordThatCannotBeQuarantinedComesAgain() {
    IndexedTable indexed = fixture.indexed(table::read, down(Quarantine.class));
    AttributeValue day = fromS("2024-05-01 00:00");
    BatchOutcome outcome =
        syncDown(
            indexed, put("ab", day), put("rita", day), put("rita", fromN("1")), put("zoe", day));

    assertEquals(
        new BatchOutcome.Unapplied(2, "quarantine: state table is down"), outcome.unapplied());
    assertEquals(List.of(), outcome.poisons());
    assertEquals(2, fixture.dump(fixture.generations().getFirst(), "SHIRT").all().size());
    outcome = syncDown(indexed, put("ab", fromN("1")), put("zoe", day), put("ab", day));
    assertEquals(
        new BatchOutcome.Unapplied(0, "quarantine: state table is down"), outcome.unapplied());
  }

  @Test
  void nothingIsAppliedIfTheGenerationsCannotBeRead() {
    IndexedTable indexed = fixture.indexed(down(Generations.class), fixture.writers);
    BatchOutcome outcome = syncDown(indexed, put("ab", fromS("2024-05-01 00:00")));

    assertEquals(
        BatchOutcome.nothing(new BatchOutcome.Unapplied(0, "generations: state table is down")),
        outcome);
  }

  @Test
  void nothingIsAppliedIfTheHandlerCannotNoteItsGenerations() {
    IndexedTable indexed = fixture.indexed(fixture.state, down(Writers.class));
    BatchOutcome outcome = syncDown(indexed, put("ab", fromS("2024-05-01 00:00")));

    assertEquals(
        BatchOutcome.nothing(new BatchOutcome.Unapplied(0, "generations: state table is down")),
        outcome);
  }

  private static <T> T down(Class<T> port) {
    return WatchedPort.down(port, () -> SdkClientException.create("state table is down"));
  }
}
