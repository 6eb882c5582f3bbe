package pagemark.state;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Checkpoints in the state table, on DynamoDB Local.
final class CheckpointItemsIT {
  private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");

  private final LocalDynamo dynamo = LocalDynamo.create();
  private final CheckpointItems checkpoints = new CheckpointItems(dynamo.state(), () -> NOW);

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private int items() {
    return dynamo.client().scan(scan -> scan.tableName(dynamo.table())).count();
  }

  @Test
  void aCheckpointReplacesTheOneBefore() {
    assertTrue(checkpoints.last("audit#a", "t1").isEmpty());
    for (int length : new int[] {0, 1, 358_400, 1_000_000, 400_000}) {
      checkpoints.keep("audit#a", "t1", bytes(length));
      assertArrayEquals(bytes(length), checkpoints.last("audit#a", "t1").orElseThrow());
      assertEquals(1 + Math.ceilDiv(length, 358_400), items(), "" + length);
    }
    assertTrue(checkpoints.last("audit#a", "t2").isEmpty());
    assertTrue(checkpoints.last("audit#b", "t1").isEmpty());
    Instant late = NOW.plusSeconds(2 * 86_400);
    assertTrue(new CheckpointItems(dynamo.state(), () -> late).last("audit#a", "t1").isEmpty());
    dynamo
        .client()
        .scan(scan -> scan.tableName(dynamo.table()))
        .items()
        .forEach(
            item ->
                assertEquals(
                    "" + NOW.plusSeconds(14 * 86_400).getEpochSecond(),
                    requireNonNull(item.get("expires")).n()));
  }

  @Test
  void aCheckpointThatIsTooLargeIsRefused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> checkpoints.keep("audit#a", "t1", new byte[CheckpointItems.BYTES_MAX + 1]));
    assertEquals(
        "the checkpoint of audit#a has 67,108,865 bytes; it may have 67,108,864",
        refused.getMessage());
  }
}
