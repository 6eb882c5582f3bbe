package pagemark.function;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.listing.Definitions;
import pagemark.repair.BacklogRepair.Result;
import pagemark.signal.Trouble;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.state.SampleGenerations;
import pagemark.state.Work;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.Rebuilds.Plan;
import pagemark.sync.TableModel;

/// What a repair finds wrong, and how long it stays so.
final class TroublesTest {
  private static final Instant BEGIN = Instant.parse("2026-11-21T00:00:00Z");
  private static final Result NONE = new Result(0, 0, 0);
  private static final Result OPEN = new Result(0, 0, 1);

  private final InMemoryState state = new InMemoryState();
  private Instant now = BEGIN;

  @BeforeEach
  void serve() {
    serve("g1", BEGIN);
  }

  private void serve(String id, Instant birth) {
    state.register(
        SampleGenerations.ofStream(Definitions.comments(), id, TableModel.STREAM, birth));
    state.serve("comments", id);
  }

  private Troubles troubles() {
    return new Troubles(state, "comments", now);
  }

  private Set<Trouble> after(Result suspects, int minutes) {
    now = now.plus(Duration.ofMinutes(minutes));
    return troubles().after(state.live("comments"), suspects, NONE);
  }

  /// One late run does not begin the hour anew.
  @Test
  void suspectsThatStayForAnHourAreOne() {
    for (int minutes : new int[] {0, 5, 5, 14, 5, 30}) {
      assertEquals(Set.of(), after(OPEN, minutes), now::toString);
    }
    assertEquals(Set.of(Trouble.SUSPECTS), after(OPEN, 1));
    assertEquals(Set.of(), after(NONE, 5));
    assertEquals(Set.of(), after(OPEN, 5), "that is another one");
  }

  @Test
  void differencesStayUntilAllIsRepairedOrBuiltAnew() {
    now = BEGIN.plus(Duration.ofDays(1));
    troubles().note(Trouble.DIFFERS, true);
    assertEquals(Set.of(Trouble.DIFFERS), after(NONE, 600));
    troubles().note(Trouble.DIFFERS, false);
    assertEquals(Set.of(), after(NONE, 5));
    troubles().note(Trouble.DIFFERS, true);
    serve("g2", now.plusSeconds(60));
    assertEquals(Set.of(), after(NONE, 5));
  }

  @Test
  void aFailedAuditIsOneOnceItsRetriesAreOver() {
    troubles().note(Trouble.AUDIT_FAILED, true);
    assertEquals(Set.of(), after(NONE, 29));
    troubles().note(Trouble.AUDIT_FAILED, true);
    assertEquals(Set.of(Trouble.AUDIT_FAILED), after(NONE, 1));
    troubles().note(Trouble.AUDIT_FAILED, false);
    assertEquals(Set.of(), after(NONE, 0));
  }

  @Test
  void aRebuildOnWhichNobodyWorksIsOne() {
    Plan plan = new Plan("comments", "g2", "nonce", 4, BEGIN, 1, "owner", false);
    Work work = new Work("rebuild#comments", "owner", BEGIN, BEGIN, Map.of()).with(plan);
    state.put(work);
    assertEquals(Set.of(), after(NONE, 30));
    assertEquals(Set.of(Trouble.REBUILD_LEFT), after(NONE, 1));
    state.put(new Lease("comments", "owner", () -> now, Duration.ZERO).renewing(work));
    assertEquals(Set.of(), after(NONE, 5));
  }

  @Test
  void recordsThatWereGivenUpMakeTheIndexInexactToo() {
    state.mark("comments", "g1", new Inexact(Inexact.Cause.MISSED_RECORDS, now, now));
    assertEquals(Set.of(Trouble.INEXACT), after(NONE, 5));
    state.mark("comments", "g1", new Inexact(Inexact.Cause.GIVEN_UP_RECORDS, now, now));
    assertEquals(Set.of(Trouble.INEXACT, Trouble.GIVEN_UP), after(NONE, 5));
  }
}
