package pagemark.state.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.index.Markers;
import pagemark.state.Generation.State;
import pagemark.state.LocalDynamo;
import pagemark.state.SampleGenerations;
import pagemark.state.StateTable;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.Rebuilds.Plan;

final class NamedGenerationsIT {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static LocalDynamo dynamo;

  @BeforeAll
  static void create() {
    dynamo = LocalDynamo.create();
  }

  /// One read answers with at most 1 MB, here with items that it does not return.
  private static void fill() {
    for (int i = 0; i < 8; i++) {
      String sk = "suspect " + i;
      dynamo
          .client()
          .putItem(
              p ->
                  p.tableName(dynamo.table())
                      .item(
                          Map.of(
                              "pk", fromS("suspect#notes"),
                              "sk", fromS(sk),
                              "why", fromS("x".repeat(390_000)))));
    }
  }

  /// A table that is too large for one run is read in several.
  private static void isReadInParts(NamedGenerations all) {
    AtomicReference<Instant> now = new AtomicReference<>(NOW);
    NamedGenerations.Reading reading = new NamedGenerations.Reading(dynamo.state(), now::get);
    int runs = 0;
    NamedGenerations read = null;
    while (read == null) {
      AtomicInteger parts = new AtomicInteger(2);
      try {
        read = reading.goOn(() -> parts.getAndDecrement() > 0);
      } catch (IllegalStateException e) {
        assertTrue(String.valueOf(e.getMessage()).contains("the next one goes on"));
        assertTrue(runs < 10, "it ends");
        now.set(now.get().plusSeconds(3_600));
      }
      runs++;
    }
    assertEquals(all, read);
    assertTrue(runs >= 2, "in parts");
    assertEquals(all, reading.goOn(() -> true), "anew");
  }

  private static Markers.Data data(String generation, boolean ofRebuild) {
    return new Markers.Data("table", generation, ofRebuild);
  }

  @Test
  void readsTheGenerationsOfAllListingsAndTheRebuilds() {
    fill();
    StateTable state = dynamo.state();
    state.register(SampleGenerations.comments("g1", State.RETIRED));
    state.register(SampleGenerations.comments("g2", State.SERVING));
    Rebuilds rebuilds = Rebuilds.of(state);
    Lease lease = new Lease("orders", "me", () -> NOW, Duration.ZERO);
    rebuilds.acquire(lease);
    rebuilds.acquire(new Lease("empty", "me", () -> NOW, Duration.ZERO));
    rebuilds.begin(
        lease,
        null,
        new Plan("orders", "g3", "nonce", 1, NOW, 1, "me", false),
        SampleGenerations.comments("g3", State.BUILDING));

    NamedGenerations named = NamedGenerations.read(state);

    assertEquals(
        Map.of("comments", Set.of("g1", "g2", "g3"), "notes", Set.of()), named.byListing());
    isReadInParts(named);
    assertEquals(Set.of("g3"), named.rebuilt());
    assertTrue(named.need(data("g1", false)), "it is not dropped yet");
    assertFalse(named.need(data("g2", true)), "its rebuild is over");
    assertTrue(named.need(data("g3", true)));
    assertFalse(named.need(data("g4", false)));
  }
}
