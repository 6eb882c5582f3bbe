package pagemark.watch;

import static java.util.Comparator.naturalOrder;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.state.Work.Part;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import pagemark.sync.StreamedTable;
import pagemark.watch.EventSink.Redelivery;
import pagemark.watch.ShardWalk.StreamProgress;
import pagemark.watch.TableLook.Marking;

/// Watches one stream on a schedule, from outside its consumer. Each run
///
/// 1. looks at the table ([TableLook]): suspends generations of streams that it no longer has, and
///    marks generations whose stream is off, or is not the one that is consumed;
/// 2. notes how far the stream is consumed. Recent notes of writers say so. If there are none,
///    either the table is idle or the consumer is stopped: then the run delivers the records since
///    the last known time to the ordinary handler, so that they are applied in any case. If the
///    consumer is more than 23 hours behind, records may have expired unread, and the run marks the
///    generations MISSED_RECORDS;
/// 3. for generations with the mark LOST_WRITES, reads the stream again from the loss on, through
///    the ordinary handler, and then clears the mark. It keeps its positions, so that the next run
///    goes on. If the records have expired, MISSED_RECORDS replaces the mark.
///
/// To the handler, a record that is delivered again is a doubt and no proof
/// ([StreamedTable#REPLAY]): the consumer may have applied records of a later shard, whose numbers
/// may be lower.
///
/// Cost: a run describes the table, reads a few items of `pagemark-state` and writes one. It reads
/// the stream only if there are no recent notes, or writes were lost.
///
/// Limit: it does not notice that one shard of many is stuck while the same process writes another
/// one. After 23 hours the event source mapping gives such a batch up into the failure bucket,
/// whose event calls [#givenUp].
public final class StreamWatch {
  /// An hour less than a stream keeps a record.
  static final Duration AGE_MAX = Duration.ofHours(23);

  /// The largest error of clocks and of records' times.
  private static final Duration MARGIN = Duration.ofMinutes(2);

  private static final Duration RECORD_LIFE = Duration.ofHours(24);

  /// A run that was suspended for longer proves nothing: records may have expired meanwhile.
  private static final Duration RUN_MAX = Duration.ofMinutes(30);

  /// The services that a watch works with.
  ///
  /// @param live reads the live generations of the table's listings
  /// @param table describes the table
  public record Ports(
      Supplier<List<Generation>> live,
      Supplier<StreamedTable> table,
      Generations generations,
      Writers writers,
      WatchedStream stream,
      EventSink sink,
      InstantSource clock) {}

  private final Ports ports;
  private final String arn;
  private final Consumer<String> log;
  private final Marking marking;
  private boolean isConsumerStopped;

  /// @param arn the ARN of the consumed stream
  /// @param log takes a line for each new mark, and one an hour for each mark that stays
  public StreamWatch(Ports ports, String arn, Consumer<String> log) {
    this.ports = ports;
    this.arn = arn;
    this.log = log;
    this.marking = new Marking(ports.generations(), log);
  }

  /// @param hasTime whether another call may begin
  /// @return whether the run had to deliver records that the consumer should have had by now
  /// @throws RuntimeException if a step fails, after all steps
  public boolean run(BooleanSupplier hasTime) {
    Instant now = ports.clock().instant();
    List<RuntimeException> failures = new ArrayList<>();
    attempt("the table could not be looked at", () -> look(now), failures);
    attempt("the stream could not be followed", () -> follow(now, hasTime), failures);
    attempt("lost writes could not be applied again", () -> replay(now, hasTime), failures);
    if (!failures.isEmpty()) {
      failures.subList(1, failures.size()).forEach(failures.getFirst()::addSuppressed);
      throw failures.getFirst();
    }
    return isConsumerStopped;
  }

  private void attempt(String failure, Runnable step, List<RuntimeException> failures) {
    try {
      step.run();
    } catch (RuntimeException e) {
      log.accept(failure + ": " + e);
      failures.add(e);
    }
  }

  /// The first step of a run alone, for a stream that somebody else follows.
  public void look() {
    look(ports.clock().instant());
  }

  private void look(Instant now) {
    new TableLook(ports, arn, marking).look(now, () -> known(now).until(), log);
  }

  /// Marks generations because Lambda gave up records to the failure bucket. Such records are
  /// nearly as old as the stream keeps any.
  public void givenUp() {
    Instant now = ports.clock().instant();
    followers()
        .forEach(
            g -> marking.mark(g, new Inexact(Cause.GIVEN_UP_RECORDS, now.minus(RECORD_LIFE), now)));
  }

  private List<Generation> followers() {
    return ports.live().get().stream()
        .filter(generation -> generation.stream().equals(arn) && !generation.suspended())
        .toList();
  }

  // How far the stream is consumed

  private void follow(Instant now, BooleanSupplier hasTime) {
    StreamProgress known = known(now);
    boolean left = known.until().isBefore(now.minus(AGE_MAX));
    if (left) {
      missed(known.until(), now);
    }
    Instant old = left ? now.minus(AGE_MAX) : known.until();
    Map<String, String> positions = new HashMap<>(known.positions());
    ShardWalk walk = new ShardWalk(ports.stream(), positions, hasTime);
    Instant until = seen(walk, known, now).filter(seen -> seen.isAfter(old)).orElse(old);
    keep(StreamProgress.FIRST, new StreamProgress(known.since(), until, positions), now);
  }

