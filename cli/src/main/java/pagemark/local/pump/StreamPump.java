package pagemark.local.pump;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.local.pump.ShardPump.Step;
import pagemark.watch.EventSink;
import pagemark.watch.WatchedStream;
import pagemark.watch.WatchedStream.Shard;

/// Passes the records of a stream to a function, in rounds. Each round takes one
/// [step][ShardPump#step] with every readable shard, so that a shard whose batch fails does not
/// hold up the others.
public final class StreamPump implements AutoCloseable {
  private final WatchedStream stream;
  private final EventSink sink;
  private final PumpSettings settings;
  private final PumpContext context;
  private final PumpProgress progress;
  private final Map<String, ShardPump> open = new LinkedHashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Rounds rounds = new Rounds("stream-pump", Duration.ZERO, this::roundAndPause);
  private int quietRounds;
  private boolean shardsMayHaveChanged = true;
  private @Nullable Waiting unlisted;

  StreamPump(WatchedStream stream, EventSink sink, PumpSettings settings, PumpContext context) {
    this.stream = stream;
    this.sink = sink;
    this.settings = settings;
    this.context = context;
    this.progress = new PumpProgress(context.clock());
  }

  /// Follows a stream from its oldest record, in a thread of its own.
  public static StreamPump start(
      WatchedStream stream, EventSink sink, PumpSettings settings, PumpContext context) {
    StreamPump pump = new StreamPump(stream, sink, settings, context);
    pump.rounds.start();
    return pump;
  }

  /// Waits at most `max` until the index holds all that was in the stream at the call. That is
  /// certain only after every shard was read again and found empty.
  public PumpState await(Duration max) throws InterruptedException {
    return progress.await(max);
  }

  /// The time before which the index has all records, if the last round found no more; empty if
  /// records are pending.
  public Optional<Instant> quietSince() {
    return progress.quietSince();
  }

  /// Stops the pump. Returns when the current batch is done or has failed, after 5 seconds at most.
  @Override
  public void close() {
    rounds.close();
  }

  private Duration roundAndPause() {
    quietRounds = round() ? 0 : quietRounds + 1;
    return quietRounds == 0 ? Duration.ZERO : settings.pause(quietRounds);
  }

  /// @return whether anything moved, so that the next round should follow at once
  boolean round() {
    progress.begin();
    Set<Step> steps = EnumSet.noneOf(Step.class);
    try {
      openReadableShards();
      unlisted = null;
      new LinkedHashMap<>(open).forEach((id, shard) -> steps.add(step(id, shard)));
    } catch (RuntimeException e) {
      steps.add(Step.WAITING);
      String reason = "The stream's shards cannot be listed: " + Waiting.reason(e);
      unlisted = Waiting.after(unlisted, context.clock().instant(), reason);
      context.log().accept(reason);
    } finally {
      int pending = open.values().stream().mapToInt(ShardPump::pending).sum();
      progress.end(steps.equals(EnumSet.of(Step.QUIET)), pending, waiting());
    }
    return steps.contains(Step.MOVED) || steps.contains(Step.ENDED);
  }

  private @Nullable Waiting waiting() {
    return Stream.concat(
            Stream.ofNullable(unlisted),
            open.values().stream().flatMap(shard -> Stream.ofNullable(shard.waiting())))
        .min(Comparator.comparing(Waiting::since))
        .orElse(null);
  }

  private Step step(String id, ShardPump shard) {
    Step step = shard.step();
    if (step == Step.ENDED) {
      open.remove(id);
      ended.add(id);
      shardsMayHaveChanged = true;
    }
    return step;
  }

  /// Opens the shards that may be read now. It lists the shards only after one has ended, because
  /// children appear with the end of their parent.
  private void openReadableShards() {
    if (!shardsMayHaveChanged && !open.isEmpty()) {
      return;
    }
    List<Shard> shards = stream.shards();
    for (Shard shard : WatchedStream.readable(shards, ended::contains)) {
      open.computeIfAbsent(shard.id(), this::pump);
    }
    ended.retainAll(shards.stream().map(Shard::id).toList());
    shardsMayHaveChanged = false;
  }

  private ShardPump pump(String shard) {
    @Nullable InstantSource clock = settings.cutsTimes() ? context.clock() : null;
    return new ShardPump(new ShardReader(stream, shard, clock), sink, settings, context);
  }
}
