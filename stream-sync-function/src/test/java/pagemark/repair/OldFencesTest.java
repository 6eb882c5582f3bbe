package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Sequence;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;

final class OldFencesTest {
  private static final int GROUPS = 20;
  private static final int RUNS_MAX = 20;

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private final InMemoryState state = new InMemoryState();
  private final OldFences fences = new OldFences(state, index, () -> now);

  @BeforeEach
  void twoGenerations() {
    for (String id : List.of("g2", "g1")) {
      state.register(SampleGenerations.comments(id, Generation.State.BUILDING));
      index.building(id, "nonce", Instant.EPOCH);
      write(id);
    }
  }

  private void write(String generation) {
    for (int i = 0; i < GROUPS; i++) {
      GroupRef group = new GroupRef(generation, "comments", new Group("group" + i));
      Op op = new Op(Bytes.utf8("a"), new Sequence("5"), null, Set.of());
      index.write(List.of(new GroupWrite(group, List.of(op))));
    }
  }

  private long run(int steps) {
    AtomicInteger left = new AtomicInteger(steps);
    return fences.remove("comments", () -> left.getAndDecrement() > 0).removed();
  }

  @Test
  void manyShortRunsRemoveTheOldFencesOfAllLiveGenerations() {
    assertEquals(0, run(1_000), "nothing is old");
    now = now.plus(Duration.ofDays(3));
    long removed = 0;
    int runs = 0;
    while (removed < 2 * GROUPS) {
      assertTrue(runs++ < RUNS_MAX, "the walk does not come to its end");
      removed += run(3);
    }
    assertTrue(runs > 10, "short runs");
    assertEquals(0, index.size());
  }

  @Test
  void aWalkBeginsAnHourAfterTheLastOnesEnd() {
    assertEquals(0, run(1_000));
    now = now.plus(Duration.ofDays(3));
    assertEquals(2 * GROUPS, run(1_000));
    write("g1");
    now = now.plus(Duration.ofMinutes(59));
    AtomicInteger asked = new AtomicInteger();
    fences.remove("comments", () -> asked.incrementAndGet() > 0);
    assertEquals(0, asked.get());
    now = now.plus(Duration.ofMinutes(1));
    fences.remove("comments", () -> asked.incrementAndGet() > 0);
    assertEquals(GROUPS, asked.get(), "a step for each group");
    now = now.minus(Duration.ofDays(1));
    fences.remove("comments", () -> asked.incrementAndGet() > 0);
    assertTrue(asked.get() > GROUPS, "the clock was a day ahead");
  }

  @Test
  void aStoreWhoseReadsArePaidForIsWalkedLessOften() {
    PageIndexWriter paid =
        new ForwardingWriter(index) {
          @Override
          public Duration sweepPause() {
            return Duration.ofDays(1);
          }
        };
    OldFences daily = new OldFences(state, paid, () -> now);
    assertEquals(0, daily.remove("comments", () -> true).removed());
    now = now.plus(Duration.ofDays(3));
    assertEquals(2 * GROUPS, daily.remove("comments", () -> true).removed());
    write("g1");
    AtomicInteger asked = new AtomicInteger();
    now = now.plus(Duration.ofHours(23));
    daily.remove("comments", () -> asked.incrementAndGet() > 0);
    assertEquals(0, asked.get());
    now = now.plus(Duration.ofHours(1));
    daily.remove("comments", () -> asked.incrementAndGet() > 0);
    assertEquals(GROUPS, asked.get(), "a step for each group");
  }

  @Test
  void aWalkOfAGenerationThatIsGoneGoesOnWithTheNext() {
    now = now.plus(Duration.ofDays(3));
    assertEquals(2, run(2), "of g1");
    state.serve("comments", "g1");
    state.serve("comments", "g2");
    index.drop("g1");
    assertEquals(GROUPS, run(1_000));
    assertEquals(0, index.size());
  }

  @Test
  void aRunGoesOnAtTheGenerationThatTheLastOneLeft() {
    List<String> swept = new ArrayList<>();
    Map<String, String> from = new HashMap<>();
    PageIndexWriter noting =
        new ForwardingWriter(index) {
          @Override
          public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
            swept.add(generation);
            from.putIfAbsent(generation, position);
            return index.sweep(generation, position, hasTime);
          }
        };
    OldFences walk = new OldFences(state, noting, () -> now);
    OldFences.Result result = OldFences.Result.NONE;
    for (int runs = 0; !result.ended(); runs++) {
      assertTrue(runs < RUNS_MAX, "the walk does not come to its end");
      AtomicInteger left = new AtomicInteger(3);
      result = walk.remove("comments", () -> left.getAndDecrement() > 0);
    }
    assertEquals(swept.stream().sorted().toList(), swept);
    assertEquals(Map.of("g1", Sweep.BEGIN, "g2", Sweep.BEGIN), from);
  }
}
