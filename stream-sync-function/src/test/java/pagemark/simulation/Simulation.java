package pagemark.simulation;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.repair.Freshness;
import pagemark.simulation.Faults.Fault;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.InMemoryRebuilds;
import pagemark.state.InMemoryState;
import pagemark.state.InMemorySuspects;
import pagemark.state.InMemoryWriters;
import pagemark.state.Rebuilds;
import pagemark.state.Writers;
import pagemark.sync.IndexCheck;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamSyncHandler;
import pagemark.sync.SyncSetup;
import pagemark.sync.TableModel;
import pagemark.sync.TestContext;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One schedule of writers, stream, handlers and rebuilds, and its end: the index is what the table
/// says.
final class Simulation {
  private static final int WRITES = 40;
  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  private final long seed;
  private final Random random;
  final Faults faults;
  final ParkingScheduler scheduler;
  private final SimulatedStream stream;
  final InMemoryIndex index;
  private final SimulatedIndex network;
  private final InMemoryState state = new InMemoryState();
  private final InMemorySuspects suspects = new InMemorySuspects();
  private final InMemoryWriters writers = new InMemoryWriters();
  private final Mix mix;
  private final InMemoryRebuilds rebuilds = new InMemoryRebuilds(state);
  private final Map<String, Instant> owed = new HashMap<>();
  private final UnaryOperator<Rebuilds> kept;
  private int open;
  private final StreamSyncHandler handler;
  private final SimulatedWatch watch;
  private int delivered;

  Simulation(long seed, Parts parts, Mix mix) {
    this.mix = mix;
    this.kept = parts.kept();
    this.seed = seed;
    random = new Random(seed);
    faults = new Faults(random);
    scheduler = new ParkingScheduler(random, START);
    stream = new SimulatedStream(scheduler, faults, random);
    index = new InMemoryIndex(scheduler, IndexSettings.DEFAULT);
    network = new SimulatedIndex(parts.rules().apply(index), scheduler, faults, random);
    RandomTable.LISTINGS
        .byName()
        .values()
        .forEach(listing -> serve("g-" + listing.name(), listing));
    handler = new StreamSyncHandler(setup(parts.freshness()));
    StreamSyncHandler other = new StreamSyncHandler(setup(parts.freshness()));
    watch =
        new SimulatedWatch(
            scheduler,
            faults,
            stream,
            state,
            writers,
            event -> other.handleRequest(event, new TestContext()),
            new SimulatedWatch.Notes(scheduler));
  }

  private void serve(String id, Listing listing) {
    Generation generation =
        new Generation(
            id,
            listing.name(),
            listing.definition(),
            TableModel.ARN,
            TableModel.STREAM,
            Instant.EPOCH,
            Generation.State.BUILDING);
    state.register(generation);
    index.building(id, "nonce", Instant.EPOCH);
    index.ready(id, "nonce");
    state.serve(listing.name(), id);
  }

