package pagemark.watch;

import static java.time.temporal.ChronoUnit.HOURS;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.state.writer.Writers;
import pagemark.sync.StreamSync.StreamTrust;
import pagemark.sync.StreamedTable;
import pagemark.watch.ShardWalk.StreamProgress;

/// The first step of a [StreamWatch]: what the table says of its stream.
///
/// - Its latest stream is the consumed one: generations of others are suspended ([StreamTrust]).
/// - Its latest stream is not the consumed one: the generations of the consumed stream, and those
///   whose stream nobody consumes, are marked MISSED_RECORDS.
/// - Its stream is off, or lacks the images of items: nothing brings what is written now. All
///   generations have the mark of that until a stream is on again, which is always another one;
///   then MISSED_RECORDS takes its place, because only a rebuild can help.
///
/// @param arn the ARN of the consumed stream
record TableLook(StreamWatch.Ports ports, String arn, Marking marking) {
  /// @param since up to when all records are applied
  void look(Instant now, Supplier<Instant> since, Consumer<String> log) {
    StreamedTable table = ports.table().get();
    List<Generation> live = ports.live().get();
    new StreamTrust(arn, () -> table, ports.generations(), ports.clock()).judge(live, log);
    List<Generation> shown = live.stream().filter(g -> !g.suspended()).toList();
    Cause fault = table.fault();
    if (fault == null) {
      shown.forEach(generation -> replaceFaults(generation, now));
    } else {
      markFault(shown, new Inexact(fault, since.get(), now));
    }
    if (!table.stream().equals(arn)) {
      log.accept(
          "the consumed stream is not the table's latest one: consumed=%s latest=%s"
              .formatted(arn, table.stream()));
      shown.stream()
          .filter(g -> isUnfollowed(g, now))
          .filter(g -> Marking.of(g, Cause.MISSED_RECORDS).isEmpty())
          .forEach(g -> marking.mark(g, new Inexact(Cause.MISSED_RECORDS, since.get(), now)));
    }
  }

  private void markFault(List<Generation> shown, Inexact fault) {
    shown.forEach(generation -> marking.mark(generation, fault));
  }

  private void replaceFaults(Generation generation, Instant now) {
    generation.inexact().stream()
        .filter(mark -> mark.cause().isOfStream())
        .forEach(mark -> marking.missed(generation, mark, now));
  }

  /// Whether it follows the consumed stream, which is no longer the table's, or one that nobody
  /// consumes.
  private boolean isUnfollowed(Generation generation, Instant now) {
    return generation.stream().equals(arn)
        || ports.writers().list(generation.stream(), now.minus(Writers.RECENT)).isEmpty();
  }

  /// Marks generations that may differ from their table. Each run of the watch does so again while
  /// the cause lasts.
  ///
  /// @param log takes a line if a mark is new, and one in the first run of each hour
  record Marking(Generations generations, Consumer<String> log) {
    static Optional<Inexact> of(Generation generation, Cause cause) {
      return generation.inexact().stream().filter(mark -> mark.cause() == cause).findFirst();
    }

    void mark(Generation generation, Inexact mark) {
      generations.mark(generation.listing(), generation.id(), mark);
      if (of(generation, mark.cause()).filter(last -> isOfOneHour(last, mark)).isEmpty()) {
        log.accept(mark.line(generation));
      }
    }

    private static boolean isOfOneHour(Inexact last, Inexact mark) {
      return last.noticed().truncatedTo(HOURS).equals(mark.noticed().truncatedTo(HOURS));
    }

    /// Replaces a mark by MISSED_RECORDS, because its own remedy no longer helps.
    void missed(Generation generation, Inexact mark, Instant now) {
      mark(generation, new Inexact(Cause.MISSED_RECORDS, mark.since(), now));
      generations.clear(generation.listing(), generation.id(), mark);
    }

    /// Clears a mark of lost writes that a second reading covers. It does not cover a loss that was
    /// noticed after it began.
    void clear(Generation generation, StreamProgress replay) {
      of(generation, Cause.LOST_WRITES)
          .filter(mark -> !mark.since().isBefore(replay.since()))
          .filter(mark -> !mark.noticed().isAfter(replay.until()))
          .ifPresent(
              mark -> {
                generations.clear(generation.listing(), generation.id(), mark);
                log.accept(
                    "lost writes were applied again: listing=%s generation=%s since=%s"
                        .formatted(generation.listing(), generation.id(), mark.since()));
              });
    }
  }
}
