package pagemark.dynamodb.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.request.LocalTables;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowRuns;
import pagemark.index.rows.RowRunsContract;
import pagemark.state.Generation.GenerationId;

final class DynamoRunsIT extends RowRunsContract {
  private static final int LOOKS_MAX = 100;

  @Override
  protected RowRuns runs() {
    LocalTables local = LocalTables.create();
    return new DynamoRuns(
        local.calls(),
        local.names(),
        new GenerationTables(
            local.calls(), local.names(), TableSettings.DEFAULT, LOOKS_MAX, Duration.ofMillis(10)));
  }

  @Override
  protected String generation() {
    return GenerationId.next(Instant.now());
  }

  /// If one chunk of five is refused, a run of a hundred would never be whole otherwise.
  @Test
  void eachChunkOfARunIsTriedAlone() {
    String generation = generation();
    List<Row> rows =
        IntStream.range(0, 5_000)
            .mapToObj(i -> new Position(i, Bytes.utf8("item %05d".formatted(i))))
            .map(position -> new Row(new Group("A"), new Entry(Cell.WHOLE, position)))
            .toList();
    AtomicInteger tries = new AtomicInteger();
    RowRuns runs = runs();
    runs.write(
        generation,
        1,
        rows.iterator(),
        new RowRuns.Tries() {
          @Override
          public <T> T make(Supplier<T> call) {
            tries.incrementAndGet();
            return call.get();
          }
        });
    int chunks = runs.outline(generation, 1, Supplier::get).size();
    assertTrue(chunks > 4, "" + chunks);
    assertEquals(chunks + 1, tries.get(), "a try for each, and one for the outline");
  }
}
