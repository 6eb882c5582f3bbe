package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.function.RebuildHandler;
import pagemark.listing.IndexDefinition;
import pagemark.services.TestContext;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.state.RebuildHeldException;
import pagemark.state.SampleGenerations;
import pagemark.state.writer.WriterNote;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamedTable;

/// The first step of a rebuild waits for a consumer that is far behind its stream, and refuses a
/// table whose stream nobody can follow.
final class ConsumerWaitTest {
  private static final String NEW = "arn:table/stream/new";

  private final RebuildWorld world = new RebuildWorld();
  private final Instant start = world.now;
  private final TestContext context = new TestContext();
  private StreamedTable table = new StreamedTable("comments", "arn:table", NEW, null, 0, 0);
  private final RebuildHandler handler =
      new RebuildHandler(
          RandomTable.LISTINGS,
          "comments",
          (_, _) -> world.setup(world.scan, writer -> writer),
          () -> table);

  private Map<String, Object> begin() {
    return handler.handleRequest(
        Map.of("step", "begin", "listing", "comments", "token", "run-1", "segments", 1), context);
  }

  private void note(Duration lag) {
    Set<String> known = Set.copyOf(live().stream().map(Generation::id).toList());
    world.fixture.writers.note(
        new WriterNote("w", table.stream(), known, world.now, lag.toMillis()));
  }

  private List<Generation> live() {
    return world.fixture.state.live("comments");
  }

  private Duration waited() {
    return Duration.between(start, world.now);
  }

  /// A deployment on a table that is written all the time. Two minutes later the consumer begins
  /// with the records of three hours.
  @Test
  void beginsWhenTheFirstConsumerIsLessThanAMinuteBehind() {
    world.whileWaiting =
        () -> {
          if (waited().toMinutes() >= 2) {
            note(Duration.ofHours(3));
          }
          context.remainingMillis = waited().toMinutes() < 3 ? 60_000 : 0;
        };
    Map<String, Object> answer = begin();
    assertEquals("CONTINUE", answer.get("status"));
    assertEquals(Duration.ofHours(3).toMillis(), answer.get("lagMillis"));
    assertEquals(null, answer.get("generation"));
    assertEquals(1, live().size(), "no generation is registered");
    String line = context.lines.getLast();
    assertTrue(
        line.contains("\"event\":\"rebuild waits\"") && line.contains("\"lagMillis\":10800000"),
        line);

    context.remainingMillis = 60_000;
    world.whileWaiting = () -> note(Duration.ofHours(3).minus(waited().multipliedBy(2)));
    Map<String, Object> begun = begin();
    assertEquals("DONE", begun.get("status"));
    assertEquals(live().getLast().id(), begun.get("generation"));
    assertTrue(begun.get("lagMillis") instanceof Long lag && lag < 60_000, begun::toString);
    assertTrue(context.lines.getLast().contains("\"event\":\"rebuild begins\""));
    assertTrue(live().getLast().birth().isAfter(start.plus(Duration.ofMinutes(89))));
  }

  /// Nobody writes to it, so no writer ever notes anything.
  @Test
  void beginsOnAnIdleTableAfterTenMinutesOrAtOnceIfItWasFollowedBefore() {
    assertEquals("DONE", begin().get("status"));
    assertEquals(Duration.ofMinutes(10), waited());

    ConsumerWaitTest followed = new ConsumerWaitTest();
    followed.table = RebuildWorld.TABLE;
    assertEquals("DONE", followed.begin().get("status"));
    assertEquals(Duration.ZERO, followed.waited());

    ConsumerWaitTest noted = new ConsumerWaitTest();
    noted.note(Duration.ofHours(3));
    noted.world.now = noted.start.plus(Duration.ofMinutes(6));
    assertEquals("DONE", noted.begin().get("status"));
    assertEquals(Duration.ofMinutes(6), noted.waited());

    ConsumerWaitTest without = new ConsumerWaitTest();
    without.table = new StreamedTable("comments", "arn:table", StreamedTable.NONE, null, 0, 0);
    assertEquals("DONE", without.begin().get("status"));
    assertEquals(Duration.ZERO, without.waited());
  }

  @Test
  void givesUpAConsumerThatDoesNotComeCloser() {
    note(Duration.ofHours(3));
    world.fixture.writers.note(new WriterNote("fast", NEW, Set.of(), world.now, 0));
    world.whileWaiting =
        () -> {
          note(Duration.ofHours(3).minusMillis(waited().toMillis() / 20));
          assertThrows(RebuildHeldException.class, () -> world.begun("b"));
        };
    var behind = assertThrows(ConsumerBehindException.class, this::begin);
    String why = String.valueOf(behind.getMessage());
    assertTrue(why.contains(NEW + " is PT2H59M30"), why);
    assertEquals(Duration.ofMinutes(10), waited());
    assertEquals(1, live().size(), "no generation is registered");
  }

  /// The consumer applies nothing until this rebuild is done.
  @Test
  void doesNotWaitForAConsumerThatWaitsForTheRebuild() {
    IndexDefinition later =
        RebuildWorld.LISTING.definition().ofFormat(IndexDefinition.KEY_FORMAT + 1);
    world.fixture.state.register(
        SampleGenerations.of(
            "g-later", "comments", later, table.arn(), NEW, start, Generation.State.BUILDING));
    note(Duration.ofHours(3));
    world.whileWaiting = () -> note(Duration.ofHours(3));
    assertEquals("DONE", begin().get("status"));
    assertTrue(waited().compareTo(Duration.ofMinutes(1)) < 0, "only for the writer's next note");
    ConsumerWaitTest torn = new ConsumerWaitTest();
    torn.world.fixture.state.mark(
        "comments", "g-comments", new Inexact(Cause.TORN_TREE, start, start));
    torn.note(Duration.ofHours(3));
    torn.world.whileWaiting = () -> torn.note(Duration.ofHours(3));
    assertEquals("DONE", torn.begin().get("status"));
  }

  /// The store was down for an hour, and has lost a part of what was built.
  @Test
  void waitsBeforeItBeginsAnewToo() {
    Rebuild rebuild = world.rebuild("a");
    table = RebuildWorld.TABLE;
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    note(Duration.ofHours(1));
    assertEquals(StepEnd.PAUSED, rebuild.beginAnew(() -> false, RebuildListener.NONE));
    String begun = rebuild.generation();
    assertEquals(begun, live().getLast().id());
    world.whileWaiting = () -> note(Duration.ZERO);
    assertEquals(StepEnd.DONE, rebuild.beginAnew(() -> true, RebuildListener.NONE));
    assertEquals(rebuild.generation(), live().getLast().id());
  }

  @ParameterizedTest
  @EnumSource(names = {"STREAM_OFF", "STREAM_WITHOUT_IMAGES"})
  void refusesATableWhoseStreamNobodyCanFollow(Cause fault) {
    table = new StreamedTable("comments", "arn:table", NEW, fault, 0, 0);
    var refused = assertThrows(UnsafeIndexException.class, this::begin);
    String why = String.valueOf(refused.getMessage());
    assertTrue(why.contains(fault.remedy("comments", "comments")), why);
    assertEquals(1, live().size(), "no generation is registered");
  }
}
