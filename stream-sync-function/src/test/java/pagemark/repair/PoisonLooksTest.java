package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.Sequence;
import pagemark.state.QuarantinedItem;

/// Counts the consistent reads of poison that nobody corrects.
final class PoisonLooksTest extends BacklogScenario {
  @BeforeEach
  void serve() {
    serve("g1");
  }

  private void poison(int items) {
    for (int i = 0; i < items; i++) {
      poison("poison" + i, "5");
    }
  }

  private void poison(String writer, String sequence) {
    put(writer, fromN("1"));
    state.add(
        new QuarantinedItem("comments", key(writer), new Sequence(sequence), "SK must be", now));
  }

  private BacklogRepair.Result run() {
    return backlog.quarantinedAndDue("comments", () -> true);
  }

  /// Runs the scheduled repair every 5 minutes.
  ///
  /// @return the reads of each of these hours
  private List<Integer> readsOfHours(int hours) {
    List<Integer> reads = new ArrayList<>();
    for (int hour = 0; hour < hours; hour++) {
      int before = itemsRead;
      for (int run = 0; run < 12; run++) {
        now = now.plusSeconds(300);
        run();
      }
      reads.add(itemsRead - before);
    }
    return reads;
  }

  /// Once they were all read every 5 minutes: 28,800 reads a day for 100 items.
  @Test
  void poisonThatStaysIsReadAfterFiveMinutesAfterAnHourAndThenOnceADay() {
    poison(100);
    assertEquals(100, run().poison(), "counted");
    assertEquals(0, itemsRead);
    List<Integer> firstDay = readsOfHours(25);
    assertEquals(List.of(100, 100), firstDay.subList(0, 2));
    assertEquals(200, firstDay.stream().mapToInt(Integer::intValue).sum());
    assertEquals(100, readsOfHours(24).stream().mapToInt(Integer::intValue).sum());
  }

  @Test
  void aNewerRecordAsksForALookInAnHour() {
    poison("poison", "5");
    readsOfHours(24);
    itemsRead = 0;
    poison("poison", "6");
    assertEquals(List.of(1, 0), readsOfHours(2).stream().map(reads -> Math.min(1, reads)).toList());
  }

  @Test
  void poisonThatIsStillThereIsNeverForgottenAndOneThatNobodyLooksAtExpires() {
    poison("poison", "5");
    for (int day = 0; day < 100; day++) {
      now = now.plus(Duration.ofDays(1));
      run();
      state.expire(now);
    }
    assertEquals(1, state.list("comments", "", 10).size());
    state.expire(now.plus(QuarantinedItem.KEPT).plus(Duration.ofDays(1)).plusSeconds(1));
    assertEquals(0, state.list("comments", "", 10).size());
  }

  @Test
  void aLookThatFailsKeepsNoOtherFromItsTurn() {
    poison("poison", "5");
    tableIsDown = true;
    assertEquals(List.of(1, 1), readsOfHours(2));
  }

  /// A clock that was years ahead has planned the next look.
  @Test
  void aLookThatIsPlannedYearsAheadIsDueAtOnce() {
    Instant before = now;
    poison("poison", "5");
    now = now.plus(Duration.ofDays(3_650));
    run();
    now = before;
    readsOfHours(1);
    assertEquals(2, itemsRead);
  }

  @Test
  void aRunThatIsCutShortGoesOnAndANewGenerationIsLookedAtAtOnce() {
    poison(1_000);
    now = now.plusSeconds(600);
    for (int run = 0; itemsRead < 1_000; run++) {
      assertTrue(run < 100, "it ends");
      int before = itemsRead;
      backlog.quarantinedAndDue("comments", () -> itemsRead < before + 150);
      assertTrue(itemsRead - before <= 300, "a round too many at most");
      now = now.plusMillis(1);
    }
    run();
    assertEquals(1_000, itemsRead);
    serve("g2");
    run();
    assertEquals(2_000, itemsRead);
  }

  /// Rita's item is good when it is read, and poison again before that is noted.
  @Test
  void newerPoisonThatComesDuringALookStays() {
    poison("rita", "5");
    now = now.plusSeconds(600);
    put("rita", fromS("2024-05-01 00:00"));
    // the first read of a look finds the item's group, and the second one is the last
    int last = itemsRead + 2;
    meanwhile =
        () -> {
          if (itemsRead == last) {
            poison("rita", "6");
          }
        };
    assertEquals(1, run().settled());
    assertEquals(
        List.of(new Sequence("6")),
        state.list("comments", "", 10).stream().map(QuarantinedItem::sequence).toList());
  }
}
