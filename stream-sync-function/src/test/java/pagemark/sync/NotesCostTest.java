package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.Fence;
import pagemark.index.Figures;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.index.Witness;
import pagemark.repair.IndexedTable;
import pagemark.state.StateTable;
import pagemark.state.writer.Writers;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/// Counts the write units of notes at 2,000 records a second, each of another item and group, on
/// the 16,384 slots of Redis.
@Nightly
@TakesLong(nightly = 10)
final class NotesCostTest extends LossScenario {
  private static final int RECORDS_PER_SECOND = 2_000;
  private static final int SLOTS = 16_384;

  /// Until as many witnesses are noted as become old enough.
  private static final int FIRST_SECONDS = 75;

  private static final int SECONDS = 30;
  private static final int UNIT_BYTES = 1_024;
  private static final String GENERATION = "01JD5V3K8M2Q";

  /// A table that takes items and charges for them.
  private static final class Meter implements DynamoDbClient {
    private long units;

    @Override
    public PutItemResponse putItem(PutItemRequest put) {
      units += unitsOf(bytes(put.item()));
      return PutItemResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  private static long unitsOf(long bytes) {
    return (bytes + UNIT_BYTES - 1) / UNIT_BYTES;
  }

  private static long bytes(Map<String, AttributeValue> item) {
    return item.entrySet().stream().mapToLong(a -> a.getKey().length() + bytes(a.getValue())).sum();
  }

  private static long bytes(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s().length();
      case N -> value.n().length() / 2 + 2;
      case B -> value.b().asByteArrayUnsafe().length;
      default -> throw new AssertionError(value.type());
    };
  }

  /// What the witness took as a list of texts and bytes.
  private static long bytesAsList(Witness witness, String mark) {
    return 4L
        + witness.group().group().text().length()
        + 1
        + witness.item().length()
        + 2
        + mark.length();
  }

  private final Random random = new Random(46);
  private final Meter meter = new Meter();
  private final Writers items = Writers.of(new StateTable(meter, "pagemark-state"));
  private long sequence = 7_731_900_000_016_283_456L;
  private long bytesAsList;

  /// A process and what it remembers.
  private final class Writer {
    private final IndexedTable indexed;
    private final LossWatch watch;
    private int notes;

    Writer(int number) {
      InMemoryIndex own = new InMemoryIndex(clock, IndexSettings.DEFAULT);
      SyncFixture of = new SyncFixture(own, TableModel.COMMENTS, TableModel.STREAM, clock);
      indexed = of.indexed(of.state, items);
      String name = "5f0c%012x".formatted(number);
      watch = new LossWatch(indexed, of.followed(indexed), () -> name + "#" + ++notes);
    }

    void write(int records) {
      watch.writing(now.minusMillis(700));
      for (int i = 0; i < records; i++) {
        indexed.index().witnesses().orElseThrow().acknowledged(random.nextInt(SLOTS), witness());
      }
      watch.settle(() -> true);
    }
  }

  private Witness witness() {
    sequence += random.nextInt(10_000);
    String mark = "4800000" + sequence;
    GroupRef group =
        new GroupRef(
            GENERATION,
            "comments",
            new Group("product-%08d".formatted(random.nextInt(100_000_000))));
    Bytes item = Bytes.utf8("%010d#%016x".formatted(now.getEpochSecond(), random.nextLong()));
    Witness witness = new Witness(group, item, Fence.of(mark, null), null, now);
    bytesAsList += bytesAsList(witness, mark);
    return witness;
  }

  /// A writer for each shard.
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void aTenthOfTheUnitsOfAListOfEveryWitness(int writers) {
    List<Writer> all = new ArrayList<>(IntStream.range(0, writers).mapToObj(Writer::new).toList());
    for (int second = 0; second < FIRST_SECONDS + SECONDS; second++) {
      if (second == FIRST_SECONDS) {
        bytesAsList = 0;
        meter.units = 0;
      }
      all.forEach(writer -> writer.write(RECORDS_PER_SECOND / writers));
      pass(Duration.ofSeconds(1));
    }
    long before = unitsOf(bytesAsList);
    System.out.println(
        "%d writers: %.1f write units a second, %.1f as lists"
            .formatted(writers, (double) meter.units / SECONDS, (double) before / SECONDS));
    assertTrue(meter.units * 10 <= before, () -> meter.units + " of " + before);
    Figures.counted("notes-of-shards-" + writers, (double) meter.units / SECONDS);
  }
}
