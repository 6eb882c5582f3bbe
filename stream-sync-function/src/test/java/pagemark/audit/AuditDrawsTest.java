package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditResult.Count;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.Extent;
import pagemark.index.ForwardingInspector;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Inspector;
import pagemark.index.PageIndexWriter;
import pagemark.index.TakesLong;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.IndexedTables;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;
import pagemark.state.SampleHashes;
import pagemark.sync.TableModel;
import pagemark.table.InMemoryItems;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Draws of 400 comments on a shirt, and of four on each of 100 caps.
@TakesLong(nightly = 230)
final class AuditDrawsTest {
  private static final Generation GENERATION =
      SampleGenerations.comments("g1", Generation.State.SERVING);
  private static final int DRAWS = 30;
  private static final int RUNS = Extent.of(20, 1_000);

  private final InMemoryIndex index = new InMemoryIndex(() -> Instant.EPOCH, IndexSettings.DEFAULT);
  private final PageIndexWriter writer =
      new ForwardingWriter(index) {
        @Override
        public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
          throw new AssertionError("draws do not walk through the whole index");
        }
      };
  private Inspector inspector = index;
  private boolean repair;

  private final Map<List<Integer>, List<Map<String, AttributeValue>>> segments = new HashMap<>();
  private final InMemoryItems table = new InMemoryItems();
  private final InMemoryState state = new InMemoryState();

  AuditDrawsTest() {
    index.building("g1", "nonce", Instant.EPOCH);
    index.ready("g1", "nonce");
    for (int i = 0; i < 400; i++) {
      comment("s" + i, "SHIRT", 1 + i % 28);
      comment("c" + i, "CAP" + i / 4, 1);
    }
  }

  private void comment(String name, String product, int day) {
    var item = TableModel.comment(name, product, day);
    table.byKey().put(Map.of("PK", fromS(name)), item);
    plant(name, product, day, true);
  }

  private void plant(String name, String product, int day, boolean present) {
    var item = TableModel.comment(name, product, day);
    Entry entry = ((Indexed) GENERATION.definition().indexable(item)).entry();
    index.plant(new GroupRef("g1", "comments", new Group(product)), entry, present);
  }

  private AuditResult draw(long seed, int draws) {
    TableScan scan =
        (segment, of, after) ->
            new TableScan.Page(
                segments.computeIfAbsent(List.of(segment, of), _ -> items(segment, of)),
                after.isEmpty() ? Map.of("PK", fromS("more")) : Map.of());
    AuditSetup setup =
        new AuditSetup(
            IndexedTables.of(table, writer, index, state, state, () -> Instant.EPOCH).with(_ -> {}),
            inspector,
            scan,
            new Random(seed));
    AuditSettings settings = new AuditSettings(1, draws, 1, repair, Duration.ZERO, Instant.MAX);
    return new Audit(setup, settings).run(GENERATION);
  }

  private List<Map<String, AttributeValue>> items(int segment, int of) {
    return table.byKey().values().stream()
        .filter(item -> new Random(item.hashCode()).nextInt(of) == segment)
        .toList();
  }

  /// In how many of 100 runs something was found.
  private int found() {
    int found = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      found += draw(seed, DRAWS).drift() > 0 ? 1 : 0;
    }
    return found * 100 / RUNS;
  }

  @Test
  void theResultSaysHowManyPlacesWereDrawnAndWhatThatProves() {
    repair = true;
    AuditResult result = draw(1, DRAWS);
    assertTrue(result.isClean() && !result.provesAll(), result::toString);
    assertTrue(result.count(Count.ENTRIES) > result.count(Count.ITEMS), result::toString);
    Map<String, Object> json = result.json(false, SampleHashes.ofThisProcess());
    assertEquals(
        List.of((long) DRAWS, 100_000L),
        List.of(json.get("draws"), json.get("boundPartsPerMillion")));
  }

  /// A run finds it if it draws the item.
  @Test
  void aMissingEntryIsFoundAsOftenAsItsItemIsDrawn() {
    plant("s7", "SHIRT", 8, false);
    double expected = 0;
    int found = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      AuditResult result = draw(seed, DRAWS);
      expected += result.count(Count.ITEMS) / (double) table.byKey().size();
      found += (int) result.count(Count.MISSING);
    }
    assertEquals(expected, found, 4 * Math.sqrt(expected), "of " + RUNS);
  }

  /// Only an audit of all finds one in a group without items.
  @Test
  void ghostsAreFound() {
    isFound("SHIRT", "ghost", 14, 14);
    isFound("SHIRT", "a", 1, 50);
    isFound("CAP7", "ghost", 9, 5);
    plant("ghost", "BELT", 1, true);
    assertEquals(0, found());
  }

  private void isFound(String product, String ghost, int day, int percent) {
    plant(ghost, product, day, true);
    int found = found();
    assertTrue(found > percent && found < 100, product + ghost + found);
    plant(ghost, product, day, false);
  }

  /// Each group has one.
  @Test
  void wrongCountsOfSmallGroupsAreFoundAndCellsThatDoNotAddUp() {
    inspector =
        new ForwardingInspector(index) {
          @Override
          public Optional<KeptCounts> keptCounts() {
            return Optional.of(new Wrong(1));
          }
        };
    assertTrue(draw(1, DRAWS).count(Count.MISCOUNTED) > 0);
    inspector =
        new ForwardingInspector(index) {
          @Override
          public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
            return groups.stream().map(group -> new GroupSize(group, 1, 2)).toList();
          }
        };
    assertTrue(draw(1, DRAWS).count(Count.MISCOUNTED) > 0);
    repair = true;
    assertTrue(draw(1, DRAWS).count(Count.OPEN) > 0, "draws do not correct them");
  }

  record Wrong(long counts) implements Inspector.KeptCounts {
    @Override
    public long wrong(GroupRef group) {
      return counts;
    }

    @Override
    public long correct(GroupRef group) {
      throw new AssertionError("nothing is to be corrected");
    }
  }

  @Test
  void aTableThatIsSmallerThanTheDrawsIsComparedWhole() {
    plant("ghost", "BELT", 1, true);
    AuditResult result = draw(1, 1_000);
    assertEquals(Map.of(Count.GHOST, 1L), result.differences());
    assertEquals(0, result.count(Count.DRAWS));
  }
}
