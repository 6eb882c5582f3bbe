package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.Sequence;
import pagemark.state.Quarantine;
import pagemark.state.QuarantinedItem;

/// Counts the consistent reads of poison that nobody corrects.
final class DueQuarantineTest extends BacklogScenario {
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

  /// Once they were all read every 5 minutes: 288,000 reads a day for 1,000 items.
  @Test
  void poisonThatStaysIsReadAfterFiveMinutesAfterAnHourAndThenOnceADay() {
    poison("first", "5");
    run();
    assertEquals(1, itemsRead, "no position yet: all are looked at");
    poison(1_000);
    state.settle(new QuarantinedItem("comments", key("first"), new Sequence("5"), "", now));
    itemsRead = 0;
    assertEquals(1_000, run().poison(), "counted");
    assertEquals(0, itemsRead);
    List<Integer> firstDay = readsOfHours(24);
    assertTrue(firstDay.getFirst() >= 1_000 && firstDay.getFirst() < 1_100, firstDay::toString);
    assertTrue(firstDay.get(1) >= 1_000 && firstDay.get(1) < 1_100, firstDay::toString);
    assertEquals(3_002, sum(firstDay), "two early looks and one of the day; two at what is gone");
    List<Integer> secondDay = readsOfHours(24);
    assertEquals(1_000, sum(secondDay));
    assertTrue(Collections.max(secondDay) < 100, "evenly: " + secondDay);
  }

  private static int sum(List<Integer> all) {
    return all.stream().mapToInt(Integer::intValue).sum();
  }

  @Test
  void aNewerRecordStartsThePausesAnew() {
    poison("poison", "5");
    readsOfHours(24);
    poison("poison", "6");
    assertEquals(List.of(1, 1), readsOfHours(2).stream().map(reads -> Math.min(1, reads)).toList());
  }

  @Test
  void poisonThatIsStillThereIsNeverForgottenAndOneThatNobodyLooksAtExpires() {
    poison("poison", "5");
    for (int day = 0; day < 100; day++) {
      now = now.plus(Duration.ofDays(1));
      run();
      state.expire(now);
    }
    assertEquals(1, state.list("comments", 10).size());
    state.expire(now.plus(Quarantine.KEPT).plusSeconds(1));
    assertEquals(0, state.list("comments", 10).size());
  }

  @Test
  void aWalkThatIsCutShortGoesOnAndANewGenerationIsWalkedAtOnce() {
    poison(1_000);
    now = now.plus(Duration.ofDays(2));
    Set<Integer> reads = new HashSet<>();
    for (int run = 0; itemsRead < 3_000; run++) {
      assertTrue(run < 100, "it ends");
      int before = itemsRead;
      backlog.quarantinedAndDue("comments", () -> itemsRead < before + 150);
      reads.add(itemsRead - before);
    }
    assertTrue(Collections.max(reads) <= 300, reads::toString);
    assertEquals(0, run().settled());
    int looked = itemsRead;
    serve("g2");
    run();
    assertEquals(looked + 1_000, itemsRead);
  }

  /// Rita's item is good when it is read, and poison again before that is noted.
  @Test
  void newerPoisonThatComesDuringALookStays() {
    poison("rita", "5");
    assertEquals("6", afterALookThatMeets("6"), "the walk");
    now = now.plusSeconds(600);
    assertEquals("7", afterALookThatMeets("7"), "an early look");
  }

  /// The first read of a look finds the item's group, and the second one is the last.
  ///
  /// @return the number of the record that is in quarantine
  private String afterALookThatMeets(String newer) {
    put("rita", fromS("2024-05-01 00:00"));
    int last = itemsRead + 2;
    meanwhile =
        () -> {
          if (itemsRead == last) {
            poison("rita", newer);
          }
        };
    assertEquals(1, run().settled());
    return String.join(
        " ", state.list("comments", 10).stream().map(item -> item.sequence().digits()).toList());
  }
}
