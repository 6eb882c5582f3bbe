package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.dynamodb.tree.NodeLimits;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.rebuild.Throttle.Kind;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.state.rebuild.SegmentProgress;

/// Rebuilds of an index in DynamoDB whose tables refuse requests for lack of capacity, in simulated
/// time. Rows are sorted into runs and merged by ranges, with the production code down to single
/// requests.
///
/// Steps that fail or pause are called again, by the same process or another one, as the state
/// machine does it. A failed run prints its seed; `-Dthrottle.seed=` repeats it.
@TakesLong(nightly = 35)
final class ThrottledMergeTest {
  private static final int ROWS = 2_000;
  private static final int SEGMENTS = 3;
  private static final int ROWS_PER_CALL = 150;
  private static final int GROUPS_MAX = 40;

  /// Memory for 200 rows.
  private static final long BATCH_BYTES = 65_000;

  /// So small that each segment has a range to merge.
  private static final int CHUNK_BYTES = 200;

  /// Some ten rows a leaf, and up to five levels.
  private static final NodeLimits LIMITS = new NodeLimits(400, 6, 2_048, 16_384);

  private static final Duration LONG = Duration.ofDays(30);

  /// A step gives up in less time than a function has.
  private static final Duration STEP_MAX = Duration.ofMinutes(10);

  private static final int FAILURES_MAX = 1_000;

  private interface Step {
    StepEnd of(Rebuild rebuild);
  }

  private final Random random = new Random(1);
  private final List<String> failures = new ArrayList<>();
  private SimulatedRebuild world = world(3);
  private Rebuild first = world.begin();

  private static SimulatedRebuild world(int groups) {
    return new SimulatedRebuild(
        new SimulatedRebuild.Shape(
            ROWS, groups, SEGMENTS, BATCH_BYTES, CHUNK_BYTES, ROWS_PER_CALL, LIMITS));
  }

  /// In every second run all merges write into one group.
  @Test
  void eachRowIsAppliedOnceHoweverRequestsAreRefused() {
    Long wanted = Long.getLong("throttle.seed");
    long begin = wanted == null ? new Random().nextInt() : wanted;
    for (long seed = begin; seed < begin + (wanted == null ? Extent.of(2, 20) : 1); seed++) {
      try {
        random.setSeed(seed);
        world = world(seed % 2 == 0 ? 1 : 1 + random.nextInt(GROUPS_MAX));
        first = world.begin();
        world.throttle().refuseAtTimes(random);
        end();
      } catch (AssertionError e) {
        throw new AssertionError("-Dthrottle.seed=" + seed, e);
      }
    }
  }

  /// Calls all steps until they are done, and checks the index.
  private void end() {
    do {
      segments(this::untilItWaits);
    } while (alone(() -> untilItEnds(Rebuild::turn)) != StepEnd.DONE);
    assertEquals(
        ROWS,
        first.progress().stream()
            .map(SegmentProgress::counts)
            .mapToLong(RebuildCounts::entries)
            .sum());
    assertEquals(StepEnd.DONE, alone(() -> untilItEnds(Rebuild::finish)));
    world.assertComplete();
  }

  private interface OfSegment {
    void run(int segment);
  }

  /// Works on all segments side by side.
  private void segments(OfSegment work) {
    for (int segment = 0; segment < SEGMENTS; segment++) {
      int number = segment;
      world.timeline().start(() -> work.run(number));
    }
    world.timeline().runUntil(LONG);
  }

  private interface Turn {
    StepEnd take();
  }

  private StepEnd alone(Turn turn) {
    List<StepEnd> end = new ArrayList<>();
    world.timeline().start(() -> end.add(turn.take()));
    world.timeline().runUntil(LONG);
    return end.getFirst();
  }

  /// A function has up to a second.
  private void untilItWaits(int segment) {
    StepEnd end;
    do {
      end =
          untilItEnds(
              rebuild -> {
                long until =
                    world.timeline().now() + random.nextLong(Duration.ofSeconds(1).toNanos());
                return rebuild.segment(
                    segment, () -> world.timeline().now() < until, RebuildListener.NONE);
              });
    } while (end == StepEnd.PAUSED);
  }

  private StepEnd untilItEnds(Step step) {
    for (int tries = 0; tries < FAILURES_MAX; tries++) {
      Rebuild rebuild = random.nextBoolean() ? first : another();
      try {
        return inTime(() -> step.of(rebuild));
      } catch (RebuildException e) {
        world.timeline().sleep(Duration.ofMillis(random.nextInt(60_000)));
      }
    }
    throw new AssertionError("a step failed %d times".formatted(FAILURES_MAX));
  }

  private Rebuild another() {
    Rebuild other = world.process();
    other.join(first.generation());
    return other;
  }

  private StepEnd inTime(Turn step) {
    long begin = world.timeline().now();
    try {
      return step.take();
    } catch (RebuildException e) {
      Duration time = Duration.ofNanos(world.timeline().now() - begin);
      assertTrue(time.compareTo(STEP_MAX) < 0, () -> "failed after " + time);
      assertTrue(("" + e.getMessage()).contains("DynamoDB throttles the index"), e::getMessage);
      throw e;
    }
  }

  /// Without reads nothing is written either.
  @ParameterizedTest
  @EnumSource
  void ifCapacityNeverComesBackEachStepEndsWithTheReasonAndCanBeRepeated(Kind kind) {
    sort();
    world.throttle().refuse(1, EnumSet.of(kind));
    segments(this::failToMerge);
    assertEquals(SEGMENTS, failures.size(), failures::toString);
    world.throttle().open();
    end();
  }

  private void failToMerge(int segment) {
    RebuildException e =
        assertThrows(
            RebuildException.class,
            () -> inTime(() -> first.segment(segment, () -> true, RebuildListener.NONE)));
    failures.add(e.getMessage());
  }

  /// Reads all segments, so that the merge can begin.
  private void sort() {
    segments(segment -> first.segment(segment, () -> true, RebuildListener.NONE));
    assertEquals(StepEnd.WAITING, alone(first::turn));
  }

  /// If one chunk of five is refused, a run of a hundred would never be whole otherwise.
  @Test
  void aChunkOfARunThatIsRefusedIsWrittenAgainAlone() {
    sort();
    double usual = world.runWrites();
    world = world(3);
    first = world.begin();
    world.throttle().refuse(0.2, EnumSet.of(Kind.WRITE));
    sort();
    assertTrue(world.throttle().refused() > 10, "" + world.throttle().refused());
    assertEquals(usual, world.runWrites());
  }
}
