package pagemark.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletionException;
import pagemark.index.ForwardingMarkers;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexStore;
import pagemark.index.Markers;
import pagemark.index.Turns;
import pagemark.index.Turns.Crash;
import pagemark.index.WatchedPort;
import pagemark.listing.Listing;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildException;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.rebuild.TestSettings;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.simulation.Faults.Fault;
import pagemark.simulation.Mix.Trait;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.RebuildHeldException;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.MergePlan.MergeProgress;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import pagemark.sync.StreamedTable;
import pagemark.table.TableItems;
import pagemark.table.TableScan;
import software.amazon.awssdk.core.exception.SdkClientException;

/// Processes that rebuild the listings' indexes, one after another.
///
/// @param owed since when each listing has needed a rebuild that starts later and completes
record SimulatedRebuilds(
    Turns scheduler,
    Faults faults,
    Random random,
    SimulatedStream stream,
    InMemoryIndex index,
    SimulatedIndex network,
    InMemoryState state,
    Rebuilds rebuilds,
    Writers writers,
    TableItems items,
    Map<String, Instant> owed,
    Mix mix) {
  /// As many as a page has, so that a merge takes several calls.
  private static final RebuildSettings SETTINGS =
      TestSettings.rowsPerCall(RebuildSettings.DEFAULT, 2);

  private boolean often() {
    return mix.has(Trait.REBUILDS_OFTEN);
  }

  /// Rebuilds sometimes, and at the end until every listing has a complete index.
  void run() {
    for (Listing listing : listings()) {
      while (!stream.isEnded() && random.nextInt(6) > 0 && !mix.has(Trait.ROWS_WAIT)) {
        scheduler.sleep(
            (often() ? Duration.ofSeconds(1) : Duration.ofMinutes(1))
                .multipliedBy(random.nextInt(20)));
      }
      do {
        rebuild(listing);
        scheduler.sleep(Duration.ofSeconds(mix.has(Trait.ROWS_WAIT) ? 1 : 61));
      } while (!stream.isEnded() && (random.nextInt(3) == 0 || mix.has(Trait.ROWS_WAIT)));
    }
    while (!stream.isEnded()) {
      scheduler.sleep(Duration.ofMinutes(10));
    }
    for (Listing listing : listings()) {
      while (!stream.isOff() && (!isReady(listing) || owed.containsKey(listing.name()))) {
        rebuild(listing);
        scheduler.sleep(Duration.ofSeconds(61));
      }
    }
  }

  /// Orders by expiry come first: each entry of an item that is due, in what is built later, is one
  /// that only a rule keeps out.
  private List<Listing> listings() {
    List<Listing> all = mix.listings().all();
    return mix.has(Trait.EXPIRES) ? all.reversed() : all;
  }

  private boolean isReady(Listing listing) {
    String serving = state.serving(listing.name()).orElseThrow().id();
    return index.count(serving).equals(Map.of(Markers.State.READY, index.slots()));
  }

  /// Runs one process, which completes its rebuild, fails or is killed.
  private void rebuild(Listing listing) {
    int pages = faults.happens(Fault.REBUILD_PAUSED, 4) ? random.nextInt(5) : 1_000;
    int[] left = {pages};
    String owner = "owner" + random.nextInt();
    StreamedTable table = stream.described();
    Rebuild rebuild = new Rebuild(rebuildSetup(listing, owner), listing, table, owner);
    Instant started = scheduler.instant();
    try {
      boolean done =
          new RebuildRun(rebuild, Runnable::run, listener())
              .run(1 + random.nextInt(2), () -> left[0]-- > 0)
              .done();
      faults.count(done ? Fault.REBUILD_DONE : Fault.REBUILD_PAUSED);
      if (done) {
        owed.computeIfPresent(
            listing.name(), (name, since) -> started.isBefore(since) ? since : null);
      }
    } catch (RebuildLostException e) {
      faults.count(
          String.valueOf(e.getMessage()).contains("was idle")
              ? Fault.LEFT_FOR_LONG
              : Fault.TAKEN_OVER);
    } catch (Crash | RebuildException | RebuildHeldException e) {
      // the next process goes on
    } catch (IndexException | SdkClientException e) {
      // here too, the next process goes on
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof Crash)) {
        throw e;
      }
    }
    scheduler.revive();
  }

  private RebuildListener listener() {
    return new RebuildListener() {
      @Override
      public void waitingFor(OptionalLong lagMillis) {
        faults.count(Fault.CONSUMER_BEHIND);
      }
    };
  }

  /// Hears what a process learns of the writers.
  ///
  /// @param seen takes the recent ones of the notes that it has read last
  private Writers seen(List<WriterNote> seen) {
    return WatchedPort.of(
        Writers.class,
        scheduler.parked(Writers.class, writers),
        (_, _, call) -> {
          Object answer = call.answer();
          if (answer instanceof List<?> notes) {
            Instant recent = scheduler.instant().minus(settings().writerAgeMax());
            seen.clear();
            notes.stream()
                .map(WriterNote.class::cast)
                .filter(note -> note.storeTime().isAfter(recent))
                .forEach(seen::add);
          }
          return answer;
        });
  }

  /// May kill a process at each of its notes, most often between its last two. Requires that it
  /// begins no generation while notes say that records of some minutes are to come.
  ///
  /// @param seen the notes of writers that it has read last
  private Rebuilds killing(List<WriterNote> seen) {
    return WatchedPort.of(
        Rebuilds.class,
        rebuilds,
        (method, arguments, call) -> {
          if (method.equals("begin")) {
            long lagMax = settings().lagMax().toMillis();
            seen.forEach(note -> assertTrue(note.lagMillis() < lagMax, note::toString));
          }
          if (method.equals("end")
              ? faults.happens(Fault.KILLED_WHILE_IT_SERVES, 3)
              : faults.happens(Fault.REBUILD_KILLED, 20)) {
            scheduler.kill();
            throw new Crash();
          }
          for (Object argument : arguments) {
            if (argument instanceof SegmentProgress progress) {
              count(progress);
            }
          }
          return call.answer();
        });
  }

  private void count(SegmentProgress progress) {
    MergeProgress merge = progress.merge();
    if (merge != null && merge.done()) {
      faults.count(Fault.ROWS_MERGED);
    }
    if (progress.dropped() > 0) {
      faults.count(Fault.ROWS_DROPPED);
    }
  }

  /// May lose a slot just before it becomes READY.
  private Markers losing(Markers real) {
    return new ForwardingMarkers(real) {
      @Override
      public int ready(String generation, String nonce) {
        if (often() && faults.happens(Fault.SLOT_LOST, 10)) {
          index.loseSlot(random.nextInt(index.slots()));
        }
        return markers.ready(generation, nonce);
      }
    };
  }

  /// Lets hours or days pass after some pages, in which other processes of the owner go on.
  private TableScan scan(Listing listing, String owner) {
    TableScan real = stream.parkedScan();
    return (segment, segments, after) -> {
      TableScan.Page page = real.read(segment, segments, after);
      if (often() && faults.happens(Fault.HOURS_PASS, mix.has(Trait.ROWS_WAIT) ? 2 : 20)) {
        scheduler.sleep(Duration.ofSeconds(20));
        int tens = mix.has(Trait.ROWS_WAIT) && random.nextInt(3) > 0 ? 1 : 5;
        for (int part = 0; part < tens; part++) {
          scheduler.advance(Duration.ofHours(10));
          Duration left = Freshness.DEFAULT.leftMax();
          rebuilds.renew(new Lease(listing.name(), owner, scheduler, left));
        }
      }
      return page;
    };
  }

  /// Rebuilds wait for the consumer only if the stream is watched. Elsewhere all is written within
  /// minutes, in which many rebuilds must come to their end. Rows that fit into one call of the
  /// index would not wait.
  private RebuildSettings settings() {
    RebuildSettings settings =
        mix.has(Trait.ROWS_WAIT) ? TestSettings.rowsPerCall(SETTINGS, 3) : SETTINGS;
    return mix.has(Trait.WATCHES) ? settings : settings.lagMax(Duration.ofDays(9));
  }

  private RebuildSetup rebuildSetup(Listing listing, String owner) {
    List<WriterNote> seen = new ArrayList<>();
    return new RebuildSetup(
        new IndexedTable(
            items,
            network,
            scheduler.parked(Markers.class, losing(index)),
            scheduler.parked(Generations.class, state),
            seen(seen),
            state,
            Freshness.DEFAULT,
            scheduler,
            scheduler::sleep),
        scan(listing, owner),
        scheduler.parked(Rebuilds.class, killing(seen)),
        settings(),
        Runnable::run,
        IndexStore.Limits.none(0));
  }
}
