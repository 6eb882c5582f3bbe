package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.state.RebuildJob.Plan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What every keeper of rebuilds and of writers' notes must do.
public abstract class RebuildContract {
  private static final Instant NOW = Instant.ofEpochMilli(1_714_521_600_123L);
  private static final Instant UNTIL = NOW.plusSeconds(60);
  private static final Plan PLAN = new Plan("g1", "nonce", 3, NOW, 1);
  private static int listings;

  private Rebuilds rebuilds;
  private Writers writers;
  private String listing;

  protected abstract Rebuilds rebuilds();

  protected abstract Writers writers();

  @BeforeEach
  final void open() {
    rebuilds = rebuilds();
    writers = writers();
    listing = "comments-" + ++listings;
  }

  private RebuildJob acquire(String owner, Instant now) {
    return rebuilds.acquire(listing, owner, now, now.plusSeconds(60));
  }

  @Test
  final void hasOneOwnerUntilTheLeaseEnds() {
    assertEquals(new RebuildJob(listing, "a", UNTIL, null), acquire("a", NOW));
    var held = assertThrows(RebuildHeldException.class, () -> acquire("b", UNTIL));
    assertEquals(UNTIL, held.until());
    assertEquals(UNTIL, acquire("a", NOW).leaseUntil());

    assertEquals("b", acquire("b", UNTIL.plusMillis(1)).owner());
    assertThrows(RebuildLostException.class, () -> rebuilds.renew(listing, "a", UNTIL));
    assertThrows(
        RebuildLostException.class, () -> rebuilds.save(new RebuildJob(listing, "a", UNTIL, PLAN)));
  }

  @Test
  final void renewsTheLeaseOfItsOwnerAlone() {
    assertThrows(RebuildLostException.class, () -> rebuilds.renew(listing, "a", UNTIL));
    acquire("a", NOW);
    assertEquals(
        new RebuildJob(listing, "a", UNTIL.plusSeconds(60), null),
        rebuilds.renew(listing, "a", UNTIL.plusSeconds(60)));
    assertThrows(RebuildHeldException.class, () -> acquire("b", UNTIL.plusSeconds(1)));
    rebuilds.renew(listing, "a", NOW);
    assertEquals("b", acquire("b", NOW.plusMillis(1)).owner());
  }

  @Test
  final void nextOwnerFindsPlanAndPositions() {
    rebuilds.save(acquire("a", NOW).with(PLAN));
    assertEquals(PLAN, rebuilds.renew(listing, "a", UNTIL).plan());
    SegmentPosition first = position("x", false, new RebuildCounts(4, 3, 2, 1));
    SegmentPosition later = position("y", true, new RebuildCounts(9, 8, 7, 6));
    rebuilds.save(listing, PLAN, 1, first);
    rebuilds.save(listing, PLAN, 1, later);
    rebuilds.save(listing, PLAN, 2, first);

    assertEquals(PLAN, acquire("b", UNTIL.plusSeconds(1)).plan());
    assertEquals(List.of(SegmentPosition.START, later, first), rebuilds.positions(listing, PLAN));
    assertEquals(
        List.of(SegmentPosition.START), rebuilds.positions(listing, new Plan("g", "n", 1, NOW, 1)));
  }

  private static SegmentPosition position(String key, boolean done, RebuildCounts counts) {
    return new SegmentPosition(Map.of("PK", AttributeValue.fromS(key)), done, counts);
  }

  @Test
  final void forgetsWhatHasEndedAndNothingOfAnother() {
    rebuilds.save(acquire("a", NOW).with(PLAN));
    rebuilds.save(listing, PLAN, 0, position("x", true, RebuildCounts.ZERO));
    rebuilds.end(listing, "b");
    assertEquals(PLAN, acquire("a", NOW).plan());
    assertEquals(true, rebuilds.positions(listing, PLAN).getFirst().done());

    rebuilds.end(listing, "a");
    assertNull(acquire("b", NOW).plan());
    assertEquals(SegmentPosition.START, rebuilds.positions(listing, PLAN).getFirst());
  }

  @Test
  final void listsTheLastNoteOfEachWriterOfAStream() {
    String stream = "arn:stream/" + listing;
    WriterNote old = new WriterNote("a", stream, Set.of("g1"), NOW.minusSeconds(9), 5);
    WriterNote a = new WriterNote("a", stream, Set.of("g1", "g2"), NOW, 1_234);
    WriterNote b = new WriterNote("b", stream, Set.of(), NOW.minusMillis(1), 0);
    List.of(old, a, b, new WriterNote("c", stream + "x", Set.of(), NOW, 0)).forEach(writers::note);

    assertEquals(Set.of(a, b), Set.copyOf(writers.list(stream, NOW.minusMillis(1))));
    assertEquals(List.of(a), writers.list(stream, NOW));
    assertEquals(List.of(), writers.list(stream, NOW.plusMillis(1)));
  }

  @Test
  final void tellsTheLagOfTheWriterThatIsMostBehind() {
    String stream = "arn:stream/" + listing;
    assertEquals(OptionalLong.empty(), writers.lagMillis(stream, NOW));
    writers.note(new WriterNote("a", stream, Set.of("g1"), NOW, 40));
    writers.note(new WriterNote("b", stream, Set.of("g1"), NOW.minusSeconds(60), 700));
    writers.note(new WriterNote("c", stream, Set.of("g1"), NOW.minusSeconds(600), 9_000));
    assertEquals(OptionalLong.of(700), writers.lagMillis(stream, NOW));
  }
}
