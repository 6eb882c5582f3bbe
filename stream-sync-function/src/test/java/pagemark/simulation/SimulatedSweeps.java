package pagemark.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageSlice;
import pagemark.index.Turns;
import pagemark.index.Turns.Crash;
import pagemark.index.WatchedPort;
import pagemark.listing.Expiry;
import pagemark.listing.Listing;
import pagemark.repair.ExpirySweep;
import pagemark.repair.ExpirySweep.End;
import pagemark.repair.ExpirySweep.Result;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.writer.Writers;
import pagemark.sync.TableModel;
import pagemark.table.TableItems;
import software.amazon.awssdk.core.exception.SdkException;

/// A process that sweeps what has expired. It may be killed at each of its calls.
record SimulatedSweeps(
    Turns scheduler,
    Faults faults,
    Mix mix,
    InMemoryIndex index,
    SimulatedIndex network,
    InMemoryState state,
    Writers writers,
    TableItems items,
    InstantSource clock) {
  private static final Duration STEP = Duration.ofSeconds(7);

  /// Sweeps by all orders by expiry.
  ///
  /// @throws Crash if the process is killed
  void run() {
    ExpirySweep sweep = sweep();
    for (Listing order : sweep.orders()) {
      try {
        Result result = sweep.run(order, () -> true);
        if (result.removed() > 0) {
          faults.count(Fault.SWEPT);
        }
      } catch (IndexException | SdkException e) {
        // the next sweep tries again
      }
    }
  }

  private ExpirySweep sweep() {
    IndexedTable table =
        new IndexedTable(
            keys -> {
              kill();
              return items.read(keys);
            },
            network,
            index,
            WatchedPort.of(
                Generations.class,
                scheduler.parked(Generations.class, state),
                (_, _, call) -> {
                  kill();
                  return call.answer();
                }),
            scheduler.parked(Writers.class, writers),
            state,
            Freshness.DEFAULT,
            clock,
            scheduler::sleep);
    return new ExpirySweep(table, reader(), mix.listings().of(TableModel.NAME));
  }

  /// Most groups of an order have nothing that is due. Their reads take no turn.
  private PageIndexReader reader() {
    return WatchedPort.of(
        PageIndexReader.class,
        index,
        (_, _, call) -> {
          Object answer = call.answer();
          if (answer instanceof PageSlice slice && !slice.positions().isEmpty()) {
            scheduler.park();
            kill();
          }
          return answer;
        });
  }

  private void kill() {
    if (faults.happens(Fault.SWEEP_KILLED, 20)) {
      scheduler.kill();
      throw new Crash();
    }
  }

  /// Requires that all that has expired is gone, and nothing else, once a sweep has ended well.
  void conclude(EndCheck end, TableModel table, String message) {
    for (int i = 0; i < 1_000 && expiresAbout(table, scheduler.instant()); i++) {
      scheduler.advance(STEP);
    }
    sweepAll(message);
    end.assertHeld();
    scheduler.advance(Duration.ofHours(1));
    sweepAll(message);
    end.assertHeld();
    Instant now = scheduler.instant();
    for (String listing : mix.listings().byName().keySet()) {
      state.live(listing).stream()
          .filter(one -> one.definition().expires() != null)
          .forEach(one -> assertEquals(true, one.isExact(now), message));
    }
  }

  private void sweepAll(String message) {
    ExpirySweep sweep = sweep();
    for (Listing order : sweep.orders()) {
      assertEquals(End.SWEPT, sweep.run(order, () -> true).end(), message);
    }
  }

  /// Whether an item has expired less than 40 seconds ago, so that a sweep leaves it for the next
  /// one, or expires while a sweep runs.
  private static boolean expiresAbout(TableModel table, Instant now) {
    Expiry expiry = new Expiry("ttl");
    return table.items().stream()
        .anyMatch(
            item ->
                Expiry.isOver(expiry, item, now.plusSeconds(60))
                    && !Expiry.isOver(expiry, item, now.minusSeconds(40)));
  }
}
