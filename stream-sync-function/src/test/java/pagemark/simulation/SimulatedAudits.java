package pagemark.simulation;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import pagemark.audit.Audit;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditException;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.Markers;
import pagemark.index.Turns;
import pagemark.index.Turns.Crash;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.listing.Listing;
import pagemark.repair.BacklogRepair;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTables;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.Quarantine;
import pagemark.state.QuarantinedItem;
import pagemark.state.Suspect;
import pagemark.state.Suspects;
import pagemark.sync.RandomTable;
import pagemark.sync.TableModel;
import pagemark.table.TableItems;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Processes that audit the listings' indexes with repair, repair the suspects of readers, and look
/// at quarantined items, one after another.
record SimulatedAudits(
    Turns scheduler,
    Faults faults,
    Random random,
    SimulatedStream stream,
    InMemoryIndex index,
    SimulatedIndex network,
    InMemoryState state,
    Suspects suspects,
    TableItems items) {
  private static final Duration QUARANTINE_TIME = QuarantinedItem.KEPT.multipliedBy(3);

  /// Runs while the table is written.
  void run() {
    while (!stream.isEnded()) {
      scheduler.sleep(Duration.ofMillis(random.nextInt(20_000)));
      attempt(List.<Runnable>of(this::audit, this::settle, this::look).get(random.nextInt(3)));
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
    if (result.count(AuditResult.Count.SETTLED) > 0) {
      faults.count(Fault.AUDIT_REPAIRED);
    }
  }

  private AuditResult audit(Listing listing, double sample, boolean repair) {
    Generation serving =
        Audit.serving(
            scheduler.parked(Generations.class, state), listing.name(), TableModel.STREAM);
    AuditSettings settings =
        new AuditSettings(sample, 0, 1, repair, Duration.ofSeconds(3), Instant.MAX);
    return new Audit(setup(), settings).run(serving);
  }

  private AuditSetup setup() {
    return new AuditSetup(
        indexed(), new InterruptedInspector(index, scheduler::park), stream.parkedScan(), random);
  }

  private IndexedTable indexed() {
    return IndexedTables.of(
            items,
            network,
            scheduler.parked(Markers.class, index),
            scheduler.parked(Generations.class, state),
            scheduler.parked(Quarantine.class, state),
            scheduler)
        .with(scheduler::sleep);
  }

  private Listing listing() {
    return List.copyOf(RandomTable.LISTINGS.byName().values()).get(random.nextInt(2));
  }

  /// Looks at the quarantined items that are due, or at all of them as after a new generation.
  private void look() {
    BacklogRepair.Result result =
        random.nextBoolean()
            ? backlog().quarantinedAndDue(listing().name(), () -> true)
            : backlog().quarantined(listing().name(), () -> true);
    if (result.poison() > 0) {
      faults.count(Fault.QUARANTINE_LOOKED);
    }
    if (result.settled() > 0) {
      faults.count(Fault.QUARANTINE_SETTLED);
    }
    state.expire(scheduler.instant());
  }

  private BacklogRepair backlog() {
    return new BacklogRepair(indexed());
  }

  /// Lets months pass in which nothing is written, and looks rarely: three times while a row is
  /// kept. After that, exactly the poison of the table is in quarantine.
  void concludeQuarantine(String message) {
    Instant end = scheduler.instant().plus(QUARANTINE_TIME);
    while (scheduler.instant().isBefore(end)) {
      scheduler.advance(QuarantinedItem.KEPT.dividedBy(3));
      for (Listing listing : RandomTable.LISTINGS.byName().values()) {
        backlog().quarantinedAndDue(listing.name(), () -> true);
      }
      state.expire(scheduler.instant());
    }
    for (Listing listing : RandomTable.LISTINGS.byName().values()) {
      assertEquals(
          poison(listing),
          state.list(listing.name(), "", 1_000).stream().map(QuarantinedItem::key).collect(toSet()),
          message + ": quarantine after months");
    }
  }

  private Set<Map<String, AttributeValue>> poison(Listing listing) {
    return stream.table().table.items().stream()
        .filter(item -> listing.definition().indexable(item) instanceof Poison)
        .map(item -> Map.of("PK", requireNonNull(item.get("PK"))))
        .collect(toSet());
  }

  /// Files suspects for entries that the table has had just now.
  private void settle() {
    Listing listing = listing();
    state.live(listing.name()).forEach(generation -> suspect(generation));
    BacklogRepair.Result result = backlog().suspects(listing.name(), () -> true);
    if (result.settled() > 0) {
      faults.count(Fault.SUSPECTS_SETTLED);
    }
  }

  private void suspect(Generation generation) {
    for (var item : stream.table().table.items()) {
      AttributeValue key = item.getOrDefault("PK", AttributeValue.fromS(""));
      if (random.nextInt(3) == 0
          && generation.definition().indexable(item) instanceof Indexed indexed) {
        suspects.file(
            new Suspect(
                generation.listing(),
                generation.id(),
                Map.of("PK", key),
                chosen(indexed).text(),
                new Entry(Cell.WHOLE, indexed.entry().position()),
                "not where it should be",
                scheduler.instant()));
      }
    }
  }

  private Group chosen(Indexed indexed) {
    List<Group> groups = List.copyOf(indexed.groups());
    return groups.get(random.nextInt(groups.size()));
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
      assertTrue(result.isClean(), () -> message + ": " + result);
      assertEquals(0, result.different(), () -> message + ": " + result);
    }
  }
}
