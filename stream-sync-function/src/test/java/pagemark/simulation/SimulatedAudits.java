package pagemark.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import pagemark.audit.Audit;
import pagemark.audit.AuditException;
import pagemark.audit.AuditListener;
import pagemark.audit.AuditPorts;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.Markers;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.repair.BacklogRepair;
import pagemark.repair.Freshness;
import pagemark.repair.VerifiedRepair;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.InMemorySuspects;
import pagemark.state.Quarantine;
import pagemark.state.Suspect;
import pagemark.state.Suspects;
import pagemark.sync.RandomTable;
import pagemark.sync.TableModel;
import pagemark.table.TableItems;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Processes that audit the listings' indexes with repair, and repair the suspects of readers, one
/// after another.
record SimulatedAudits(
    ParkingScheduler scheduler,
    Faults faults,
    Random random,
    SimulatedStream stream,
    InMemoryIndex index,
    SimulatedIndex network,
    InMemoryState state,
    InMemorySuspects suspects,
    TableItems items) {

  /// Runs while the table is written.
  void run() {
    while (!stream.isEnded()) {
      scheduler.sleep(Duration.ofMillis(random.nextInt(20_000)));
      attempt(random.nextBoolean() ? this::audit : this::settle);
    }
  }

  /// Runs one process, which completes, fails or is killed.
  private void attempt(Runnable work) {
    try {
      work.run();
    } catch (Crash | IndexException | AuditException | SdkClientException e) {
      // the next audit tries again
    }
    scheduler.revive();
  }

  private void audit() {
    Listing listing = listing();
    AuditResult result = audit(listing, random.nextInt(3) == 0 ? 0.5 : 1, true);
    faults.count(Fault.AUDITED);
    if (result.repairs() != null && result.repairs().settled() > 0) {
      faults.count(Fault.AUDIT_REPAIRED);
    }
  }

  private AuditResult audit(Listing listing, double sample, boolean repair) {
    Generation serving =
        Audit.serving(
            scheduler.parked(Generations.class, state), listing.name(), TableModel.STREAM);
    AuditSettings settings =
        new AuditSettings(sample, 1, repair, Duration.ofSeconds(3), Instant.MAX);
    return new Audit(ports(), settings, AuditListener.NONE).run(serving);
  }

  private AuditPorts ports() {
    return new AuditPorts(
        new InterruptedInspector(index, scheduler::park),
        scheduler.parked(Markers.class, index),
        stream.parkedScan(),
        repair(),
        scheduler::sleep,
        random);
  }

  private VerifiedRepair repair() {
    return new VerifiedRepair(
        items, network, scheduler.parked(Quarantine.class, state), Freshness.DEFAULT, scheduler);
  }

  private Listing listing() {
    return List.copyOf(RandomTable.LISTINGS.byName().values()).get(random.nextInt(2));
  }

  /// Files suspects for entries that the table has had just now.
  private void settle() {
    Listing listing = listing();
    state.live(listing.name()).forEach(generation -> suspect(generation));
    BacklogRepair.Result result =
        new BacklogRepair(
                scheduler.parked(Generations.class, state),
                scheduler.parked(Suspects.class, suspects),
                repair())
            .suspects(listing.name(), () -> true);
    if (result.settled() > 0) {
      faults.count(Fault.SUSPECTS_SETTLED);
    }
  }

  private void suspect(Generation generation) {
    for (var item : stream.table().table.items()) {
      AttributeValue key = item.getOrDefault("PK", AttributeValue.fromS(""));
      if (random.nextInt(3) == 0
          && generation.definition().indexable(item) instanceof Indexed(var group, var entry)) {
        suspects.file(
            new Suspect(
                generation.listing(),
                generation.id(),
                Map.of("PK", key),
                group.text(),
                new Entry(Cell.WHOLE, entry.position()),
                "not where it should be",
                scheduler.instant()));
      }
    }
  }

  /// Checks after the last write that no difference is left, or that all damage can be repaired.
  ///
  /// @param damaged whether there may be something to repair
  void conclude(boolean damaged, String message) {
    for (Listing listing : RandomTable.LISTINGS.byName().values()) {
      if (damaged) {
        AuditResult repaired = audit(listing, 1, true);
        assertTrue(repaired.isClean(), () -> message + ": " + repaired);
      }
      AuditResult result = audit(listing, 1, false);
      assertTrue(result.complete() && result.isClean(), () -> message + ": " + result);
      assertEquals(0, result.different(), () -> message + ": " + result);
    }
  }
}
