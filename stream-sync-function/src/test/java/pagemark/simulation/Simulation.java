package pagemark.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import pagemark.function.StreamSyncHandler;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.index.Turns;
import pagemark.index.Turns.Crash;
import pagemark.listing.Listing;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.simulation.Faults.Fault;
import pagemark.simulation.Mix.Trait;
import pagemark.state.Generation;
import pagemark.state.Generation.GenerationId;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;
import pagemark.state.SampleHashes;
import pagemark.state.Suspects;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.writer.Writers;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamSync;
import pagemark.sync.StreamedTable;
import pagemark.sync.TableModel;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs one schedule of writers, stream, handlers, rebuilds, audits, watches and readers, as its
/// [Mix] says. At the end the index must agree with the table, or be marked as inexact.
///
/// This file wires the schedule, and starts its actors:
///
/// - [Turns] is the only clock and the only scheduler. [Faults] says what goes wrong.
/// - [SimulatedWrites] writes to the table of [SimulatedStream], and loses or damages entries.
/// - An index by place changes one place in a step, see [PlaceByPlace].
/// - [SimulatedConsumer] delivers the records to a [SimulatedFunction], whose calls to the index
///   pass the network of [SimulatedIndex].
/// - [SimulatedRebuilds], [SimulatedAudits], [SimulatedWatch] and [SimulatedReaders] run the other
///   functions beside it. [SimulatedLosses] brings the store back with older data.
/// - [SimulatedSweeps] removes what has expired.
/// - [EndCheck] compares the index with the table when all is quiet.
final class Simulation {
  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  private final long seed;
  private final Random random;
  private final Mix mix;
  final Faults faults;
  final Turns scheduler;
  private final SimulatedStream stream;
  final InMemoryIndex index;
  private final SimulatedIndex network;
  private final InMemoryState state = new InMemoryState();
  private final Suspects suspects = Suspects.of(state);
  private final Writers writers = Writers.of(state);
  private final Rebuilds rebuilds = Rebuilds.of(state);
  private final Map<String, Instant> owed = new HashMap<>();
  private final SimulatedConsumer consumer;
  private final SimulatedFunction watched;
  private final SimulatedLosses losses;
  private SimulatedWatch watch;
  private Instant checkedAt = START;
  private int open;

  Simulation(long seed, Mix mix) {
    this.mix = mix;
    this.seed = seed;
    random = new Random(seed);
    faults = new Faults(random);
    scheduler = new Turns(random, START, mix.has(Trait.REBUILDS_OFTEN) ? 50 : 500);
    RandomTable table =
        mix.has(Trait.EXPIRES) ? RandomTable.expiring(random, scheduler) : new RandomTable(random);
    stream = new SimulatedStream(scheduler, faults, random, table);
    index =
        mix.has(Trait.BY_PLACE)
            ? InMemoryIndex.byPlace(scheduler, IndexSettings.DEFAULT)
            : new InMemoryIndex(scheduler, IndexSettings.DEFAULT);
    network = new SimulatedIndex(this::writer, scheduler, faults, random);
    mix.listings()
        .all()
        .forEach(listing -> serve(GenerationId.next(START.minus(Duration.ofHours(1))), listing));
    SimulatedFunction function = new SimulatedFunction(scheduler, faults, network, this::handler);
    consumer =
        new SimulatedConsumer(
            scheduler, faults, random, stream, network, function, mix.has(Trait.LOSES_RECORDS));
    watched = new SimulatedFunction(scheduler, faults, network, this::handler);
    losses =
        new SimulatedLosses(
            scheduler,
            faults,
            random,
            index,
            state,
            writers.witnesses(),
            List.of(function, watched));
    watch = watch();
  }

  private PageIndexWriter writer() {
    return mix.has(Trait.BY_PLACE)
        ? new PlaceByPlace(index.writer(), scheduler, faults)
        : index.writer();
  }

  private void serve(String id, Listing listing) {
    state.register(SampleGenerations.ofStream(listing, id, TableModel.STREAM, Instant.EPOCH));
    index.building(id, "nonce", Instant.EPOCH);
    index.ready(id, "nonce");
    state.serve(listing.name(), id);
  }

  private StreamSyncHandler handler(PageIndexWriter writer, String arn) {
    IndexedTable indexed =
        new IndexedTable(
            this::read,
            writer,
            index,
            scheduler.parked(Generations.class, state),
            scheduler.parked(Writers.class, writers),
            state,
            Freshness.DEFAULT,
            askew(),
            scheduler::sleep);
    return new StreamSyncHandler(
        new StreamSync(indexed, mix.listings().of(TableModel.NAME), arn, this::table),
        SampleHashes.ofThisProcess(),
        scheduler);
  }

  /// A process' clock. Where items expire, clocks differ by up to 10 seconds.
  private InstantSource askew() {
    int millis = mix.has(Trait.EXPIRES) ? random.nextInt(10_000) - 5_000 : 0;
    return () -> scheduler.instant().plusMillis(millis);
  }

  private StreamedTable table() {
    scheduler.park();
    return stream.described();
  }

  /// The watch of the consumed stream.
  private SimulatedWatch watch() {
    return new SimulatedWatch(
        scheduler,
        faults,
        stream,
        state,
        writers,
        this::live,
        network.other(),
        consumer.arn(),
        watched::handle);
  }

