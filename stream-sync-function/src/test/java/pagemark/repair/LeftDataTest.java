package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import pagemark.index.Markers;
import pagemark.state.Generation.GenerationId;
import pagemark.state.rebuild.NamedGenerations;

final class LeftDataTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final Instant OLD = NOW.minus(Duration.ofDays(2));

  private final List<TableStub> tables = new ArrayList<>();
  private final NamedGenerations named = new NamedGenerations(new TreeMap<>(), new TreeSet<>());
  private boolean isRegisteredLate;

  private final LeftData left =
      new LeftData(
          new Markers.StoredData() {
            @Override
            public List<Markers.Data> list() {
              return tables.stream().map(TableStub::data).toList();
            }

            @Override
            public boolean remove(Markers.Data data) {
              return tables.removeIf(table -> table.data().equals(data) && table.isOfIndex());
            }
          },
          _ -> named(),
          () -> NOW);

  private record TableStub(Markers.Data data, boolean isOfIndex) {}

  private NamedGenerations named() {
    if (isRegisteredLate) {
      table(GenerationId.next(OLD), false);
    }
    return named;
  }

  private String table(String generation, boolean ofRebuild) {
    String name = "p-" + generation + (ofRebuild ? "-runs" : "");
    tables.add(new TableStub(new Markers.Data(name, generation, ofRebuild), true));
    return name;
  }

  private List<String> names() {
    return tables.stream().map(table -> table.data().name()).toList();
  }

  @Test
  void removesWhatNobodyNamesTheOldestFirst() {
    String second = table(GenerationId.next(OLD.plusSeconds(60)), false);
    String first = table(GenerationId.next(OLD), true);
    assertEquals(List.of(first, second), left.remove(() -> true));
    assertEquals(List.of(), names());
  }

  @Test
  void leavesWhatIsNotADayOld() {
    Instant day = NOW.minus(Duration.ofDays(1));
    table(GenerationId.next(day), false);
    table(GenerationId.next(NOW.plusSeconds(60)), false);
    String old = table(GenerationId.next(day.minusSeconds(1)), false);
    assertEquals(List.of(old), left.remove(() -> true));
  }

  @Test
  void leavesTheGenerationsOfAllListingsAndWhatRebuildsBuild() {
    String serving = GenerationId.next(OLD);
    String ofAnother = GenerationId.next(OLD.plusSeconds(1));
    String built = GenerationId.next(OLD.plusSeconds(2));
    named.byListing().put("comments", Set.of(serving));
    named.byListing().put("orders", Set.of(ofAnother));
    named.rebuilt().add(built);
    table(serving, false);
    table(ofAnother, false);
    table(built, false);
    table(built, true);
    String runs = table(serving, true);
    assertEquals(List.of(runs), left.remove(() -> true), "its rebuild is over");
    assertEquals(4, tables.size());
  }

  /// A generation is registered before it has a table.
  @Test
  void listsTheTablesBeforeItReadsWhatIsNeeded() {
    table(GenerationId.next(OLD), false);
    isRegisteredLate = true;
    assertEquals(1, left.remove(() -> true).size());
    assertEquals(1, tables.size(), "made meanwhile");
  }

  @Test
  void isBoundedInNumberAndTime() {
    for (int i = 0; i < 25; i++) {
      table(GenerationId.next(OLD.plusSeconds(i)), false);
    }
    AtomicInteger asked = new AtomicInteger();
    assertEquals(3, left.remove(() -> asked.incrementAndGet() <= 3).size());
    assertEquals(20, left.remove(() -> true).size());
    assertEquals(2, left.remove(() -> true).size());
  }

  @Test
  void namesOnlyWhatWasRemoved() {
    tables.add(new TableStub(new Markers.Data("p-production", "production", false), false));
    String mine = table(GenerationId.next(OLD), false);
    assertEquals(List.of(mine), left.remove(() -> true));
    assertEquals(List.of("p-production"), names());
  }
}
