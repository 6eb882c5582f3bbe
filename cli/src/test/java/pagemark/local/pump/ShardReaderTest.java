package pagemark.local.pump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.watch.WatchedStream;

final class ShardReaderTest {
  private final FakeStream stream = new FakeStream(10).shard("a", null);

  private ShardPump.Reader reader(@Nullable InstantSource clock) {
    return new ShardPump.Reader(stream, "a", clock);
  }

  /// DynamoDB Local reports an iterator of an empty shard as expired as soon as there are records.
  /// An answer without records would mean that the index has caught up.
  @Test
  void aStaleIteratorIsReplacedInTheSameRead() {
    ShardPump.Reader reader = reader(null);
    stream.put("a", Records.range(1, 2));
    reader.next();
    stream.put("a", Records.range(2, 3));
    stream.makeStale();
    assertEquals(List.of("2"), Records.sequences(reader.next().records()));
  }

  /// DynamoDB Local cuts the time to the minute, so a record seemed to have waited for up to a
  /// minute.
  @Test
  void aRecordWasNotCreatedBeforeAReadThatFoundNothing() {
    Instant now = Instant.parse("2024-05-01T10:00:50Z");
    ShardPump.Reader reader = reader(InstantSource.fixed(now));
    assertEquals(Instant.EPOCH, createdAt(reader), "it may have been there for long");
    reader.next();
    assertEquals(now.minusSeconds(1), createdAt(reader));
  }

  /// A read at a wrong time must not make a record of later look newer than now.
  @Test
  void aClockThatWasSetBackMakesNoRecordOfTheFuture() {
    Instant[] now = {Instant.parse("2024-05-01T10:00:50Z")};
    ShardPump.Reader reader = reader(() -> now[0]);
    reader.next();
    now[0] = now[0].minusSeconds(3_600);
    assertEquals(Instant.EPOCH, createdAt(reader));
  }

  /// The time of a record of the epoch, after it was read.
  private Instant createdAt(ShardPump.Reader reader) {
    JsonNode written = Records.record("1");
    ((ObjectNode) written.path("dynamodb")).put("ApproximateCreationDateTime", 0);
    stream.put("a", List.of(written));
    return WatchedStream.createdAt(reader.next().records().getFirst());
  }
}
