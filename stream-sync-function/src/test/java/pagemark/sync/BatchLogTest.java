package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.index.Sequence;
import pagemark.services.TestContext;
import pagemark.state.QuarantinedItem;
import pagemark.sync.BatchOutcome.Counts;
import pagemark.sync.BatchOutcome.Unapplied;

final class BatchLogTest {
  private static final QuarantinedItem POISON =
      new QuarantinedItem(
          "comments",
          Map.of("PK", fromS("rita")),
          new Sequence("111"),
          "SK must be a string (S)",
          Instant.EPOCH);

  private static List<String> lines(int poisons, @Nullable Unapplied unapplied) {
    TestContext context = new TestContext();
    new BatchLog(context)
        .write(
            40,
            new BatchOutcome(
                5,
                new Counts(1, 2, 3, 0, 4),
                Collections.nCopies(poisons, POISON),
                unapplied,
                List.of()));
    return context.lines;
  }

  @Test
  void writesOneLineABatch() {
    assertEquals(
        List.of(
            """
            {"event":"batch","records":40,"generations":5,"applied":1,"duplicates":2,"older":3,"repaired":0,\
            "unmarked":4,"poison":0}\
            """),
        lines(0, null));
  }

  @Test
  void saysWhichRecordWasNotAppliedAndWhy() {
    assertEquals(
        List.of(
            """
            {"event":"batch","records":40,"generations":5,"applied":1,"duplicates":2,"older":3,"repaired":0,\
            "unmarked":4,"poison":0,"firstUnapplied":7,"reason":"Redis: connection reset"}\
            """),
        lines(0, new Unapplied(7, "Redis: connection reset")));
  }

  @Test
  void namesAPoisonByTheHashOfItsKey() {
    List<String> lines = lines(1, null);

    assertEquals(
        """
        {"event":"poison","listing":"comments","keyHash":"%s","sequence":"111",\
        "reason":"SK must be a string (S)"}\
        """
            .formatted(POISON.keyHash()),
        lines.getFirst());
    assertFalse(lines.toString().contains("rita"));
  }

  @Test
  void writesAtMostTenPoisonsABatch() {
    assertEquals(11, lines(30, null).size());
  }
}