  private SyncSetup setup(Freshness freshness) {
    return new SyncSetup(
        TableModel.NAME,
        TableModel.STREAM,
        RandomTable.LISTINGS,
        new CachedGenerations(scheduler.parked(Generations.class, state), scheduler),
        network,
        state,
        scheduler.parked(Writers.class, writers),
        this::read,
        freshness,
        scheduler);
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

  /// @throws AssertionError where the index is not what the table says
  void run() {
    scheduler.start(this::write);
    scheduler.start(this::deliver);
    if (mix.rebuilds()) {
      scheduler.start(this::rebuild);
    }
    if (rebuildsTwice()) {
      scheduler.start(this::rebuild);
    }
    if (mix.audits()) {
      scheduler.start(this::audit);
    }
    for (int i = 0; i < mix.readers(); i++) {
      scheduler.start(this::ask);
    }
    if (mix.watched()) {
      scheduler.start(this::watch);
    }
    scheduler.start(this::network);
    open =
        1
            + mix.readers()
            + (mix.rebuilds() ? 1 : 0)
            + (rebuildsTwice() ? 1 : 0)
            + (mix.audits() ? 1 : 0)
            + (mix.watched() ? 1 : 0);
    scheduler.run();
    if (mix.watched()) {
      concludeSaid();
      return;
    }
    scheduler.start(() -> audits().conclude(mix.damage() && mix.audits(), "seed " + seed));
    scheduler.run();
    if (mix.readers() > 0) {
      scheduler.advance(Duration.ofHours(1));
      scheduler.start(() -> readers().conclude("seed " + seed));
      scheduler.run();
    }
    RandomTable.LISTINGS.byName().values().forEach(this::check);
  }

  private void rebuild() {
    new SimulatedRebuilds(
            scheduler,
            faults,
            random,
            stream,
            index,
            network,
            state,
            rebuilds,
            writers,
            this::read,
            owed,
            kept)
        .run();
    open--;
  }

  private void audit() {
    audits().run();
    open--;
  }

  private SimulatedAudits audits() {
    return new SimulatedAudits(
        scheduler, faults, random, stream, index, network, state, suspects, this::read);
  }

  private void ask() {
    readers().run();
    open--;
  }

  private void watch() {
    watch.run();
    open--;
  }

  /// An index that lacks records says so, within a run of the watch.
  private void concludeSaid() {
    scheduler.start(watch::watch);
    scheduler.run();
    for (Listing listing : RandomTable.LISTINGS.byName().values()) {
      try {
        check(listing);
      } catch (AssertionError wrong) {
        if (!watch.isSaid(listing.name())) {
          throw wrong;
        }
        faults.count(Fault.WRONG_AND_SAID);
      }
    }
  }

  private void check(Listing listing) {
    new IndexCheck(index)
        .assertHolds(
            state.serving(listing.name()).orElseThrow(),
            RandomTable.GROUPS,
            stream.table().table.items(),
            "seed " + seed);
  }

  private SimulatedReaders readers() {
    return new SimulatedReaders(scheduler, faults, random, stream, index, state, suspects);
  }

  private void write() {
    for (int i = 0; i < WRITES; i++) {
      stream.write();
      if (mayStandStill() && faults.happens(Fault.HOURS_PASS, 15)) {
        scheduler.advance(Duration.ofHours(6 + random.nextInt(30)));
      }
      if (mix.rebuilds() && faults.happens(Fault.FLUSH, 120)) {
        index.flush();
      }
      if (mix.rebuilds() && faults.happens(Fault.SLOT_LOST, 120)) {
        index.loseSlot(random.nextInt(index.slots()));
      }
      if (mix.damage() && faults.happens(Fault.DAMAGE, 6)) {
        damage();
      }
      scheduler.sleep(Duration.ofMillis(random.nextInt(6_000)));
    }
    stream.end();
    faults.stop();
  }

  private boolean rebuildsTwice() {
    return mix.rebuilds() && mix.recordsLost();
  }

  /// A stream function that is behind by more than half of the time that records are kept must be
  /// noticed by others; rebuilds answer for what stood still when it was not.
  private boolean mayStandStill() {
    if (mix.watched() && !watch.hasLooked()) {
      return false;
    }
    return !rebuildsTwice() || !stream.isOlder(delivered, Freshness.RECORDS_KEPT.dividedBy(2));
  }

  /// Records that only the stream knew are gone: somebody notices, and asks for a rebuild.
  private void loseRecords() {
    int kept = stream.kept(delivered);
    if (mix.recordsLost() && kept > delivered) {
      faults.count(Fault.RECORDS_LOST);
      delivered = kept;
      if (mix.rebuilds()) {
        RandomTable.LISTINGS.byName().keySet().forEach(name -> owed.put(name, scheduler.instant()));
      }
    }
  }

  /// The generation that is damaged. If only rebuilds mend it, it is the one that serves.
  private Generation damaged() {
    if (!mix.audits()) {
      owed.put("comments", scheduler.instant());
      return state.serving("comments").orElseThrow();
    }
    List<Generation> live = state.live("comments");
    return live.get(random.nextInt(live.size()));
  }

  /// An item's entry is gone, or comes where the item is not.
  private void damage() {
    Generation generation = damaged();
    for (var item : stream.table().table.items()) {
      if (random.nextInt(8) == 0
          && generation.definition().indexable(item) instanceof Indexed(var group, var entry)) {
        boolean gone = random.nextBoolean();
        String where = gone ? group.text() : RandomTable.GROUPS.get(random.nextInt(3));
        index.plant(IndexCheck.ref(generation, where), entry, !gone);
      }
    }
  }

  /// Delivers batch after batch; one that fails, or whose invocation dies, comes again, and so does
  /// now and then one that was done, or an older one of the same shard. A shard begins when nothing
  /// of the one before it is on its way any more.
  private void deliver() {
    while (!stream.isReadTo(delivered)) {
      loseRecords();
      if (delivered == stream.size()) {
        scheduler.park();
      } else {
        if (stream.beginsShard(delivered)) {
          network.deliverAll();
        }
        invoke(delivered, true);
      }
      if (delivered > 0 && faults.happens(Fault.OLD_BATCH_AGAIN, 8)) {
        int shard = stream.shardBefore(delivered);
        int from = shard + random.nextInt(delivered - shard);
        invoke(mix.recordsLost() ? Math.min(stream.kept(from), delivered - 1) : from, false);
      }
    }
    open--;
  }

  private void invoke(int from, boolean advances) {
    List<DynamodbStreamRecord> batch = stream.batch(from, 1 + random.nextInt(8));
    try {
      StreamsEventResponse response =
          handler.handleRequest(TableModel.event(batch), new TestContext());
      if (advances && !faults.happens(Fault.BATCH_AGAIN, 10)) {
        delivered = from + done(batch, response);
      }
    } catch (Crash e) {
      // the invocation is over; its batch comes again
    } finally {
      scheduler.revive();
    }
  }

  private static int done(List<DynamodbStreamRecord> batch, StreamsEventResponse response) {
    if (response.getBatchItemFailures().isEmpty()) {
      return batch.size();
    }
    String failed = response.getBatchItemFailures().getFirst().getItemIdentifier();
    for (int i = 0; i < batch.size(); i++) {
      if (batch.get(i).getDynamodb().getSequenceNumber().equals(failed)) {
        return i;
      }
    }
    throw new AssertionError("no record of the batch is " + failed);
  }

  /// Late requests arrive, the last of them after everything else.
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
