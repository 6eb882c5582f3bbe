package pagemark.local.pump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class DeliveryTest {
  private final Deque<Supplier<JsonNode>> answers = new ArrayDeque<>();
  private final List<List<String>> batches = new ArrayList<>();
  private final Delivery delivery =
      new Delivery(
          Records.sink(
              batch -> {
                batches.add(Records.sequences(batch));
                return answers.isEmpty() ? Records.allDone() : answers.removeFirst().get();
              }));

  @Test
  void batchThatFailsWholeGoesOnInHalvesTheFirstHalfFirst() {
    delivery.add(Records.range(1, 6));
    answers.add(() -> Records.failed("1"));

    assertEquals(0, delivery.attempt());
    assertEquals(5, delivery.pending());
    delivery.attempt();
    delivery.attempt();

    assertTrue(delivery.isDone());
    assertEquals(
        List.of(List.of("1", "2", "3", "4", "5"), List.of("1", "2"), List.of("3", "4", "5")),
        batches);
  }

  @Test
  void exceptionHalvesTheBatchAndIsPassedOn() {
    delivery.add(Records.range(1, 3));
    answers.add(
        () -> {
          throw new IllegalStateException("out of order");
        });

    assertThrows(IllegalStateException.class, delivery::attempt);
    assertEquals(2, delivery.pending());
    delivery.attempt();
    delivery.attempt();

    assertTrue(delivery.isDone());
    assertEquals(List.of(List.of("1", "2"), List.of("1"), List.of("2")), batches);
  }
}
