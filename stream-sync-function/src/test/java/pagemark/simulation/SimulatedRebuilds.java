package pagemark.simulation;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.Markers;
import pagemark.listing.Listing;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildException;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.repair.Freshness;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generations;
import pagemark.state.InMemoryRebuilds;
import pagemark.state.InMemoryState;
import pagemark.state.InMemoryWriters;
import pagemark.state.RebuildHeldException;
import pagemark.state.RebuildLostException;
import pagemark.state.Rebuilds;
import pagemark.state.Writers;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamedTable;
import pagemark.sync.TableModel;
import pagemark.table.TableItems;
import software.amazon.awssdk.core.exception.SdkClientException;

/// Processes that rebuild the listings' indexes, one after another.
record SimulatedRebuilds(
    ParkingScheduler scheduler,
    Faults faults,
    Random random,
    SimulatedStream stream,
    InMemoryIndex index,
    SimulatedIndex network,
    InMemoryState state,
    InMemoryRebuilds rebuilds,
    InMemoryWriters writers,
    TableItems items) {
  private static final StreamedTable TABLE =
      new StreamedTable(TableModel.NAME, TableModel.ARN, TableModel.STREAM);

  /// Now and then, and at the end until every listing has a complete index.
  void run() {
    for (Listing listing : RandomTable.LISTINGS.byName().values()) {
      while (!stream.isEnded() && random.nextInt(6) > 0) {
        scheduler.sleep(Duration.ofMinutes(random.nextInt(20)));
      }
      do {
        rebuild(listing);
        scheduler.sleep(Duration.ofSeconds(61));
      } while (!stream.isEnded() && random.nextInt(3) == 0);
    }
    while (!stream.isEnded()) {
      scheduler.sleep(Duration.ofMinutes(10));
    }
    for (Listing listing : RandomTable.LISTINGS.byName().values()) {
      while (!isReady(listing)) {
        rebuild(listing);
        scheduler.sleep(Duration.ofSeconds(61));
      }
    }
  }

  private boolean isReady(Listing listing) {
    String serving = state.serving(listing.name()).orElseThrow().id();
    return index.count(serving).equals(Map.of(Markers.State.READY, index.slots()));
  }

  /// A process that rebuilds until it is done, stops for a failure, or dies.
  private void rebuild(Listing listing) {
    int pages = faults.happens(Fault.REBUILD_PAUSED, 4) ? random.nextInt(5) : 1_000;
    int[] left = {pages};
    Rebuild rebuild = new Rebuild(rebuildSetup(), listing, TABLE, "owner" + random.nextInt());
    try {
      boolean done =
          new RebuildRun(rebuild, Runnable::run, RebuildListener.NONE)
              .run(1 + random.nextInt(2), () -> left[0]-- > 0)
              .done();
      faults.count(done ? Fault.REBUILD_DONE : Fault.REBUILD_PAUSED);
    } catch (Crash | RebuildException | RebuildHeldException | RebuildLostException e) {
      // goes on in a next process
    } catch (IndexException | SdkClientException e) {
      // so does this
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof Crash)) {
        throw e;
      }
    }
    scheduler.revive();
  }

  private RebuildSetup rebuildSetup() {
    return new RebuildSetup(
        stream.parkedScan(),
        items,
        network,
        scheduler.parked(Markers.class, index),
        scheduler.parked(Generations.class, state),
        scheduler.parked(Rebuilds.class, rebuilds),
        scheduler.parked(Writers.class, writers),
        state,
        Freshness.DEFAULT,
        RebuildSettings.DEFAULT,
        scheduler,
        scheduler::sleep,
        Runnable::run);
  }
}
