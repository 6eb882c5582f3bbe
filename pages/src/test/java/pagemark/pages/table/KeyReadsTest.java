package pagemark.pages.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.listing.Listing;
import pagemark.pages.Definitions;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.FetchPlan.Ranges;
import pagemark.pages.table.Pauses.KeyReads;
import pagemark.pages.table.TableRead.Left;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class KeyReadsTest {
  private static final Instant BEGAN = Instant.parse("2024-05-01T00:00:00Z");
  private static final long SEED = 7;

  private final List<Integer> asked = new ArrayList<>();
  private final List<Duration> slept = new ArrayList<>();
  private Instant now = BEGAN;
  private Duration callTime = Duration.ofMillis(10);
  private Optional<TableUnavailable> refusal = Optional.empty();
  private final KeyReads reads =
      new KeyReads(
          new HalfABatch(),
          new Pauses(
              pause -> {
                slept.add(pause);
                now = now.plus(pause);
              },
              () -> now,
              new Random(SEED)));

  /// A table that reads every other key and leaves the rest.
  private final class HalfABatch implements TableReader {
    @Override
    public TableRead read(Listing listing, FetchPlan plan) {
      List<Map<String, AttributeValue>> keys = ((BatchGet) plan).keys();
      asked.add(keys.size());
      now = now.plus(callTime);
      List<Map<String, AttributeValue>> left = keys.subList(keys.size() / 2, keys.size());
      return new TableRead(
          keys.subList(0, keys.size() / 2), 1, 1, new Left(left, true, Map.of(), refusal));
    }

    @Override
    public List<TableRead> scan(Listing listing, Ranges ranges) {
      throw new AssertionError("reads by key only");
    }
  }

  private List<TableRead> read(int keys, int enough) {
    List<Map<String, AttributeValue>> wanted =
        IntStream.range(0, keys)
            .<Map<String, AttributeValue>>mapToObj(i -> Map.of("PK", fromS("item" + i)))
            .toList();
    return reads.read(
        Definitions.comments(),
        new BatchGet(wanted, 100, true),
        BEGAN,
        read -> read.left().keys().size() <= enough);
  }

  @Test
  void retriesLeftKeysAfterPausesThatDouble() {
    assertEquals(4, read(80, 5).size());
    assertEquals(List.of(80, 40, 20, 10), asked);
    assertEquals(3, slept.size());
    for (int i = 0; i < slept.size(); i++) {
      long millis = slept.get(i).toMillis();
      assertTrue(millis >= (25L << i) && millis <= (50L << i), slept + ", seed " + SEED);
    }
  }

  @Test
  void doesNotRetryKeysThatAreNotNeeded() {
    assertEquals(1, read(80, 40).size());
    assertEquals(List.of(), slept);
  }

  @Test
  void givesUpOnABusyTableAfterAFewRetries() {
    assertThrows(TableUnavailable.class, () -> read(80, 0));
    assertEquals(List.of(80, 40, 20, 10), asked);
  }

  @Test
  void throwsTheExceptionOfTheTable() {
    TableUnavailable told = new TableUnavailable(new IllegalStateException());
    refusal = Optional.of(told);
    assertSame(told, assertThrows(TableUnavailable.class, () -> read(80, 0)));
  }

  @Test
  void beginsNoRetryLate() {
    callTime = Pauses.BEGINNING_MAX.minusMillis(40);
    assertThrows(TableUnavailable.class, () -> read(80, 0));
    assertTrue(asked.size() <= 2, "" + asked);
    callTime = Pauses.BEGINNING_MAX;
    asked.clear();
    now = BEGAN;
    assertThrows(TableUnavailable.class, () -> read(80, 0));
    assertEquals(List.of(80), asked);
  }
}
