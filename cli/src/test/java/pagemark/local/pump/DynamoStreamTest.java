package pagemark.local.pump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// The story: a response that could not be read was skipped. The iterator had moved on, its records
/// were lost, and the pump then found the stream empty.
final class DynamoStreamTest {
  private final Service service = new Service();
  private final ShardReader reader =
      new DynamoStream(service, "arn:stream", 10).read(new Shard("a", null));

  @Test
  void recordsThatCannotBeReadComeAgain() {
    service.reads.add(List.of(record("1", true)));
    service.reads.add(List.of(record("2", true), record("3", false)));

    assertEquals(List.of("1"), Records.sequences(reader.next().records()));
    assertThrows(RuntimeException.class, reader::next);
    assertThrows(RuntimeException.class, reader::next);
    service.reads.set(1, List.of(record("2", true), record("3", true)));
    assertEquals(List.of("2", "3"), Records.sequences(reader.next().records()));
    assertEquals(List.of(), reader.next().records());
  }

  @Test
  void aShardThatWasFoundEmptyIsReadOnceAPeekSeesSomething() {
    List<String> peeks = new ArrayList<>();
    ShardReader peeking =
        new DynamoStream(
                service,
                "arn:stream",
                10,
                iterator -> {
                  peeks.add(iterator);
                  return service.isEmptyAt(iterator);
                },
                null)
            .read(new Shard("a", null));
    service.reads.add(List.of(record("1", true)));

    assertEquals(List.of("1"), Records.sequences(peeking.next().records()));
    assertEquals(List.of(), peeking.next().records());
    assertEquals(List.of(), peeks, "asked before a read found nothing");
    assertEquals(List.of(), peeking.next().records());
    assertEquals(List.of(), peeking.next().records());
    assertEquals(List.of("2", "2"), peeks);
    assertEquals(2, service.calls);

    service.reads.add(List.of());
    service.reads.add(List.of(record("2", true)));
    assertEquals(List.of("2"), Records.sequences(peeking.next().records()));
    assertEquals(3, service.calls);
  }

  /// If a peek fails, the read reports the reason. Many peeks that see nothing do not outlast the
  /// iterator.
  @Test
  void readsIfAPeekFailsAndAfterManyPeeks() {
    List<Boolean> answers = new ArrayList<>();
    ShardReader peeking =
        new DynamoStream(service, "arn:stream", 10, _ -> answers.removeFirst(), null)
            .read(new Shard("a", null));
    peeking.next();
    peeking.next();
    assertEquals(2, service.calls);

    answers.addAll(Collections.nCopies(10_000, true));
    for (int i = 0; i < 6_000; i++) {
      assertEquals(List.of(), peeking.next().records());
    }
    assertEquals(3, service.calls);
  }

  /// DynamoDB Local cuts the time to the minute, so a record seemed to have waited for up to a
  /// minute.
  @Test
  void aRecordWasNotCreatedBeforeAReadThatFoundNothing() {
    Instant now = Instant.parse("2024-05-01T10:00:50Z");
    ShardReader timing =
        new DynamoStream(service, "arn:stream", 10, service::isEmptyAt, InstantSource.fixed(now))
            .read(new Shard("a", null));
    service.reads.add(List.of(record("1", true)));
    assertEquals(Instant.EPOCH, createdAt(timing.next()), "it may have been there for long");

    service.reads.add(List.of());
    timing.next();
    service.reads.add(List.of(record("2", true)));
    assertEquals(now.minusSeconds(1), createdAt(timing.next()));
  }

  /// A read at a wrong time must not make a record of later look newer than now.
  @Test
  void aClockThatWasSetBackMakesNoRecordOfTheFuture() {
    Instant[] now = {Instant.parse("2024-05-01T10:00:50Z")};
    ShardReader timing =
        new DynamoStream(service, "arn:stream", 10, service::isEmptyAt, () -> now[0])
            .read(new Shard("a", null));
    timing.next();
    now[0] = now[0].minusSeconds(3_600);
    service.reads.add(List.of());
    service.reads.add(List.of(record("1", true)));
    assertEquals(Instant.EPOCH, createdAt(timing.next()));
  }

  private static Instant createdAt(ShardReader.Fetched fetched) {
    JsonNode record = fetched.records().getFirst().json();
    return Instant.ofEpochSecond(record.at("/dynamodb/ApproximateCreationDateTime").longValue());
  }

  private static Record record(String sequence, boolean whole) {
    Map<String, AttributeValue> key = Map.of("PK", AttributeValue.fromS("rita"));
    return Record.builder()
        .eventName("INSERT")
        .dynamodb(
            d ->
                d.keys(key)
                    .newImage(key)
                    .sequenceNumber(sequence)
                    .sizeBytes(1L)
                    .approximateCreationDateTime(whole ? Instant.EPOCH : null))
        .build();
  }

  /// A shard whose iterators are the numbers of its reads.
  private static final class Service implements DynamoDbStreamsClient {
    final List<List<Record>> reads = new ArrayList<>();
    int calls;

    boolean isEmptyAt(String iterator) {
      return Integer.parseInt(iterator) >= reads.size();
    }

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
      return GetShardIteratorResponse.builder().shardIterator("0").build();
    }

    @Override
    public GetRecordsResponse getRecords(GetRecordsRequest request) {
      calls++;
      int read = Integer.parseInt(request.shardIterator());
      return GetRecordsResponse.builder()
          .records(read < reads.size() ? reads.get(read) : List.of())
          .nextShardIterator("" + (read + 1))
          .build();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }
}
