package pagemark.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import pagemark.index.InMemoryIndex;
import pagemark.index.Turns;
import pagemark.listing.Indexable.Indexed;
import pagemark.simulation.Faults.Fault;
import pagemark.simulation.Mix.Trait;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.sync.IndexCheck;
import pagemark.sync.RandomTable;

/// Writes to the table, with faults and pauses between any two of them.
///
/// @param owed since when each listing has needed a rebuild
/// @param mayStandStill whether everything may stop for hours
record SimulatedWrites(
    Turns scheduler,
    Faults faults,
    Random random,
    Mix mix,
    SimulatedStream stream,
    InMemoryIndex index,
    InMemoryState state,
    SimulatedLosses losses,
    Map<String, Instant> owed,
    BooleanSupplier mayStandStill) {
  /// Runs until the last write; after it no more faults happen.
  void run() {
    int writes = mix.writes(random);
    for (int i = 0; i < writes; i++) {
      stream.write();
      pass();
      strike();
      scheduler.sleep(Duration.ofMillis(random.nextInt(pauseMax())));
    }
    stream.end();
    faults.stop();
  }

  private void pass() {
    if (mayStandStill.getAsBoolean()
        && faults.happens(Fault.HOURS_PASS, mix.isHurried() ? 100 : 15)) {
      scheduler.advance(Duration.ofHours(6 + random.nextInt(30)));
    }
  }

  private void strike() {
    if (strikes(Trait.REBUILDS, Fault.FLUSH, 120)) {
      index.flush();
    }
    if (strikes(Trait.REBUILDS, Fault.SLOT_LOST, 120)) {
      index.loseSlot(random.nextInt(index.slots()));
    }
    if (strikes(Trait.DAMAGES, Fault.DAMAGE, 6)) {
      damage();
    }
    if (strikes(Trait.DAMAGES, Fault.EVICTED, 20)) {
      evict();
    }
    if (mix.has(Trait.THINS)) {
      losses.step();
    }
    if (strikes(Trait.SWITCHES_OFF, Fault.STREAM_OFF, 20)) {
      stream.switchOff();
    }
    if (strikes(Trait.REPLACES, Fault.STREAM_REPLACED, 40)) {
      stream.replace();
    }
  }

  private boolean strikes(Trait trait, Fault fault, int times) {
    return mix.has(trait) && faults.happens(fault, times);
  }

  private int pauseMax() {
    if (mix.has(Trait.EXPIRES)) {
      return 30_000;
    }
    return mix.isHurried() && random.nextInt(4) == 0 ? 120_000 : 6_000;
  }

  /// Chooses the generation to damage. If only rebuilds can repair it, chooses the serving one.
  private Generation damaged() {
    if (!mix.has(Trait.AUDITS)) {
      owed.put("comments", scheduler.instant());
      return state.serving("comments").orElseThrow();
    }
    List<Generation> live = state.live("comments");
    return live.get(random.nextInt(live.size()));
  }

  /// Removes an item's entry, or adds one that is wrong.
  private void damage() {
    Generation generation = damaged();
    for (var item : stream.table().table.items()) {
      if (random.nextInt(8) == 0
          && generation.definition().indexable(item) instanceof Indexed(var groups, var entry)) {
        boolean gone = random.nextBoolean();
        String where =
            gone ? groups.iterator().next().text() : RandomTable.GROUPS.get(random.nextInt(3));
        index.plant(IndexCheck.ref(generation, where), entry, !gone);
      }
    }
  }

  /// Evicts keys of a group, as a server without memory does.
  private void evict() {
    String group = RandomTable.GROUPS.get(random.nextInt(3));
    index.evict(IndexCheck.ref(damaged(), group), random.nextBoolean());
  }
}