  private List<Generation> live() {
    List<Generation> live =
        mix.listings().names().stream().flatMap(listing -> state.live(listing).stream()).toList();
    losses.see(live);
    return live;
  }

  private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys) {
    scheduler.park();
    var items = stream.table().table.read(keys);
    scheduler.park();
    if (faults.happens(Fault.READ_FAILS, 40)) {
      throw SdkClientException.create("the table does not answer");
    }
    return items;
  }

  /// @throws AssertionError if the index differs from the table and is not marked as inexact
  void run() {
    start(this::write);
    start(this::deliver);
    IntStream.range(0, rebuilders()).forEach(_ -> start(this::rebuild));
    if (mix.has(Trait.AUDITS)) {
      start(() -> audits().run());
    }
    IntStream.range(0, mix.readers()).forEach(_ -> start(() -> readers().run()));
    if (mix.has(Trait.WATCHES)) {
      start(() -> everyWhile(Duration.ofSeconds(60), () -> watch.watch()));
      start(() -> everyWhile(Duration.ofMinutes(5), this::checkWitnesses));
    }
    if (mix.has(Trait.EXPIRES)) {
      start(() -> everyWhile(Duration.ofMinutes(1), () -> sweeps().run()));
    }
    scheduler.start(this::network);
    scheduler.run();
    scheduler.start(this::conclude);
    scheduler.run();
  }

  private void start(Runnable actor) {
    open++;
    scheduler.start(
        () -> {
          actor.run();
          open--;
        });
  }

  /// Runs the scheduled functions while the table is written. A killed one runs again later.
  private void everyWhile(Duration period, Runnable run) {
    while (!stream.isEnded()) {
      try {
        run.run();
      } catch (Crash e) {
        // the next run tries again
      }
      scheduler.revive();
      scheduler.sleep(period);
    }
  }

  private void checkWitnesses() {
    Instant now = scheduler.instant();
    watch.checkWitnesses();
    checkedAt = now;
  }

  private SimulatedSweeps sweeps() {
    return new SimulatedSweeps(
        scheduler, faults, mix, index, network.other(), state, writers, this::read, askew());
  }

  private void conclude() {
    if (mix.has(Trait.EXPIRES)) {
      sweeps().conclude(end(), stream.table().table, "seed " + seed);
      return;
    }
    if (mix.has(Trait.WATCHES)) {
      concludeSaid();
      return;
    }
    audits().conclude(mix.has(Trait.DAMAGES) && mix.has(Trait.AUDITS), "seed " + seed);
    if (mix.readers() > 0) {
      scheduler.advance(Duration.ofHours(1));
      readers().conclude("seed " + seed);
    }
    end().assertHeld();
    audits().concludeQuarantine("seed " + seed);
  }

  private void rebuild() {
    new SimulatedRebuilds(
            scheduler,
            faults,
            random,
            stream,
            index,
            network.other(),
            state,
            rebuilds,
            writers,
            this::read,
            owed,
            mix)
        .run();
  }

  private SimulatedAudits audits() {
    return new SimulatedAudits(
        scheduler, faults, random, stream, index, network, state, suspects, this::read);
  }

  /// An index that has missed records is marked after one run of the watch. An index that has lost
  /// writes has them again, or is marked, after some runs.
  private void concludeSaid() {
    watch.watch();
    for (int i = 0; i < 4 && mix.has(Trait.THINS); i++) {
      scheduler.advance(Duration.ofMinutes(6));
      watch.checkWitnesses();
      watch.watch();
    }
    end().assertHeldOrSaid();
  }

  private EndCheck end() {
    return new EndCheck("seed " + seed, mix, faults, stream, index, state, losses, scheduler);
  }

  private SimulatedReaders readers() {
    return new SimulatedReaders(
        scheduler,
        faults,
        random,
        stream,
        index,
        state,
        suspects,
        mix.isHurried() ? 40_000 : 8_000);
  }

  private void write() {
    new SimulatedWrites(
            scheduler, faults, random, mix, stream, index, state, losses, owed, this::mayStandStill)
        .run();
  }

  private int rebuilders() {
    return mix.has(Trait.REBUILDS) ? mix.has(Trait.LOSES_RECORDS) ? 2 : 1 : 0;
  }

  /// Whether everything may stop for hours now. A store with lost writes must be checked before
  /// their fences would expire. A stream function that is behind by over half of the time that
  /// records are kept must be noticed by others; rebuilds handle a stop that comes before that.
  private boolean mayStandStill() {
    if (mix.has(Trait.WATCHES) && !watch.hasLooked()) {
      return false;
    }
    if (losses.isAfter(checkedAt)) {
      return false;
    }
    return rebuilders() < 2 || !consumer.isBehind(Freshness.RECORDS_KEPT.dividedBy(2));
  }

  private void deliver() {
    consumer.run(
        () -> {
          if (mix.has(Trait.REBUILDS)) {
            mix.listings().names().forEach(name -> owed.put(name, scheduler.instant()));
          }
        },
        () -> {
          watched.deploy(consumer.arn());
          watch = watch();
        });
  }

  /// Delivers late requests, the last of them after everything else.
  private void network() {
    while (open > 0) {
      scheduler.park();
      if (random.nextInt(20) == 0) {
        network.deliverLate();
      }
    }
    network.deliverAll();
  }
}
