package example.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.list.Change;

/// Reads the messages of PostgreSQL's plugin `pgoutput`, version 1, one after the other.
///
/// The version of a change is its transaction's place in the log. So a transaction makes one change
/// of an event, whatever it did to it in between. All events of a transaction are held in memory.
final class PgOutput {
  private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
          .appendOffset("+HH:mm", "+00")
          .toFormatter();

  private final List<String> columns = new ArrayList<>();
  private final Map<Id, Move> moves = new LinkedHashMap<>();
  private Instant committed = EPOCH;

  /// @param end the place in the log behind its commit
  record Transaction(long end, List<Change> changes) {}

  private record Id(String user, String key) {
    static Id of(Event event) {
      return new Id(event.user(), event.item().key());
    }
  }

  private record Move(@Nullable Event before, @Nullable Event after) {}

  /// Reads the next message.
  ///
  /// @return the transaction that ends with it, if one does
  /// @throws StaleIndexException if nobody can follow what has happened
  @Nullable Transaction read(byte[] message) {
    ByteBuffer in = ByteBuffer.wrap(message);
    char kind = (char) in.get();
    switch (kind) {
      case 'B' -> begin(in.position(9));
      case 'R' -> relation(in);
      case 'I', 'U', 'D' -> row(kind, in);
      case 'T' -> throw new StaleIndexException("the table was truncated");
      case 'C' -> {
        return commit(in.position(10).getLong());
      }
      default -> {}
    }
    return null;
  }

  private void begin(ByteBuffer in) {
    committed = EPOCH.plus(in.getLong(), ChronoUnit.MICROS);
    moves.clear();
  }

  private Transaction commit(long end) {
    List<Change> changes =
        moves.values().stream()
            .filter(move -> move.before() != null || move.after() != null)
            .map(move -> change(move, end))
            .toList();
    return new Transaction(end, changes);
  }

  private Change change(Move move, long version) {
    Event before = move.before();
    Event after = move.after();
    return new Change(
        before == null ? null : before.item(),
        after == null ? null : after.item(),
        version,
        committed);
  }

  /// The table's columns, in the order of its rows.
  private void relation(ByteBuffer in) {
    in.getInt();
    text(in);
    text(in);
    in.get();
    columns.clear();
    for (int left = in.getShort(); left > 0; left--) {
      in.get();
      columns.add(text(in));
      in.getLong();
    }
  }

  private void row(char kind, ByteBuffer in) {
    in.getInt();
    Map<String, String> old = new HashMap<>();
    char image = (char) in.get();
    if (kind != 'I') {
      if (image != 'O') {
        throw new StaleIndexException(
            "events had no REPLICA IDENTITY FULL, so old rows are missing");
      }
      tuple(in, old);
    }
    Map<String, String> row = new HashMap<>(old);
    if (kind == 'U') {
      in.get();
    }
    if (kind != 'D') {
      tuple(in, row);
    }
    moved(kind == 'I' ? null : event(old), kind == 'D' ? null : event(row));
  }

  /// A long value that has not changed does not come again.
  private void tuple(ByteBuffer in, Map<String, String> row) {
    int count = in.getShort();
    for (int i = 0; i < count; i++) {
      if (in.get() == 't') {
        byte[] value = new byte[in.getInt()];
        in.get(value);
        row.put(columns.get(i), new String(value, UTF_8));
      }
    }
  }

  private static Event event(Map<String, String> row) {
    return new Event(
        value(row, "user_id"),
        Integer.parseInt(value(row, "shard_id")),
        TIME.parse(value(row, "event_ts"), Instant::from),
        value(row, "kind"));
  }

  private static String value(Map<String, String> row, String column) {
    return Objects.requireNonNull(row.get(column), column);
  }

  /// An update may change the key: then one event is gone, and another one is there.
  private void moved(@Nullable Event before, @Nullable Event after) {
    if (before != null && after != null && !Id.of(before).equals(Id.of(after))) {
      note(Id.of(before), new Move(before, null));
      note(Id.of(after), new Move(null, after));
    } else {
      note(Id.of(Objects.requireNonNull(after == null ? before : after)), new Move(before, after));
    }
  }

  private void note(Id id, Move next) {
    moves.merge(id, next, (first, last) -> new Move(first.before(), last.after()));
  }

  private static String text(ByteBuffer in) {
    int from = in.position();
    int to = from;
    while (in.get(to) != 0) {
      to++;
    }
    byte[] bytes = new byte[to - from];
    in.get(bytes).get();
    return new String(bytes, UTF_8);
  }
}