  /// How far the last run came. If its clock was ahead, the time that it kept may be wrong: the
  /// watch begins anew.
  private StreamProgress known(Instant now) {
    return kept(StreamProgress.FIRST)
        .filter(kept -> isPast(kept.at(), now))
        .map(kept -> kept.progress(StreamProgress.class))
        .orElseGet(() -> first(now));
  }

  private Optional<Part> kept(String reading) {
    return ports.generations().get(Part.class, Part.key("watch#" + arn, reading));
  }

  private static boolean isPast(Instant time, Instant now) {
    return !time.isAfter(now.plus(MARGIN));
  }

  private void keep(String reading, StreamProgress progress, Instant now) {
    ports.generations().put(Part.of("watch#" + arn, reading, now, progress));
  }

  /// The starting point of the first run: the birth of the oldest generation, but at most 22 hours
  /// ago, which leaves an hour to read the rest of the stream.
  private StreamProgress first(Instant now) {
    Instant begin = followers().stream().map(Generation::birth).min(naturalOrder()).orElse(now);
    Instant earliest = now.minus(AGE_MAX).plus(Duration.ofHours(1));
    Instant until = begin.isBefore(earliest) ? earliest : begin;
    return new StreamProgress(until, until, Map.of());
  }

  /// Marks generations that are older than 23 hours. A younger one read the table when it was
  /// built, and the stream still has all records since.
  private void missed(Instant since, Instant now) {
    followers().stream()
        .filter(generation -> generation.birth().isBefore(now.minus(AGE_MAX)))
        .forEach(g -> marking.mark(g, new Inexact(Cause.MISSED_RECORDS, since, now)));
  }

  /// The time up to which all records are applied; empty if that is unknown. A note by a clock that
  /// was ahead says nothing of it.
  private Optional<Instant> seen(ShardWalk walk, StreamProgress known, Instant now) {
    Optional<Instant> noted =
        ports.writers().list(arn, now.minus(Writers.RECENT)).stream()
            .filter(note -> isPast(note.at(), now))
            .map(note -> note.at().minusMillis(note.lagMillis()).minus(MARGIN))
            .min(naturalOrder());
    if (noted.isPresent()) {
      return noted;
    }
    return read(walk, looking(now), known.until(), now, now)
        ? Optional.of(now.minus(MARGIN))
        : Optional.empty();
  }

  /// The consumer's function, with a look at whether the consumer should have had the records. Its
  /// last note may be the one of a delivery by a run before this one.
  private EventSink looking(Instant now) {
    Instant noted =
        ports.writers().list(arn, now.minus(AGE_MAX)).stream()
            .map(WriterNote::at)
            .max(naturalOrder())
            .orElse(Instant.EPOCH);
    return new EventSink(
        event -> {
          isConsumerStopped |=
              event
                  .path("Records")
                  .valueStream()
                  .map(WatchedStream::createdAt)
                  .anyMatch(
                      created ->
                          created.isAfter(noted.plus(MARGIN))
                              && created.isBefore(now.minus(MARGIN)));
          return ports.sink().function().apply(event);
        });
  }

  /// Delivers the records from one time to another.
  ///
  /// @param began the time at which this run began
  /// @return whether all of them are applied; if not, the next run tries again
  private boolean read(ShardWalk walk, EventSink sink, Instant since, Instant to, Instant began) {
    try {
      Redelivery delivery =
          new Redelivery(sink, since.minus(MARGIN), to.plus(MARGIN), this::stopped);
      return walk.walk(delivery::deliver) == ShardWalk.End.READ
          && !ports.clock().instant().isAfter(began.plus(RUN_MAX));
    } catch (RuntimeException e) {
      stopped(e.toString());
      return false;
    }
  }

  private void stopped(String why) {
    log.accept("the stream %s could not be read to its end: %s".formatted(arn, why));
  }

  // The second reading

  private void replay(Instant now, BooleanSupplier hasTime) {
    Optional<Part> begun = kept(StreamProgress.SECOND);
    List<Inexact> lost = lost(now);
    if (lost.isEmpty()) {
      begun.ifPresent(ports.generations()::delete);
      return;
    }
    Instant since = lost.stream().map(Inexact::since).min(naturalOrder()).orElseThrow();
    Instant noticed = lost.stream().map(Inexact::noticed).max(naturalOrder()).orElseThrow();
    StreamProgress replay =
        begun
            .map(kept -> kept.progress(StreamProgress.class))
            .filter(b -> !since.isBefore(b.since()))
            .orElseGet(() -> new StreamProgress(since, noticed, Map.of()));
    Map<String, String> positions = new HashMap<>(replay.positions());
    ShardWalk walk = new ShardWalk(ports.stream(), positions, hasTime);
    if (read(walk, ports.sink(), replay.since(), replay.until(), now)) {
      followers().forEach(generation -> marking.clear(generation, replay));
      begun.ifPresent(ports.generations()::delete);
    } else {
      StreamProgress reached = new StreamProgress(replay.since(), replay.until(), positions);
      keep(StreamProgress.SECOND, reached, now);
    }
  }

  /// The LOST_WRITES marks that a second reading can clear. MISSED_RECORDS replaces those that are
  /// too old for it.
  private List<Inexact> lost(Instant now) {
    List<Inexact> lost = new ArrayList<>();
    for (Generation generation : followers()) {
      Inexact mark = Marking.of(generation, Cause.LOST_WRITES).orElse(null);
      if (mark != null && mark.since().isAfter(now.minus(AGE_MAX))) {
        lost.add(mark);
      } else if (mark != null) {
        marking.missed(generation, mark, now);
      }
    }
    return lost;
  }
}
