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
import java.util.function.Consumer;
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
  /// What the process gives a pump.
  ///
  /// @param log takes a line for each failure
  public record Context(InstantSource clock, Consumer<String> log) {}

  /// How a pump reads and retries.
  ///
  /// @param pollInterval the pause after a read that found nothing
  /// @param idleInterval the pause after 200 such reads in a row, if probably nobody is writing
  /// @param backoffMin the pause after the first failure; it doubles with each further one
  /// @param backoffMax the longest such pause
  /// @param cutsTimes whether the server cuts the times of records to the minute
  public record Settings(
      Duration pollInterval,
      Duration idleInterval,
      Duration backoffMin,
      Duration backoffMax,
      boolean cutsTimes) {
    private static final int IDLE_READS = 200;

    /// For DynamoDB Local.
    public static final Settings LOCAL =
        new Settings(
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(100),
            Duration.ofSeconds(5),
            true);

    /// For a stream in AWS, whose reads are paid for: four a second, as many as Lambda makes.
    public static final Settings REMOTE =
        new Settings(Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(30));

    /// Settings with one interval for all pauses.
    Settings(Duration pollInterval, Duration backoffMin, Duration backoffMax) {
      this(pollInterval, pollInterval, backoffMin, backoffMax, false);
    }

    /// The pause after so many reads in a row that found nothing.
    Duration pause(int quietReads) {
      return quietReads > IDLE_READS ? idleInterval : pollInterval;
    }

    /// The pause after so many failures in a row.
    Duration backoff(int failures) {
      Duration doubled = backoffMin.multipliedBy(1L << Math.min(failures - 1, 20));
      return doubled.compareTo(backoffMax) < 0 ? doubled : backoffMax;
    }
  }

  /// A failure of the stream that is retried until it succeeds.
  ///
  /// @param since when it failed first
  /// @param reason why it failed last, in one line
  public record Waiting(Instant since, String reason) {
    /// @param before the failure so far; null if there was none
    static Waiting after(@Nullable Waiting before, Instant now, String reason) {
      return new Waiting(before == null ? now : before.since, reason);
    }

    /// The failure in one line.
    static String reason(RuntimeException e) {
      return e.toString().lines().findFirst().orElse("");
    }
  }

  /// How far the index is behind the table.
  ///
  /// @param pendingRecords at least so many stream records are not in the index; 0 only if every
  ///   shard was just found empty
  /// @param lagMillis the time since the index last held all of the stream; 0 if it does now
  /// @param waiting the failure that has lasted longest; null if nothing fails
  public record State(long pendingRecords, long lagMillis, @Nullable Waiting waiting) {
    /// The index holds all of the stream, or there is no stream.
    public static final State CAUGHT_UP = new State(0, 0, null);

    public boolean isCaughtUp() {
      return pendingRecords == 0;
    }
  }

  private final WatchedStream stream;
  private final EventSink sink;
  private final Settings settings;
  private final Context context;
  private final Progress progress;
  private final Map<String, ShardPump> open = new LinkedHashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Rounds rounds = new Rounds("stream-pump", Duration.ZERO, this::roundAndPause);
  private int quietRounds;
  private boolean shardsMayHaveChanged = true;
  private @Nullable Waiting unlisted;

  StreamPump(WatchedStream stream, EventSink sink, Settings settings, Context context) {
    this.stream = stream;
    this.sink = sink;
    this.settings = settings;
    this.context = context;
    this.progress = new Progress(context.clock());
  }

  /// Follows a stream from its oldest record, in a thread of its own.
  public static StreamPump start(
      WatchedStream stream, EventSink sink, Settings settings, Context context) {
    StreamPump pump = new StreamPump(stream, sink, settings, context);
    pump.rounds.start();
    return pump;
  }

  /// Waits at most `max` until the index holds all that was in the stream at the call. That is
  /// certain only after every shard was read again and found empty.
  public State await(Duration max) throws InterruptedException {
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
    return new ShardPump(new ShardPump.Reader(stream, shard, clock), sink, settings, context);
  }

  /// The progress of a pump, for other threads. A round reads every shard once. A round is quiet if
  /// every read found nothing and nothing was pending.
  private static final class Progress {
    private final InstantSource clock;
    private long begun;
    private long lastQuiet;
    private int pending;
    private @Nullable Waiting waiting;
    private Instant roundBegan;
    private Instant quietAt;

    Progress(InstantSource clock) {
      this.clock = clock;
      this.roundBegan = clock.instant();
      this.quietAt = roundBegan;
    }

    synchronized void begin() {
      begun++;
      roundBegan = clock.instant();
    }

    /// @param waitingNow the failure that has lasted longest
    synchronized void end(boolean quiet, int pendingNow, @Nullable Waiting waitingNow) {
      pending = pendingNow;
      waiting = waitingNow;
      if (quiet) {
        lastQuiet = begun;
        quietAt = roundBegan;
      }
      notifyAll();
    }

    /// Waits at most `max` for a quiet round that begins after this call.
    synchronized State await(Duration max) throws InterruptedException {
      long before = begun;
      long deadlineNanos = System.nanoTime() + max.toNanos();
      while (lastQuiet <= before) {
        long leftMillis = Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
        if (leftMillis <= 0) {
          long lag = Math.max(0, Duration.between(quietAt, clock.instant()).toMillis());
          return new State(Math.max(1, pending), lag, waiting);
        }
        wait(leftMillis);
      }
      return State.CAUGHT_UP;
    }

    /// When the last complete round began, if it was quiet: the index has all records from before.
    synchronized Optional<Instant> quietSince() {
      return lastQuiet > 0 && lastQuiet >= begun - 1 ? Optional.of(quietAt) : Optional.empty();
    }
  }
}
