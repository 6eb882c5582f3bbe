package pagemark.simulation;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Objects.requireNonNull;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import pagemark.index.Turns;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Inexact;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamedTable;
import pagemark.sync.TableModel;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Random writes to a table, and the stream of their records. One shard follows another, and its
/// numbers may begin below the end of the last one. Times are cut to the minute, as in DynamoDB
/// Local. The stream may be switched off, and stay off. If it is switched on again, later records
/// belong to a new stream.
final class SimulatedStream {
  private final RandomTable table;
  private final Turns scheduler;
  private final Faults faults;
  private final List<DynamodbStreamRecord> records = new ArrayList<>();

  /// The index of each shard's first record.
  private final List<Integer> shards = new ArrayList<>(List.of(0));

  /// The index of each stream's first record, by the stream's ARN. The last stream is on.
  private final NavigableMap<String, Integer> streams = new TreeMap<>(Map.of(TableModel.STREAM, 0));

  private final Random random;
  private final ItemHistory history = new ItemHistory();
  private long offset;
  private boolean off;
  private boolean ended;

  /// @param table draws from `random` too
  SimulatedStream(Turns scheduler, Faults faults, Random random, RandomTable table) {
    this.table = table;
    this.random = random;
    this.scheduler = scheduler;
    this.faults = faults;
  }

  RandomTable table() {
    return table;
  }

  ItemHistory history() {
    return history;
  }

  void write() {
    DynamodbStreamRecord record = table.writes(1).getFirst();
    history.follow(table.table.items(), inIndexesAt());
    if (off) {
      return;
    }
    if (faults.happens(Fault.NUMBERS_FALL, 40)) {
      offset = offset - 999;
      shards.add(records.size());
    }
    record.setEventSourceARN(arn());
    record.getDynamodb().setSequenceNumber(number(record.getDynamodb().getSequenceNumber()));
    record
        .getDynamodb()
        .setApproximateCreationDateTime(
            Date.from(scheduler.instant().truncatedTo(ChronoUnit.MINUTES)));
    records.add(record);
  }

  /// Switches the stream off. Later writes leave no record.
  void switchOff() {
    off = true;
  }

  boolean isOff() {
    return off;
  }

  /// The table as DynamoDB describes it.
  StreamedTable described() {
    return new StreamedTable(
        TableModel.NAME, TableModel.ARN, arn(), off ? Inexact.Cause.STREAM_OFF : null, 0, 0);
  }

  /// Switches the stream off, if it is not, and on. Writes between leave no record.
  void replace() {
    for (int unrecorded = random.nextInt(4); unrecorded > 0; unrecorded--) {
      table.writes(1);
      history.follow(table.table.items(), inIndexesAt());
    }
    off = false;
    shards.add(records.size());
    streams.put("%s/stream/%04d".formatted(TableModel.ARN, 9_000 + streams.size()), records.size());
  }

  /// The ARN of the stream that is on.
  String arn() {
    return streams.lastKey();
  }

  /// The index of a stream's first record.
  int begin(String arn) {
    return requireNonNull(streams.get(arn));
  }

  /// The index after a stream's last record.
  int end(String arn) {
    Map.Entry<String, Integer> next = streams.higherEntry(arn);
    return next == null ? records.size() : next.getValue();
  }

  /// A GSI is behind by a tenth of a second, sometimes by much more.
  private Instant inIndexesAt() {
    boolean late = random.nextInt(4) == 0;
    return scheduler.instant().plusMillis(random.nextInt(late ? 20_000 : 200));
  }

  /// All records have different numbers, also in different shards.
  private String number(String digits) {
    return new BigInteger(digits)
        .multiply(BigInteger.valueOf(100))
        .add(BigInteger.valueOf(offset))
        .toString();
  }

  /// A scan whose reads are I/Os.
  TableScan parkedScan() {
    return (segment, segments, after) -> {
      scheduler.park();
      TableScan.Page page = scan(segment, segments, after);
      scheduler.park();
      return page;
    };
  }

  /// A page of two items, by key.
  private TableScan.Page scan(int segment, int segments, Map<String, AttributeValue> after) {
    List<Map<String, AttributeValue>> rest =
        table.table.items().stream()
            .filter(item -> Math.floorMod(key(item).hashCode(), segments) == segment)
            .filter(item -> after.isEmpty() || key(item).compareTo(key(after)) > 0)
            .sorted(comparing(SimulatedStream::key))
            .toList();
    List<Map<String, AttributeValue>> page = rest.subList(0, Math.min(2, rest.size()));
    return new TableScan.Page(
        page,
        rest.size() == page.size()
            ? Map.of()
            : Map.of("PK", AttributeValue.fromS(key(page.getLast()))));
  }

  private static String key(Map<String, AttributeValue> item) {
    return item.getOrDefault("PK", AttributeValue.fromS("")).s();
  }

  boolean isEnded() {
    return ended;
  }

  void end() {
    ended = true;
  }

  /// The index of the first record of the shard with the last record before `position`.
  int shardBefore(int position) {
    return shards.stream().filter(begin -> begin < position).max(naturalOrder()).orElse(0);
  }

  boolean beginsShard(int position) {
    return shards.contains(position);
  }

  /// Whether the record at `position`, if there is one, was written longer than `age` ago.
  boolean isOlder(int position, Duration age) {
    return position < records.size()
        && created(records.get(position)).isBefore(scheduler.instant().minus(age));
  }

  private static Instant created(DynamodbStreamRecord record) {
    return record.getDynamodb().getApproximateCreationDateTime().toInstant();
  }

  /// The first record from `position` on that DynamoDB still has.
  int kept(int position) {
    int kept = position;
    while (isOlder(kept, Freshness.RECORDS_KEPT)) {
      kept++;
    }
    return kept;
  }

  /// The index of the record with a number; before the first one if there is none.
  int position(String number) {
    int position = records.size() - 1;
    while (position >= 0
        && !records.get(position).getDynamodb().getSequenceNumber().equals(number)) {
      position--;
    }
    return position;
  }

  /// Records of one shard, and one stream.
  List<DynamodbStreamRecord> batch(int from, int size) {
    int to = Math.min(from + size, records.size());
    for (int begin : shards) {
      to = begin > from ? Math.min(to, begin) : to;
    }
    return List.copyOf(records.subList(from, to));
  }
}
